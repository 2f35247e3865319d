import { expect } from '@playwright/test'
import { answerConsent, chooseTime, consentHeading } from '#tests/e2e/support/booking.ts'
import { importEvent } from '#tests/e2e/support/site.ts'
import { callApi, consentAnswers, expectAccessible, test } from '#tests/e2e/support/test.ts'

test('HOME-02 the screening events have their section and their way on', async ({ page }) => {
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

test('EVD-01 EVD-02 an event page has every fact and the three warnings', async ({ page }) => {
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

test('AUTH-09 sign-in and sign-up say who powers the accounts', async ({ page }) => {
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page.getByText('Powered by Tidewater Health')).toBeVisible()
  }
})

test('PORT-01 the side panel names the man, his number and the ways', async ({ page, man }) => {
  await page.goto('/upcoming-events')
  await expect(page.getByText('Edwin Marlow').first()).toBeVisible()
  await expect(page.getByText(`ID: Halyard${man.profileId}`)).toBeVisible()
  const ways = { Profile: '/portal', 'Medical Results': '/medical-results' }
  for (const [name, href] of Object.entries(ways)) {
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await expect(page.getByRole('link', { name: 'Portal' }).first()).toBeVisible()
})

test('CONS-03 a consent that cannot be stored says so and stays on the form', async ({
  page,
  context,
  man,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 429/)
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:00')
  await answerConsent(page)
  let status = 201
  while (status === 201) {
    const { profileId } = man
    const consent = { profileId, psaTestDate: event.date, ...consentAnswers }
    status = (await callApi(context, 'POST', '/medical/consent', consent)).status
  }
  expect(status).toBe(429)
  await page.getByRole('button', { name: 'Continue' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Consent Creation Failed' })
  await expect(alert).toContainText('Failed to create consent. Please try again.')
  await expect(consentHeading(page)).toBeVisible()
  await expectAccessible(page)
})
