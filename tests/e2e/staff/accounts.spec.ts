import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { codeAt } from '#staff/server/factor.ts'
import { expectNoHorizontalScroll } from '#tests/e2e/public/support/checks.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { mailsTo, POLL, sql } from '#tests/e2e/support/site.ts'
import { sampleStaff, signInStaff } from '#tests/e2e/support/staff.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

const PASSWORD = 'three quiet herons'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

/** Letters only: a name has no digits. */
const newName = () => `Nora ${randomUUID().replace(/[^a-f]/g, '')}`

/** The link of the newest invitation. */
async function invitationOf(email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(email)).length, POLL).toBeGreaterThan(0)
  const [mail] = await mailsTo(email)
  return /http\S+\/staff\/join\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** The key that the page shows for a person who cannot scan the square. */
const keyOn = async (page: Page) =>
  (await page.locator('.staff-key').innerText()).replaceAll(' ', '')

const fillCode = (page: Page, code: string) =>
  page.getByLabel('Code of your authenticator app').fill(code)

async function enterPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Continue')
}

/** Codes may be given again, and a lock ends: a test cannot wait for the next one. */
const forget = (email: string) =>
  sql(
    `update app.staff_factors set last_step = null, locked_until = null
      where user_id = (select user_id from app.staff where email = $1)`,
    [email],
  )

/** The administrator's last code was given a while ago. */
const ageCodes = (email: string, minutes: number) =>
  sql(
    `update app.sessions set factor_at = app.clock_now() - make_interval(mins => $2) where email = $1`,
    [email, minutes],
  )

/** Invites a person by the page; a fresh code is asked for. */
async function invite(page: Page, secret: string, person: { name: string; email: string }) {
  await page.goto('/staff/team')
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await press(page, 'Send the invitation')
  await expect(page.getByRole('alert')).toContainText('Choose at least one role.')
  await page.getByLabel('Coordinator').check()
  await page.getByLabel('Administrator').check()
  await press(page, 'Send the invitation')
  await expect(page.getByRole('alert')).toContainText('Enter the six digits')
  await expect(page.getByLabel('Name')).toHaveValue(person.name)
  await expect(page.getByLabel('Coordinator')).toBeChecked()
  await fillCode(page, codeAt(secret, new Date()))
  await press(page, 'Send the invitation')
  await expect(page.getByRole('status').first()).toContainText('on its way')
}

async function withoutScript(browser: Browser): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  return [context, await context.newPage()]
}

test('STF-01 STF-02 STF-04 STF-05 STF-06 invited, joined, signed in, five wrong codes, a lost telephone, suspended in the middle of a form: without script', async ({
  page: admin,
  browser,
  expectedErrors,
}) => {
  // A refused form.
  expectedErrors.push(/status of 422/)
  const administrator = await signInStaff(admin, 'administrator')
  await ageCodes(administrator.email, 11)
  await forget(administrator.email)
  const person = { name: newName(), email: newAddress() }
  await invite(admin, administrator.totpSecret, person)

  const [context, page] = await withoutScript(browser)
  await page.goto(await invitationOf(person.email))
  await page.getByLabel('Password', { exact: true }).fill('too short')
  await page.getByLabel('Repeat the password').fill('too short')
  await press(page, 'Continue')
  await expect(page.getByRole('alert')).toContainText('at least 12 characters')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat the password').fill(PASSWORD)
  await press(page, 'Continue')
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  let secret = await keyOn(page)
  await fillCode(page, '123')
  await press(page, 'Finish')
  await expect(page.getByRole('alert')).toContainText('This code is wrong')
  expect(await keyOn(page)).toBe(secret)
  const code = codeAt(secret, new Date())
  await fillCode(page, code)
  await press(page, 'Finish')
  await expect(page).toHaveURL('/staff')
  await expect(page.getByRole('banner')).toContainText(person.name)
  // What became of a judgement is not left to the next person.
  const domain = new URL(page.url()).hostname
  const judged = { name: 'judged', value: 'recorded', domain, path: '/staff/results/judge' }
  await page.context().addCookies([judged])
  await press(page, 'Sign out')
  await expect(page.getByRole('status').first()).toContainText('You are signed out.')
  const left = (await page.context().cookies()).map(({ name }) => name)
  expect(left).not.toContain('judged')

  // Signed out: to the sign-in and back. The password alone opens the page for the code, and a code works once.
  await page.goto('/staff/team/new?x=1')
  await expect(page).toHaveURL(/\/staff\/sign-in\?to=/)
  await enterPassword(page, person.email, 'three quiet herrings')
  await expect(page.getByRole('alert')).toContainText('Invalid login credentials')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await enterPassword(page, person.email)
  await expect(heading(page)).toHaveText('Enter your code')
  await page.goto('/staff')
  await expect(heading(page)).toHaveText('Enter your code')
  await page.goto('/staff/sign-in/code?to=%2Fstaff%2Fteam%2Fnew%3Fx%3D1')
  await fillCode(page, code)
  await press(page, 'Sign in')
  await expect(page.getByRole('alert')).toContainText('used already')
  for (const _ of Array(5)) {
    await fillCode(page, '000000')
    await press(page, 'Sign in')
    await expect(page.getByRole('alert')).toBeVisible()
  }
  await expect(page.getByRole('alert')).toContainText('Wait 15 minutes')
  await expect
    .poll(async () => (await mailsTo(administrator.email))[0]?.subject, POLL)
    .toContain('Wrong codes')
  await forget(person.email)
  await fillCode(page, codeAt(secret, new Date()))
  await press(page, 'Sign in')
  await expect(page).toHaveURL('/staff/team/new?x=1')

  // A lost telephone.
  await admin.goto('/staff/team')
  await admin.getByRole('link', { name: person.name }).click()
  await press(admin, 'Remove the authenticator app')
  await expect(admin.getByRole('status').first()).toContainText('is removed')
  await page.goto('/staff')
  await enterPassword(page, person.email)
  await expect(heading(page)).toHaveText('Set up your authenticator app')
  const lost = secret
  secret = await keyOn(page)
  expect(secret).not.toBe(lost)
  await fillCode(page, codeAt(secret, new Date()))
  await press(page, 'Sign in')
  await expect(page).toHaveURL('/staff')

  // Two editors: the version that the second page shows is out of date.
  const behind = await admin.context().newPage()
  await behind.goto(admin.url().split('?')[0] ?? '')
  await admin.goto(behind.url())
  await admin.getByLabel('Phlebotomist').check()
  await press(admin, 'Change the roles')
  await expect(admin.getByRole('status').first()).toContainText('The roles are changed.')
  await behind.getByLabel('Coordinator').uncheck()
  await press(behind, 'Change the roles')
  await expect(behind.getByRole('alert')).toContainText('Another person changed the account.')
  await behind.close()

  // Suspended in the middle of a form: nothing is stored, and the person is told.
  await page.goto('/staff/team/new')
  const other = { name: newName(), email: newAddress() }
  await page.getByLabel('Name').fill(other.name)
  await page.getByLabel('Email').fill(other.email)
  await page.getByLabel('Coordinator').check()
  await press(admin, 'Suspend the account')
  await expect(admin.getByRole('status').first()).toContainText('is suspended')
  await press(page, 'Send the invitation')
  await expect(page.getByRole('alert')).toContainText('What you sent was not stored.')
  expect(await sql('select from app.staff where email = $1', [other.email])).toEqual([])
  await enterPassword(page, person.email)
  await expect(page.getByRole('alert')).toContainText('This account is suspended.')
  await context.close()

  // One's own account has no forms.
  await admin.goto('/staff/team')
  await admin.getByRole('link', { name: administrator.name }).click()
  await expect(admin.getByRole('main').getByRole('button')).toHaveCount(0)
})

