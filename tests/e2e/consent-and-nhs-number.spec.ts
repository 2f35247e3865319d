import { expect, type Page } from '@playwright/test'
import { answerConsent } from '#tests/e2e/support/booking.ts'
import { importEvent, sql } from '#tests/e2e/support/site.ts'
import { callApi, expectAccessible, test } from '#tests/e2e/support/test.ts'

const NUMBER = '9434765919'

async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}

async function signIn(page: Page, patient: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(patient.email)
  await page.getByLabel('Password', { exact: true }).fill(patient.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('CONS-04 CONS-05 /test-consent: from the sign-in with its query to the stored consent and the home page', async ({
  page,
  context,
  patient,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const event = await importEvent()
  await context.clearCookies()
  const path = `/test-consent?profile_id=${patient.profileId}&test_date=${event.date}`
  await page.goto(path)
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  await signIn(page, patient)
  await expect(page).toHaveURL(path)
  await expect(
    page.getByRole('heading', { name: 'INDIVIDUAL CONSENT TO PSA TESTING' }),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)

  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Consent Required' })).toBeFocused()
  await expectAccessible(page)
  await answerConsent(page)
  await page.reload()
  await submit.dblclick()
  const done = page.getByRole('dialog', { name: 'Consent form submitted successfully!' })
  await expect(done).toBeVisible()
  await expectAccessible(page)
  await done.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL('/')
  const stored = await sql('select from app.consents where profile_id = $1 and test_on = $2', [
    patient.profileId,
    event.date,
  ])
  expect(stored).toHaveLength(1)

  await page.goto(path)
  await expect(page.getByText('a new one takes its place')).toBeVisible()
})

test('NHS-01 NHS-02 /check-nhs-number by keyboard: messages, blocked clipboard, disabled Confirm, saved and masked, then the booking; another tab', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 320, height: 640 })
  const event = await importEvent()
  await page.goto(`/check-nhs-number?event=${event.id}`)
  const number = page.getByLabel('NHS number', { exact: true })
  const confirmation = page.getByLabel('Confirm NHS number')
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect(page.getByLabel('Email')).toHaveValue(patient.email)
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '')
  await expect(confirm).toBeDisabled()
  await expectAccessible(page)

  await number.focus()
  await page.keyboard.type('943x')
  await expect(number).toHaveValue('943')
  await expect(number).toHaveAccessibleDescription(/Please enter only digits \(max 10\)\./)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.keyboard.type('476')
  await page.keyboard.press('Tab')
  await expect(number).toHaveAccessibleDescription(/Enter a valid 10-digit NHS number\./)
  await expect(confirmation).toBeFocused()

  await page.evaluate((text) => navigator.clipboard.writeText(text), NUMBER)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(confirmation).toHaveValue('')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+x')
  await expect(number).toHaveValue('943476')
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(NUMBER)

  await page.keyboard.type(NUMBER)
  await page.keyboard.press('Tab')
  await page.keyboard.type('9434765910')
  await expect(confirmation).toHaveAccessibleDescription(/NHS numbers do not match!/)
  await expect(confirm).toBeDisabled()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('9')
  await expect(confirm).toBeEnabled()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  const { body } = await callApi(
    context,
    'GET',
    `/auth/profile?email=${encodeURIComponent(patient.email)}`,
  )
  expect(body['userProfile']).toMatchObject({ nhs_number: NUMBER })
  const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(storage).toContain('••• ••• 5919')
  expect(storage).not.toContain(NUMBER)

  await page.goto(`/check-nhs-number?event=${event.id}`)
  await expect(page.getByText('••• ••• 5919')).toBeVisible()

  // Another tab changes the number; the one that this tab knows is not stored any more.
  const profile = `/auth/profile?email=${encodeURIComponent(patient.email)}`
  await callApi(context, 'PATCH', profile, { nhs_number: '4010232137' })
  await number.focus()
  await page.keyboard.type(NUMBER)
  await page.keyboard.press('Tab')
  await page.keyboard.type(NUMBER)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Your number was not saved')
  await expect(page.getByText('••• ••• 2137')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  const after = await callApi(context, 'GET', profile)
  expect(after.body['userProfile']).toMatchObject({ nhs_number: NUMBER })
})
