import { expect, type Page } from '@playwright/test'
import { answerConsent, chooseTime, consentHeading } from '#tests/e2e/support/booking.ts'
import { addresses, importEvent, sql } from '#tests/e2e/support/site.ts'
import { bookByApi, callApi, expectAccessible, signUpByApi, test } from '#tests/e2e/support/test.ts'
import { testNhsNumber } from '../../local/samples/people.ts'

const ESNEFT = { lab_name: 'ESNEFT Pathology' }
// Numbers that no other patient has: not the samples, and not an earlier run on the same database.
const FIRST = 1_000 + (Date.now() % 500_000)
const [NUMBER, SHARED] = [testNhsNumber(FIRST), testNhsNumber(FIRST + 1)]

const numberField = (page: Page) => page.getByLabel('NHS number', { exact: true })
const confirmation = (page: Page) => page.getByLabel('Confirm NHS number')
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' })

async function typeNumber(page: Page, number: string): Promise<void> {
  await numberField(page).fill('')
  await numberField(page).pressSequentially(number)
  await confirmation(page).fill('')
  await confirmation(page).pressSequentially(number)
}

test('NHS-02 EVD-06 an ESNEFT event: a wrong number, the right one, removed meanwhile and typed again, booked', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const event = await importEvent(ESNEFT)
  const profile = `/auth/profile?email=${encodeURIComponent(patient.email)}`
  const refused = await bookByApi(context, patient, event, '09:00')
  expect([refused.status, refused.body['reason']]).toEqual([409, 'nhs-number-required'])

  await page.goto(`/event/${event.id}`)
  await expect(page.getByRole('main')).not.toContainText('cannot be booked online')
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  await expect(page).toHaveURL(`/check-nhs-number?event=${event.id}`)
  const wrong = `${NUMBER.slice(0, 9)}${(Number(NUMBER[9]) + 1) % 10}`
  await typeNumber(page, wrong)
  await expect(numberField(page)).toHaveAccessibleDescription(/Enter a valid 10-digit NHS number\./)
  await expect(confirm(page)).toBeDisabled()
  // The page itself cannot be passed: the booking page asks for the number again.
  await page.goto(`/book-event?event=${event.id}`)
  await expect(page).toHaveURL(`/check-nhs-number?event=${event.id}`)
  await typeNumber(page, NUMBER)
  await confirm(page).click()
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)

  await chooseTime(page, '09:20')
  await expect(consentHeading(page)).toBeVisible()
  await answerConsent(page)
  expect((await callApi(context, 'PATCH', profile, { nhs_number: '' })).status).toBe(200)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`/check-nhs-number?event=${event.id}`)
  await typeNumber(page, NUMBER)
  await confirm(page).click()
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  await expect(page.getByRole('radio', { name: '09:20' })).toBeChecked()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/booking-success/)

  await page.goto('/portal')
  await page.getByRole('button', { name: 'Edit personal information' }).click()
  await expectAccessible(page)
  const kept = await callApi(context, 'PATCH', profile, { nhs_number: '' })
  expect(kept.status).toBe(400)
  expect(kept.body['fields']).toMatchObject({
    nhs_number: expect.stringContaining('not remove it'),
  })
})

test('NHS-02 two patients with one number: both are asked to call, at the number, at the booking and in the portal', async ({
  page,
  browser,
  patient,
}) => {
  const event = await importEvent(ESNEFT)
  const other = await browser.newContext()
  const second = await signUpByApi(other, { nhs_number: SHARED })
  await page.goto(`/check-nhs-number?event=${event.id}`)
  await typeNumber(page, SHARED)
  await confirm(page).click()
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  const otherPage = await other.newPage()
  await otherPage.goto(`/book-event?event=${event.id}`)
  const texts: string[] = []
  for (const shown of [page, otherPage]) {
    const asked = shown.getByRole('alert').filter({ hasText: 'about your NHS number' })
    await expect(asked).toContainText('Booking helpline:')
    await expectAccessible(shown)
    texts.push(await asked.innerText())
    for (const path of [`/check-nhs-number?event=${event.id}`, '/portal']) {
      await shown.goto(path)
      await expect(
        shown.getByRole('region', { name: 'Please call us about your NHS number' }),
      ).toContainText('We need to check your NHS number with you')
      await expectAccessible(shown)
    }
  }
  expect(texts[0]).toBe(texts[1])
  await sql('update app.profiles set is_active = false where profile_id = any($1)', [
    [second.profileId, patient.profileId],
  ])
  await other.close()
})

const VENUE = {
  step_free_access: 'Ramp at the side door',
  parking: 'Two spaces for blue badges',
  hearing_loop: 'In the hall',
  toilets: 'Accessible, beside the entrance',
  how_to_get_there: 'Whitby station is 5 minutes on foot.\nBus 93 stops at the harbour.',
  what_to_bring: 'Please bring a warm coat.',
}

test('EVD-07 the event page says what is known about the venue, and directions ask nobody before the click', async ({
  browser,
}) => {
  const event = await importEvent(VENUE)
  const bare = await importEvent({ address_line_2: '' })
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    viewport: { width: 375, height: 740 },
  })
  const page = await context.newPage()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(addresses().site)) foreign.push(request.url())
  })
  await page.goto(`/event/${event.id}`)
  const visit = page.getByRole('region', { name: 'Your visit' })
  for (const text of Object.values(VENUE)) {
    for (const line of text.split('\n')) await expect(visit).toContainText(line)
  }
  await expect(visit).toContainText('Please bring proof of your identity')
  const app = visit.getByRole('link', { name: 'Open in your map app' })
  await expect(app).toHaveAttribute('href', /^geo:54\.486,-0\.613\?q=Harbour%20Hall/)
  for (const link of await visit.getByRole('link').all()) {
    await expect(link).toHaveAttribute('rel', 'noreferrer')
  }
  await expectAccessible(page)
  expect(foreign).toEqual([])

  await page.goto(`/event/${bare.id}`)
  await expect(visit).toContainText('What to bring')
  await expect(visit).not.toContainText('Parking')
  await context.close()
})
