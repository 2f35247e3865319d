import { expect, type Page } from '@playwright/test'
import { codesTo, mailsTo, POLL } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

const NEW_PASSWORD = 'a-quieter-harbour'

const code = (page: Page) => page.getByLabel('6-digit code')
const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' })
const resendButton = (page: Page) => page.getByRole('button', { name: 'Click to Resend OTP' })
const stepTwo = (page: Page) => page.getByRole('heading', { name: 'Choose a new password' })

/** Waits until `count` codes were mailed; answers the newest. */
async function waitForCode(email: string, count: number): Promise<string> {
  await expect.poll(async () => (await codesTo(email)).length, POLL).toBe(count)
  return (await codesTo(email))[0] ?? ''
}

const wrong = (right: string) => (right === '000000' ? '111111' : '000000')

/** axe at both widths, and no sideways scrolling at 320 px. */
async function expectSound(page: Page): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }
}

/** Everything that the browser keeps or shows in its address. */
const kept = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie]),
  )

/** The form's script has run: before it, 'Forgot password?' is a link to the page of the code. */
async function openLogin(page: Page): Promise<void> {
  await page.goto('/login')
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

async function askOnLogin(page: Page, email: string): Promise<void> {
  await openLogin(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/reset-password/)
}

test('AUTH-06 a forgotten password is reset on a second device: every message, a reload, a second tab, a second code; the first device is signed out', async ({
  page: usual,
  browser,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[01]/)
  await usual.goto('/upcoming-events')
  const context = await browser.newContext()
  const page = await context.newPage()
  await openLogin(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(
    page.getByText('Please enter your email to reset your password.').first(),
  ).toBeVisible()

  await askOnLogin(page, patient.email.toUpperCase())
  await expect(page.getByText('Password reset email sent. Check your inbox.')).toBeVisible()
  const first = await waitForCode(patient.email, 1)
  await expectSound(page)

  await code(page).fill('12a456')
  await continueButton(page).click()
  await expect(
    page.getByText('OTP must be exactly 6 digits and numbers only.').first(),
  ).toBeVisible()
  await code(page).fill(wrong(first))
  await continueButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Token has expired or is invalid')
  await expect(resendButton(page)).toBeVisible()
  await code(page).fill(`${wrong(first).slice(0, 5)}9`)
  await expect(continueButton(page)).toBeVisible()
  await continueButton(page).click()
  await resendButton(page).click()
  await expect(page.getByText('A new OTP has been sent to your email.')).toBeVisible()
  await expect(code(page)).toHaveValue('')
  const second = await waitForCode(patient.email, 2)
  // The address is kept in this tab; the first code is superseded.
  await page.reload()
  await code(page).fill(first)
  await continueButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Token has expired or is invalid')
  await code(page).fill(second)
  await continueButton(page).click()
  await expect(stepTwo(page)).toBeFocused()
  await expectSound(page)

  await page.reload()
  await expect(stepTwo(page)).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/reset-password')
  await expect(stepTwo(tab)).toBeVisible()
  const password = page.getByLabel('New password', { exact: true })
  const confirmation = page.getByLabel('Confirm new password')
  await password.fill('short')
  await confirmation.fill('other')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Please use a longer password.').first()).toBeVisible()
  await expect(page.getByText('Passwords do not match.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show confirmation' }).click()
  await expect(confirmation).toHaveAttribute('type', 'text')
  await expect(password).toHaveAttribute('type', 'password')
  await password.fill(NEW_PASSWORD)
  await confirmation.fill(NEW_PASSWORD)
  const stored = await kept(page)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Portal' })).toBeVisible()
  for (const secret of [NEW_PASSWORD, first, second]) {
    expect(stored).not.toContain(secret)
    expect(await kept(page)).not.toContain(secret)
  }
  await page.goBack()
  // The step of the password is replaced in the history: Back skips it.
  await expect(page).toHaveURL(/^[^?#]*\/(login)?$/)
  await expect(stepTwo(page)).toBeHidden()

  // The other tab is late: the right of the code is used up.
  await tab.getByLabel('New password', { exact: true }).fill('yet-another-harbour')
  await tab.getByLabel('Confirm new password').fill('yet-another-harbour')
  await tab.getByRole('button', { name: 'Save new password' }).click()
  await expect(tab.getByRole('alert')).toContainText(
    'The time to choose a new password has expired.',
  )

  await usual.reload()
  await expect(usual).toHaveURL(/\/login/)
  await usual.getByLabel('Email').fill(patient.email)
  await usual.getByLabel('Password', { exact: true }).fill(patient.password)
  await usual.getByRole('button', { name: 'Sign in' }).click()
  await expect(usual.getByText('Invalid login credentials')).toBeVisible()
  await usual.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await usual.getByRole('button', { name: 'Sign in' }).click()
  await expect(usual).toHaveURL('/upcoming-events')
  await expect
    .poll(async () => (await mailsTo(patient.email)).map(({ subject }) => subject), POLL)
    .toContainEqual(expect.stringContaining('was changed'))
  await context.close()
})
