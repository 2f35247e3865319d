import { expect } from '@playwright/test'
import { CONSENT_TEXT } from '#booking/rules/consent.ts'
import { book, card } from '#tests/e2e/support/appointments.ts'
import { CHOICE_READ, consentHeading, expectBooked } from '#tests/e2e/support/booking.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { codesTo, dayAhead, importEvent, POLL } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

test('SITE-05 books an event from the list by keyboard alone', async ({ page, patient: _ }) => {
  // Earlier than the events of other tests, so that it is near the top of the list.
  const event = await importEvent({ event_date: dayAhead(7) })
  await page.goto('/book-event-main')
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, new RegExp(event.name), 400)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`event[/=?a-z]*${event.id}`))
  await tabTo(page, /BOOK$/, 60)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  await expect(page.getByRole('radio').first()).toBeEnabled()
  await tabTo(page, /Morning|Choose a time/)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '09:20' })).toBeChecked()
  await tabTo(page, /Proceed to Consent Form/)
  await page.keyboard.press('Enter')
  await expect(consentHeading(page)).toBeVisible()
  for (const question of [/how many PSA tests/, /father's side/, /mother's side/]) {
    await tabTo(page, question)
    await page.keyboard.press('Space')
    if (!/PSA/.test(question.source)) await page.keyboard.press('ArrowRight')
  }
  await tabTo(page, /medicines.*None/)
  await page.keyboard.press('Space')
  const { terms, sample, disclaimer } = CONSENT_TEXT.statements
  for (const text of [terms, sample, disclaimer, CHOICE_READ]) {
    await tabTo(page, new RegExp(text.slice(0, 20)))
    await page.keyboard.press('Space')
  }
  await tabTo(page, /Continue/)
  await page.keyboard.press('Enter')
  await expectBooked(page)
})

test('AUTH-01 AUTH-02 signs in, and corrects a sign-up, by keyboard alone', async ({
  page,
  context,
  patient,
}) => {
  await context.clearCookies()
  await page.goto('/signup')
  await expect(page.getByLabel('First name')).toBeEnabled()
  await tabTo(page, /NHS number/)
  await page.keyboard.insertText('NHS 943 476 5919')
  await expect(page.getByLabel('NHS number')).toHaveValue('9434765919')
  await tabTo(page, /Gender/)
  await page.keyboard.press('Tab')
  const notice = page.getByRole('dialog', { name: 'Age Restriction Notice' })
  await expect(notice.getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notice).toBeHidden()
  await tabTo(page, /Create account/)
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await tabTo(page, /Enter your last name/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Last name')).toBeFocused()

  await page.goto('/login?next=%2Fupcoming-events')
  await expect(page.getByLabel('Email')).toBeEnabled()
  await tabTo(page, /Email/)
  await page.keyboard.insertText(patient.email)
  await page.keyboard.press('Tab')
  await page.keyboard.insertText(patient.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/upcoming-events')
})

test('AUTH-06 resets a forgotten password and signs in with the new one by keyboard alone', async ({
  page,
  context,
  patient,
}) => {
  const password = 'a-quieter-harbour'
  await context.clearCookies()
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeEnabled()
  await tabTo(page, /Email/)
  await page.keyboard.insertText(patient.email)
  await tabTo(page, /Forgot password/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reset-password/)
  await expect.poll(async () => (await codesTo(patient.email)).length, POLL).toBe(1)
  await tabTo(page, /6-digit code/)
  await page.keyboard.insertText((await codesTo(patient.email))[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused()
  await tabTo(page, /New password/)
  await page.keyboard.insertText(password)
  await tabTo(page, /Confirm new password/)
  await page.keyboard.insertText(password)
  await tabTo(page, /Save new password/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  await page.goto('/portal')
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible()
  await tabTo(page, /Logout/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toBeEnabled()
  await tabTo(page, /Email/)
  await page.keyboard.insertText(patient.email)
  await page.keyboard.press('Tab')
  await page.keyboard.insertText(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/medical-results')
})

test('PORT-01 PORT-02 APPT-02 changes a telephone number and cancels an appointment by keyboard alone', async ({
  page,
  context,
  patient,
}) => {
  const event = await importEvent()
  await book(context, patient, event, '09:00')
  await page.goto('/portal')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await tabTo(page, /Edit personal information/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit Personal Information' })).toBeFocused()
  await tabTo(page, /Phone number/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('+447700900777')
  await tabTo(page, /Save Changes/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your details are saved.' })).toBeVisible()
  await expect(page.getByText('+447700900777')).toBeVisible()

  await tabTo(page, /Upcoming Events/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/upcoming-events')
  await expect(card(page, event)).toBeVisible()
  await tabTo(page, new RegExp(`Cancel ${event.name}`))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible()
  await tabTo(page, /Yes, cancel it/)
  await page.keyboard.press('Enter')
  const done = page.getByRole('dialog', { name: 'Appointment Cancelled' })
  await expect(done).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(done).toBeHidden()
  await expect(card(page, event)).toContainText('cancelled')
})

test('SITE-04 SITE-18 a hamburger menu lists the five main links on a small screen without script, each with its sub-menu', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 320, height: 720 },
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByText('Menu', { exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link')).toHaveText([
    'HOME',
    'ABOUT US',
    'EVENTS',
    'INFORMATION HUB',
    'NEWS',
  ])
  await menu.locator('summary').filter({ hasText: 'More in EVENTS' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Community' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/events#community')
  await context.close()
})
