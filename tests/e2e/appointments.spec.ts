import { expect } from '@playwright/test'
import { referenceNumber } from '#domain/appointment.ts'
import { formatShortDate } from '#domain/time.ts'
import { book, card, confirm, modal } from '#tests/e2e/support/appointments.ts'
import { importEvent, sql } from '#tests/e2e/support/site.ts'
import { callApi, expectAccessible, test } from '#tests/e2e/support/test.ts'

test('APPT-04 APPT-01 the card shows its history; an appointment that has ended is listed as past, without buttons', async ({
  page,
  context,
  patient,
}) => {
  const event = await importEvent()
  const id = await book(context, patient, event, '09:00')
  await callApi(context, 'PATCH', `/appointments/${id}/update`, { appt_time: '09:40' })
  await page.goto('/upcoming-events')
  await card(page, event).getByText('History').click()
  const day = formatShortDate(event.date)
  await expect(card(page, event).getByRole('listitem')).toHaveText([
    new RegExp(`Booked for ${day}, 09:00 by you$`),
    new RegExp(`Moved from ${day}, 09:00 to ${day}, 09:40 by you$`),
  ])
  await expect(card(page, event)).toContainText(referenceNumber(id))
  await expectAccessible(page)
  await card(page, event)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await page
    .getByRole('dialog', { name: 'Appointment Cancelled' })
    .getByRole('button', { name: 'OK' })
    .click()
  await expect(card(page, event).getByRole('listitem')).toContainText([
    'Booked',
    'Moved',
    'Cancelled by you',
  ])
  await expect(card(page, event)).not.toContainText('cancel online')

  const later = await importEvent()
  await book(context, patient, later, '10:00')
  const past = `update app.appointments set slot_start = slot_start - interval '8 weeks', slot_end = slot_end - interval '8 weeks'
    where profile_id = $1 and event_id = $2`
  await sql(past, [patient.profileId, later.id])
  await page.reload()
  const section = page.getByRole('region', { name: 'Past appointments' })
  await expect(section.getByRole('article')).toHaveCount(1)
  await expect(section).toContainText(later.name)
  await expect(section.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
})

test('APPT-02 APPT-03 within 48 hours the card says until when it could be changed, and both buttons say why not', async ({
  page,
  context,
  patient,
}) => {
  const event = await importEvent()
  await book(context, patient, event, '09:00')
  await sql(
    `update app.appointments set slot_start = now() + interval '47 hours', slot_end = now() + interval '48 hours'
      where profile_id = $1`,
    [patient.profileId],
  )
  await page.goto('/upcoming-events')
  await expect(card(page, event)).toContainText(
    /This appointment could be changed or cancelled online until \w+ \d+ \w+, \d\d:\d\d\. Booking helpline: \d/,
  )
  await expectAccessible(page)
  for (const [button, title, verb] of [
    [/^Reschedule/, 'Cannot modify', 'rescheduled'],
    [/^Cancel/, 'Cannot cancel', 'cancelled'],
  ] as const) {
    await card(page, event).getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toContainText(
      `Appointments cannot be ${verb} within 48 hours of the scheduled time. Please contact support for assistance`,
    )
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'OK' }).click()
  }
})

test.describe('APPT-03 texts of the times', () => {
  for (const [text, change] of [
    ['Failed to load time slots.', undefined],
    ['Incomplete event details', { session_duration: null }],
    ['No slots generated', { session_duration: 240 }],
  ] as const) {
    test(`APPT-03 '${text}', and 'Try again' loads them`, async ({
      page,
      context,
      patient,
      expectedErrors,
    }) => {
      expectedErrors.push(/status of 500/)
      const event = await importEvent()
      await book(context, patient, event, '09:00')
      await page.route(`**/api/events/${event.id}`, async (route) => {
        if (change === undefined) return route.fulfill({ status: 500, json: {} })
        const response = await route.fetch()
        await route.fulfill({ json: { ...(await response.json()), ...change } })
      })
      await page.goto('/upcoming-events')
      await card(page, event)
        .getByRole('button', { name: /^Reschedule/ })
        .click()
      await expect(modal(page).getByRole('alert')).toContainText(text)
      await expect(confirm(page)).toBeDisabled()
      await expectAccessible(page)
      await page.unrouteAll()
      await modal(page).getByRole('button', { name: 'Try again' }).click()
      await expect(modal(page).getByRole('radio', { name: '09:20' })).toBeEnabled()
    })
  }
})
