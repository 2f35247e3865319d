import { expect } from '@playwright/test'
import { answerConsent, chooseTime, consentHeading } from '#tests/e2e/support/booking.ts'
import { importEvent } from '#tests/e2e/support/site.ts'
import { callApi, consentAnswers, expectAccessible, test } from '#tests/e2e/support/test.ts'

test('HOME-02 the home page has a section on screening events with both links', async ({
  page,
}) => {
  await page.goto('/')
  const section = page.getByRole('region', { name: 'HALYARD SCREENING EVENTS' })
  await expect(section.getByRole('link', { name: 'BOOK AN EVENT' })).toHaveAttribute(
    'href',
    '/book-event-main',
  )
  await expect(section.getByRole('link', { name: /READ MORE/ })).toHaveAttribute(
    'href',
    '/halyard-screening-event',
  )
})

test('EVD-01 EVD-02 an event page shows every fact and the three warnings', async ({ page }) => {
  const event = await importEvent({ event_name: 'A screening with a rather long name indeed' })
  await page.goto(`/event/${event.id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('09:00 – 11:00')
  await expect(main).toContainText('Public')
  await expect(main).toContainText('6 places left')
  await expect(main).toContainText('YO21 1AA')
  await expect(main).toContainText(/ESNEFT.*10-digit NHS number/)
  await expect(main).toContainText(/known prostatic condition/)
  await expect(main).toContainText(/new booking system/)
  await expect(main.getByRole('link', { name: 'events@halyard.example' })).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(data ?? '{}')).toMatchObject({ '@type': 'Event' })
})

test('AUTH-09 sign-in and sign-up name the provider of the accounts', async ({ page }) => {
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page.getByText('Powered by Tidewater Health')).toBeVisible()
  }
})

test("PORT-01 the side panel shows the patient's name, number and links", async ({
  page,
  patient,
}) => {
  await page.goto('/upcoming-events')
  await expect(page.getByText('Edwin Marlow').first()).toBeVisible()
  await expect(page.getByText(`ID: Halyard${patient.profileId}`)).toBeVisible()
  const links = { Profile: '/portal', 'Medical Results': '/medical-results' }
  for (const [name, href] of Object.entries(links)) {
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await expect(page.getByRole('link', { name: 'Portal' }).first()).toBeVisible()
})

test('CONS-03 BOOK-08 a consent that cannot be stored shows an error, one over the limit says when to try again, and the form stays open', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (429|500)/)
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:00')
  await answerConsent(page)
  const alert = page.getByRole('alert').filter({ hasText: 'Consent Creation Failed' })
  const failure = { status: 500, reason: 'failure', error: 'Refused', request_id: 'r' }
  await page.route('**/api/medical/consent', (route) =>
    route.fulfill({ status: 500, json: failure }),
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(alert).toContainText('Failed to create consent. Please try again.')
  await page.unroute('**/api/medical/consent')

  let status = 201
  while (status === 201) {
    const { profileId } = patient
    const consent = { profileId, psaTestDate: event.date, ...consentAnswers }
    status = (await callApi(context, 'POST', '/medical/consent', consent)).status
  }
  expect(status).toBe(429)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(alert).toContainText('Too many attempts.')
  await expect(consentHeading(page)).toBeVisible()
  await expectAccessible(page)
})
