import { type BrowserContext, expect, type Page } from '@playwright/test'
import { answerConsent, chooseTime, expectBooked, fillSignUp } from '#tests/e2e/support/booking.ts'
import { importEvent } from '#tests/e2e/support/site.ts'
import { expectAccessible, signUpByApi, test } from '#tests/e2e/support/test.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

const TITLE = 'Your browser blocks our cookies'
const TEXT = 'Please allow cookies for this website'

/** The browser sends and keeps no cookie. */
async function refuseCookies(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const { 'set-cookie': _, ...headers } = response.headers()
    await context.clearCookies()
    await route.fulfill({ response, headers })
  })
}

async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
}

/** As Chromium does with 'Block all cookies': scripts see none either, and storage throws. */
async function blockCookies(page: Page): Promise<void> {
  await refuseCookies(page.context())
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await blockStorage(page)
}

async function signIn(page: Page, patient: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(patient.email)
  await page.getByLabel('Password', { exact: true }).fill(patient.password)
  await page.keyboard.press('Enter')
}

/** An account that this browser has no session of. */
async function accountElsewhere(page: Page) {
  const patient = await signUpByApi(page.context())
  await page.context().clearCookies()
  return patient
}

test('AUTH-18 AUTH-03 with blocked cookies and storage every form that opens a session says so, by keyboard too, and makes no account', async ({
  page,
}) => {
  const patient = await accountElsewhere(page)
  const event = await importEvent()
  await blockCookies(page)
  await page.goto('/portal')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByRole('alert').filter({ hasText: TITLE })).toContainText(TEXT)
  await expectAccessible(page)
  await signIn(page, patient)
  await expect(page.locator('form').getByRole('alert')).toContainText(TEXT)
  await expect(page).toHaveURL(/\/login\?next=/)

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/signup')
  await expect(page.getByRole('alert').filter({ hasText: TITLE })).toBeVisible()
  await fillSignUp(page, newAddress('blocked'))
  await page.getByRole('button', { name: 'Create account' }).press('Enter')
  await expect(page.locator('form').getByRole('alert')).toContainText(TEXT)
  expect(asked).not.toContain('/api/auth/sign-up')

  await page.goto('/reset-password')
  await expect(page.getByRole('alert').filter({ hasText: TITLE })).toBeVisible()
  await page.goto(`/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
  await page.goto('/book-event-main')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('AUTH-18 with blocked storage alone a patient signs in and books', async ({ page }) => {
  const patient = await accountElsewhere(page)
  const event = await importEvent()
  await blockStorage(page)
  await page.goto(`/book-event?event=${event.id}`)
  await expect(page).toHaveURL(/\/login\?next=/)
  await signIn(page, patient)
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:20')
  await answerConsent(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectBooked(page)
  await page.goto('/portal')
  await expect(page.getByText(patient.email).first()).toBeVisible()
})