test('STF-01 STF-02 STF-05 a patient’s session opens nothing; a sample account signs in by keyboard alone; the pages of accounts at 320 px have no fault of accessibility', async ({
  page,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4(03|22)/)
  expect(sampleStaff().map(({ role }) => role)).toEqual([
    'administrator',
    'coordinator',
    'phlebotomist',
    'clinician',
    'clinician',
  ])
  const { email, password, totpSecret } = sampleStaff()[4] ?? {
    email: '',
    password: '',
    totpSecret: '',
  }
  expect(patient.email).not.toBe(email)
  await page.goto('/staff')
  await expect(heading(page)).toHaveText('You are not allowed to do this.')
  await page.context().clearCookies()
  await page.setViewportSize({ width: 320, height: 640 })
  const check = async () => {
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
  await page.goto('/staff')
  await check()
  await tabTo(page, /Email/)
  await page.keyboard.type(email)
  await tabTo(page, /Password/)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Enter your code')
  await check()
  await forget(email)
  await tabTo(page, /Code of your/)
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await check()
  await tabTo(page, /Code of your/)
  await page.keyboard.type(codeAt(totpSecret, new Date()))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/staff')
  await page.context().clearCookies()

  await signInStaff(page, 'administrator')
  await ageCodes(sampleStaff()[0]?.email ?? '', 11)
  await page.goto('/staff/team')
  await check()
  await page.getByRole('link', { name: 'Mo Finch' }).click()
  await check()
  await page.goto('/staff/team/new')
  await press(page, 'Send the invitation')
  await check()
  await page.goto(`/staff/join?token=${'x'.repeat(43)}`)
  await expect(page).toHaveURL('/staff/join')
  await check()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat the password').fill(PASSWORD)
  await page.context().clearCookies()
  await press(page, 'Continue')
  await expect(page.getByRole('alert')).toContainText('This link was used')
})

test('STF-08 the warning comes two minutes before the end, by the session; a use in another tab keeps the session', async ({
  page,
}) => {
  await page.clock.install()
  await signInStaff(page, 'coordinator')
  await page.goto('/staff')
  const warning = page.getByText('You will be signed out in two minutes')
  await expect(warning).toBeHidden()
  await page.clock.runFor(27 * 60_000)
  await expect(warning).toBeHidden()
  await page.clock.runFor(61_000)
  await expect(warning).toBeVisible()
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Stay signed in' }).click(),
  ])
  await expect(heading(other)).toHaveText('Today')
  await expect(warning).toBeHidden()
  await page.reload()
  await expect(warning).toBeHidden()
})
