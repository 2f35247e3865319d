import { expect, type Page } from '@playwright/test'
import {
  answerConsent,
  chooseTime,
  consentHeading,
  expectBooked,
  pickTime,
} from '#tests/e2e/support/booking.ts'
import { importEvent, mailOutage, mailsTo, POLL, sql } from '#tests/e2e/support/site.ts'
import { bookByApi, expectAccessible, signUpByApi, test } from '#tests/e2e/support/test.ts'

const timeChoice = (page: Page, time: string) => page.getByRole('radio', { name: time })

test('BOOK-06 BOOK-07 of two patients who choose the same time, the second gets a clear message and chooses again', async ({
  browser,
  page,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const event = await importEvent()
  const otherContext = await browser.newContext()
  await signUpByApi(otherContext)
  const otherPage = await otherContext.newPage()
  await page.goto(`/book-event?event=${event.id}`)
  await otherPage.goto(`/book-event?event=${event.id}`)
  await pickTime(page, '10:20')
  await pickTime(otherPage, '10:20')
  await otherPage.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await expect(consentHeading(otherPage)).toBeVisible()

  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  const taken = page.getByRole('alert').filter({ hasText: 'This time has just been taken' })
  await expect(taken).toContainText('Someone has just taken this time.')
  await expect(timeChoice(page, '10:20')).toBeDisabled()
  await expectAccessible(page)
  await chooseTime(page, '10:40')
  await expect(consentHeading(page)).toBeVisible()
  const held = await sql('select 1 from app.appointments where event_id = $1 and status = $2', [
    event.id,
    'held',
  ])
  expect(held).toHaveLength(2)
  expect(patient.profileId).toBeGreaterThan(0)
  await otherContext.close()
})

test('BOOK-06 an expired hold shows a message, and its place is free again', async ({
  page,
  patient,
}) => {
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:20')
  await expect(consentHeading(page)).toBeVisible()
  await sql(
    `update app.appointments set hold_expires_at = clock_timestamp() + interval '4 seconds'
      where profile_id = $1 and status = 'held'`,
    [patient.profileId],
  )
  await page.reload()
  await expect(page.getByText('Your place is no longer kept')).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page)
  await chooseTime(page, '09:20')
  await expect(consentHeading(page)).toBeVisible()
})

test('BOOK-06 Back returns to the time step, and stopping releases the hold', async ({
  page,
  patient,
}) => {
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:00')
  await expect(consentHeading(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Proceed to Consent Form' })).toBeVisible()
  await chooseTime(page, '09:40')
  await expect(consentHeading(page)).toBeVisible()
  const held = await sql<{ status: string }>(
    'select status from app.appointments where profile_id = $1 order by created_at',
    [patient.profileId],
  )
  expect(held.map(({ status }) => status)).toEqual(['cancelled', 'held'])
  await page.getByRole('button', { name: 'Stop and give the place back' }).click()
  await expect(page).toHaveURL(`/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
  await expect
    .poll(async () => {
      const rows = await sql(
        'select 1 from app.appointments where profile_id = $1 and status = $2',
        [patient.profileId, 'held'],
      )
      return rows.length
    }, POLL)
    .toBe(0)
})

test('BOOK-07 a double click and a second window create one booking', async ({
  page,
  context,
  patient,
}) => {
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:00')
  await answerConsent(page)
  const second = await context.newPage()
  await second.goto(`/book-event?event=${event.id}`)
  await expect(second.getByText('Your place at 09:00 is kept for')).toBeVisible()
  await chooseTime(second, '09:00')
  await expect(consentHeading(second)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).dblclick()
  await expectBooked(page)
  const rows = await sql<{ status: string }>(
    'select status from app.appointments where profile_id = $1',
    [patient.profileId],
  )
  expect(rows).toEqual([{ status: 'booked' }])
  await expectBooked(second)
})

test('BOOK-10 a booking succeeds while mail is down, and the mail arrives after a retry', async ({
  context,
  patient,
}) => {
  const event = await importEvent()
  const booked = async () =>
    (await mailsTo(patient.email)).filter(({ attachments }) => attachments.length > 0).length
  const ofThisPatient = `payload ->> 'template' = 'booked' and payload ->> 'appointment_id' in
    (select appointment_id::text from app.appointments where profile_id = $1)`
  await mailOutage(true, patient.email)
  try {
    const { status } = await bookByApi(context, patient, event, '10:00')
    expect(status).toBe(201)
    // `attempts` is incremented when an attempt starts; `last_error` is set when it has failed.
    const failed = async () => {
      const query = `select 1 from app.jobs where last_error is not null and ${ofThisPatient}`
      return (await sql(query, [patient.profileId])).length
    }
    await expect.poll(failed, POLL).toBe(1)
    expect(await booked()).toBe(0)
  } finally {
    await mailOutage(false, patient.email)
  }
  await sql(`update app.jobs set run_at = clock_timestamp() where ${ofThisPatient}`, [
    patient.profileId,
  ])
  await expect.poll(booked, POLL).toBe(1)
})

test('BOOK-01 redirects to the list of events without an event, and to sign-in without a session', async ({
  page,
}) => {
  await page.goto('/book-event')
  await expect(page).toHaveURL('/events')
  await page.goto('/book-event?event=1001')
  await expect(page).toHaveURL('/login?next=%2Fbook-event%3Fevent%3D1001')
})
