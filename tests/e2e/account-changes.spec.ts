import { expect, type Page } from '@playwright/test'
import { mailsTo, POLL } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

const NEW_PASSWORD = 'a-quieter-harbour'

const card = (page: Page, name: string) => page.getByRole('region', { name })

async function linkTo(address: string): Promise<string> {
  const links = async () =>
    (await mailsTo(address)).flatMap(
      ({ text }) => /\/confirm-email-change\?token=[\w-]{43}/.exec(text)?.[0] ?? [],
    )
  await expect.poll(async () => (await links()).length, POLL).toBe(1)
  return (await links())[0] ?? ''
}

test('AUTH-13 a patient changes password and e-mail address in the portal; the link is confirmed by its button, on another device', async ({
  page,
  browser,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await page.goto('/portal')
  const password = card(page, 'Change your password')
  await password.getByLabel('Current password').fill('not-this-one')
  await password.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await password.getByLabel('Confirm new password').fill(NEW_PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText('This is not your current password.').first()).toBeVisible()
  await password.getByLabel('Current password').fill(patient.password)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByRole('status')).toHaveText(
    'Your password is changed. Every other device is signed out.',
  )
  await expect(password.getByLabel('Current password')).toHaveValue('')

  const email = card(page, 'Change your email')
  const next = newAddress('next')
  await email.getByRole('button', { name: 'Send link' }).click()
  await expect(email.getByText('Enter your email address.').first()).toBeVisible()
  await email.getByLabel('New email').fill(next)
  await email.getByLabel('Your password').fill(NEW_PASSWORD)
  await email.getByRole('button', { name: 'Send link' }).click()
  await expect(email.getByRole('status')).toContainText(`We sent a link to ${next}.`)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }

  const phone = await (await browser.newContext()).newPage()
  await phone.goto(await linkTo(next))
  const use = phone.getByRole('button', { name: 'Use this email' })
  await expect(use).toBeVisible()
  await expectAccessible(phone)
  // Opening the page has changed nothing.
  await page.reload()
  await expect(email.getByText(patient.email)).toBeVisible()
  await use.press('Enter')
  await expect(phone.getByText('Your email address is changed.')).toBeVisible()
  await expectAccessible(phone)
  await page.reload()
  await expect(email.getByText(next)).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(patient.email)).map(({ subject }) => subject), POLL)
    .toContainEqual(expect.stringContaining('Your email address'))
  await phone.goto('/login')
  await phone.getByLabel('Email').fill(next)
  await phone.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone).not.toHaveURL(/\/login/)
  await phone.context().close()
})
