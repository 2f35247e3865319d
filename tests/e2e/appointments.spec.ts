import { expect, type Locator, type Page } from '@playwright/test'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { formatShortDate } from '#core/rules/time.ts'
import { book, card, confirm, modal } from '#tests/e2e/support/appointments.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
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

/** Closes the open dialog and opens it again by `button` before the browser sends the event that it was closed, which it does in a later task. */
async function closeAndReopen(page: Page, button: Locator): Promise<void> {
  const dialog = page.locator('dialog[open]')
  const opener = await button.elementHandle()
  await dialog.evaluate(async (element, again) => {
    const isTold = new Promise((resolve) =>
      element.addEventListener('close', resolve, { once: true }),
    )
    element.dispatchEvent(new Event('cancel', { cancelable: true }))
    await Promise.resolve()
    if (again instanceof HTMLElement) again.click()
    await isTold
  }, opener)
}

test('APPT-03 a change of the time by keyboard alone, 320 px wide; Escape keeps the time', async ({
  page,
  context,
  patient,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const event = await importEvent()
  await book(context, patient, event, '09:00')
  await page.goto('/upcoming-events')
  const reschedule = card(page, event).getByRole('button', { name: /^Reschedule/ })
  await expect(reschedule).toBeVisible()
  await tabTo(page, new RegExp(`Reschedule ${event.name}`))
  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('radio', { name: '09:20' })).toBeEnabled()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(modal(page)).toBeHidden()
  await expect(reschedule).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('radio', { name: '09:20' })).toBeEnabled()
  await closeAndReopen(page, reschedule)
  await expect(modal(page).getByRole('radio', { name: '09:20' })).toBeEnabled()
  const scroll = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(scroll).toBeLessThanOrEqual(320)
  const box = await modal(page).evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(box).toBe(0)
  await page.keyboard.press('Shift+Tab')
  await expect(modal(page).getByRole('radio', { name: '10:40' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(modal(page).getByRole('radio', { name: '10:20' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(confirm(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(modal(page)).toBeHidden()
  await expect(card(page, event)).toContainText('10:20')
})
