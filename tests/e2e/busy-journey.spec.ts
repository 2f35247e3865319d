import { expect, type Page, type Route } from '@playwright/test'
import {
  answerConsent,
  consentHeading,
  expectBooked,
  pickTime,
} from '#tests/e2e/support/booking.ts'
import { importEvent, sql } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

const BUSY = 'We are very busy. Trying again'

/** Refuses calls to `path` as a busy server does, until `end` is called; counts them. */
async function refuseAsBusy(page: Page, path: string) {
  const refused = { count: 0, end: () => page.unroute(path) }
  await page.route(path, (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    refused.count += 1
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { status: 503, reason: 'busy', error: 'We are very busy.', request_id: 'r' },
    })
  })
  return refused
}

test('API-06 BOOK-06 BOOK-08 a busy server: the page says that it tries again, keeps time and answers, and books once', async ({
  page,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await pickTime(page, '09:40')
  const holds = await refuseAsBusy(page, '**/api/holds')
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await expect(page.getByRole('button', { name: BUSY })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('radio', { name: '09:40' })).toBeChecked()
  await holds.end()
  await expect(consentHeading(page)).toBeVisible()

  await answerConsent(page)
  const consents = await refuseAsBusy(page, '**/api/medical/consent')
  const bookings = await refuseAsBusy(page, '**/api/appointments')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('status').filter({ hasText: BUSY })).toBeVisible()
  await expect(page.getByRole('radio', { name: '2nd' })).toBeChecked()
  await consents.end()
  await expect.poll(() => bookings.count).toBeGreaterThan(0)
  await expect(page.getByRole('status').filter({ hasText: BUSY })).toBeVisible()
  await bookings.end()
  await expectBooked(page)
  expect(holds.count).toBeGreaterThan(0)
  expect(consents.count).toBeGreaterThan(0)
  const rows = await sql('select status from app.appointments where profile_id = $1', [
    patient.profileId,
  ])
  expect(rows).toEqual([{ status: 'booked' }])
})
