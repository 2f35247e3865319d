import { expect, type Page } from '@playwright/test'
import { formatLongDate } from '#core/rules/time.ts'
import { islandFiles } from '#tests/e2e/public/support/built-site.ts'
import { fillSignUp } from '#tests/e2e/support/booking.ts'
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
  patient: _,
}) => {
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
