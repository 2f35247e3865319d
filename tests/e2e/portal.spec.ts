import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { importEvent, mailsTo, POLL } from '#tests/e2e/support/site.ts'
import {
  bookByApi,
  callApi,
  expectAccessible,
  type Patient,
  test,
} from '#tests/e2e/support/test.ts'
import { PASSWORD } from '#tests/fixtures/new-person.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Personal Information' })
const form = (page: Page) => page.getByRole('form', { name: 'Edit Personal Information' })
const phone = (page: Page) => form(page).getByLabel('Phone number')
const save = (page: Page) => form(page).getByRole('button', { name: 'Save Changes' })

async function openForm(page: Page): Promise<void> {
  await page.goto('/portal')
  await card(page).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Personal Information' })).toBeFocused()
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBe(0)
}

const profileOf = async (page: Page, { email }: Patient) =>
  (await callApi(page.context(), 'GET', `/auth/profile?email=${encodeURIComponent(email)}`)).body[
    'userProfile'
  ] as Record<string, unknown>

test('PORT-01 PORT-02 SITE-02 the Portal button leads to the card, which has a row for each value', async ({
  page,
  patient,
}) => {
  await callApi(
    page.context(),
    'PATCH',
    `/auth/profile?email=${encodeURIComponent(patient.email)}`,
    {
      nhs_number: '943 476 5919',
    },
  )
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Portal' }).click()
  await expect(page).toHaveURL('/portal')
  await expect(page.getByText(`ID: Halyard${patient.profileId}`)).toBeVisible()
  await expect(card(page).locator('dt')).toHaveText([
    'Name',
    'Gender',
    'Date of birth',
    'Ethnicity',
    'Phone number',
    'Email',
    'Home address',
    'NHS number',
  ])
  await expect(card(page)).toContainText('••• ••• 5919')
  await expect(card(page)).not.toContainText('943 476 5919')
  await card(page).getByRole('button', { name: 'Show NHS number' }).click()
  await expect(card(page)).toContainText('943 476 5919')
  await expect(page.getByText('This device')).toBeVisible()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

test('PORT-03 of two tabs the second shows both values, and the patient chooses by keyboard', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await page.setViewportSize({ width: 320, height: 720 })
  await openForm(page)
  const second = await context.newPage()
  await openForm(second)
  await phone(second).fill('+447700900555')
  await form(second).getByLabel('Occupation').fill('Sailor')
  await save(second).click()
  await expect(card(second)).toContainText('Sailor')

  await phone(page).fill('+447700900999')
  await page.keyboard.press('Enter')
  const conflict = page.getByRole('group', { name: 'Your details have changed in the meantime' })
  await expect(conflict).toBeFocused()
  await expect(form(page).getByLabel('Occupation')).toHaveValue('Sailor')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await save(page).press('Enter')
  const missing = conflict.getByRole('alert')
  await expect(missing).toBeFocused()
  await expect(missing).toContainText('Choose which one to keep: Phone')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(conflict.getByRole('radio', { name: '+447700900555' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(conflict.getByRole('radio', { name: '+447700900555' })).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(conflict.getByRole('radio', { name: '+447700900999' })).toBeChecked()
  await save(page).press('Enter')
  await expect(card(page)).toContainText('+447700900999')
  expect(await profileOf(page, patient)).toMatchObject({
    phone: '+447700900999',
    occupation: 'Sailor',
  })
  await second.close()
})

test('PORT-04 PORT-06 consents are readable, and the data are downloaded as a page and as JSON', async ({
  page,
  context,
  patient,
}) => {
  const event = await importEvent()
  await bookByApi(context, patient, event, '09:00')
  await page.goto('/portal')
  const consents = page.getByRole('region', { name: 'Your consents' })
  await consents.getByText('For the test on').click()
  await expect(consents).toContainText('Counting this one, how many PSA tests have you had?')
  await expect(consents).toContainText('1st')
  await expectAccessible(page)

  const download = async (name: string) => {
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const file = await started
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const json = await download('Download as JSON')
  expect(json.name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(json.text) as Record<string, Record<string, unknown>[]>
  expect(data['profiles']?.[0]).toMatchObject({ email: patient.email })
  expect(data['appointments']?.[0]).toMatchObject({ event_name: event.name, status: 'booked' })
  const html = await download('Download as a page to read')
  expect(html.name).toMatch(/\.html$/)
  await expect(page.getByText('Your file is ready.')).toBeVisible()
  const read = await context.newPage()
  await read.setContent(html.text)
  await expect(read.getByRole('heading', { level: 1 })).toHaveText(/^Your data held by /)
  await expect(read.getByText(event.name)).toBeVisible()
  await expectAccessible(read)
  await read.close()
})

test('PORT-05 a patient deletes their account: told first, wrong password refused, then signed out everywhere', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (401|403|400)/)
  const event = await importEvent()
  await bookByApi(context, patient, event, '09:00')
  const second = await context.newPage()
  await second.goto('/upcoming-events')
  await expect(second.getByRole('heading', { name: event.name })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto('/portal')
  const closing = page.getByRole('region', { name: 'Delete my account' })
  await closing.getByRole('button', { name: 'Delete my account' }).click()
  await expect(closing.getByRole('heading', { name: 'Delete my account' })).toBeFocused()
  await expect(closing).toContainText(event.name)
  await expect(closing).toContainText('You have not had a test with us')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  const password = closing.getByLabel('Your password', { exact: true })
  await password.fill('not-the-password')
  await password.press('Enter')
  await expect(
    closing.getByRole('link', { name: 'This is not your current password.' }),
  ).toBeVisible()
  await expectAccessible(page)
  await password.fill(PASSWORD)
  await closing.getByRole('button', { name: 'Delete my account for good' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused()
  await expectAccessible(page)
  await expect(second).toHaveURL(/\/login/)
  await second.close()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeAttached()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await expect
    .poll(async () => (await mailsTo(patient.email)).map(({ subject }) => subject), POLL)
    .toContainEqual(expect.stringMatching(/^Your account with .* is deleted$/))
  const again = await callApi(context, 'POST', '/auth/sign-in', {
    email: patient.email,
    password: PASSWORD,
  })
  expect(again.body['error']).toBe('Invalid login credentials')
})
