import { expect, type Page } from '@playwright/test'
import { formatLongDate } from '#domain/time.ts'
import { islandFiles } from '#tests/e2e/public/support/built-site.ts'
import { answerConsent, chooseTime, fillSignUp } from '#tests/e2e/support/booking.ts'
import { importEvent } from '#tests/e2e/support/site.ts'
import { endSession, expectAccessible, type Patient, test } from '#tests/e2e/support/test.ts'

const storedUser = (page: Page) => page.evaluate(() => localStorage.getItem('user'))
const header = (page: Page) => page.getByRole('banner')

async function signIn(page: Page, patient: Patient): Promise<void> {
  await page.getByLabel('Email').fill(patient.email)
  await page.getByLabel('Password', { exact: true }).fill(patient.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('AUTH-07 SITE-02 a browser whose clock is half an hour fast shows Portal and Upcoming Events to a signed-in user', async ({
  page,
  patient,
}) => {
  expect(patient.profileId).toBeGreaterThan(0)
  await page.clock.setFixedTime(Date.now() + 35 * 60_000)
  await page.goto('/about-us')
  await expect(header(page).getByRole('link', { name: 'Portal' })).toBeVisible()
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeHidden()
  await expectAccessible(page)
  await header(page).getByRole('link', { name: 'Upcoming Events' }).click()
  await expect(page).toHaveURL('/upcoming-events')
})

test('AUTH-07 a session that ended is told on /login with the event, the stored user goes on any page, and signing in returns', async ({
  page,
  patient,
}) => {
  const event = await importEvent()
  const address = `/book-event?event=${event.id}`
  await page.goto(address)
  await page.getByRole('radio').first().check()
  expect(await storedUser(page)).toContain(patient.email)
  await endSession(page, patient)
  await page.goto('/about-us')
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await storedUser(page)).toBeNull()

  await page.goto(address)
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(address)}`)
  const notice = page.getByRole('status').filter({ hasText: 'You were signed out' })
  await expect(notice).toContainText('You were signed out; your answers are kept')
  await expect(notice).toContainText(
    `Sign in to book ${event.name} on ${formatLongDate(event.date)}.`,
  )
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await expectAccessible(page)
  }
  await signIn(page, patient)
  await expect(page).toHaveURL(address)
  expect(await page.evaluate(() => localStorage.getItem('session-ended'))).toBeNull()
})

test('AUTH-07 a sign-out that the server answers with 403, or not at all, leaves no user, also in a second tab', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/, /ERR_FAILED/)
  const second = await context.newPage()
  await second.goto('/upcoming-events')
  await page.goto('/upcoming-events')
  await page.route('**/api/auth/sign-out', (route) =>
    route.fulfill({ status: 403, body: '<h1>No</h1>' }),
  )
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(second).toHaveURL(/\/login/)
  // It has left its page too: nothing can be read during a navigation.
  await expect(page).toHaveURL(/\/login/)
  expect(await storedUser(page)).toBeNull()
  await expect(second.getByText('You were signed out')).toHaveCount(0)

  await context.clearCookies()
  await page.goto('/login')
  await signIn(page, patient)
  await expect(page).toHaveURL('/medical-results')
  await expect(page.getByRole('main').getByRole('link', { name: 'Upcoming Events' })).toBeVisible()
  await page.goto('/upcoming-events')
  await page.unroute('**/api/auth/sign-out')
  await context.route('**/api/auth/sign-out', (route) => route.abort())
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible()
  await context.unroute('**/api/auth/sign-out')
  // The session is still open on the server: the next page ends it first.
  await page.goto('/upcoming-events')
  await expect(page).toHaveURL('/login?next=%2Fupcoming-events')
  await expect(page.getByLabel('Email')).toBeEnabled()
})

test('AUTH-07 CONS-05 the consent answers leave every tab at sign-out', async ({
  page,
  context,
  patient,
}) => {
  expect(patient.profileId).toBeGreaterThan(0)
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:00')
  await answerConsent(page)
  const left = await context.newPage()
  await left.goto(`/book-event?event=${event.id}`)
  await chooseTime(left, '09:00')
  await answerConsent(left)
  await left.goto('/about-us')
  const answers = (of: Page) => of.evaluate(() => sessionStorage.getItem('consent'))
  expect(await answers(page)).not.toBeNull()
  expect(await answers(left)).not.toBeNull()

  const third = await context.newPage()
  await third.goto('/upcoming-events')
  await third.getByRole('button', { name: 'Logout' }).click()
  await expect(third).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => answers(page)).toBeNull()
  await expect.poll(() => answers(left)).toBeNull()
})

test('AUTH-01 EVD-06 a click before the page is hydrated, or without script, keeps the way back as far as possible', async ({
  page,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /Error hydrating/)
  const next = `?next=${encodeURIComponent('/book-event?event=7')}`
  await page.route(islandFiles('/login').renderer, () => {
    // Never answered: the page stays as the server sent it.
  })
  // The load event never comes. The page's own script has run at this event.
  await page.goto(`/login${next}`, { waitUntil: 'domcontentloaded' })
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(`/signup${next}`)
  // The address changes before the script of the page has run.
  await page.waitForLoadState('domcontentloaded')
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`/login${next}`)

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto('/login')
  await expect(plain.locator('.without-script')).toBeVisible()
  await plain.getByRole('link', { name: 'Create an account' }).click()
  await expect(plain).toHaveURL('/signup')
  await context.close()
})

test('AUTH-02 AUTH-04 sign-up tells age limit and privacy first, takes a pasted NHS number, and offers sign-in for a known address', async ({
  page,
  browser,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const context = await browser.newContext({ viewport: { width: 375, height: 720 } })
  await page.close()
  const visitor = await context.newPage()
  await visitor.goto('/signup?next=%2Fbook-event-main')
  const main = visitor.getByRole('main')
  await expect(
    main.getByText('You must be between 40 and 80 years old to register.'),
  ).toBeInViewport()
  await expect(main.getByRole('link', { name: 'Privacy Policy' })).toBeInViewport()
  await fillSignUp(visitor, patient.email)
  const nhs = visitor.getByLabel('NHS number')
  await nhs.focus()
  await nhs.evaluate((input: HTMLInputElement) => {
    document.execCommand('insertText', false, 'NHS 943 476 5919')
    return input.value
  })
  await expect(nhs).toHaveValue('9434765919')
  await expect(main.getByText('Please enter only digits')).toHaveCount(0)
  await visitor.getByRole('button', { name: 'Create account' }).click()
  const alert = main.getByRole('alert').filter({ hasText: 'User already registered' })
  await expect(alert.getByRole('link', { name: /^0/ })).toHaveAttribute('href', /^tel:/)
  await expectAccessible(visitor)
  await alert.getByRole('link', { name: 'Sign in with this email address' }).click()
  await expect(visitor).toHaveURL('/login?next=%2Fbook-event-main')
  await expect(visitor.getByLabel('Email')).toHaveValue(patient.email)
  await context.close()
})
