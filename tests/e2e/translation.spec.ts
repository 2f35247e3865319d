import { expect, type Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import { LEAVE_DIALOG, WAITING_TEXTS } from '#domain/texts/waiting-list.ts'
import { book, card, confirm, modal } from '#tests/e2e/support/appointments.ts'
import {
  answerConsent,
  chooseTime,
  consentHeading,
  expectBooked,
  fillSignUp,
  pickTime,
} from '#tests/e2e/support/booking.ts'
import { alertOf, GOOD, openCheckout, PRICE, pay } from '#tests/e2e/support/checkout.ts'
import { releaseResults } from '#tests/e2e/support/results.ts'
import { codesTo, importEvent, mailsTo, POLL, sql } from '#tests/e2e/support/site.ts'
import { signUpByApi, test } from '#tests/e2e/support/test.ts'
import type { Run, Told } from '#tests/e2e/support/translated-island.tsx'
import { expectTranslated, SEED, translatePages } from '#tests/e2e/support/translation.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

/** The one-time link to `path` in the newest mail. */
async function linkTo(path: string, address: string): Promise<string> {
  const pattern = new RegExp(`https?://[^/\\s]+(${path}\\S+)`)
  const links = async () =>
    (await mailsTo(address)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
  await expect.poll(async () => (await links()).length, POLL).toBe(1)
  return (await links())[0] ?? ''
}

/** What a translation must not change is outside of it. */
const expectVerbatim = (page: Page, text: string) =>
  expect(
    page.getByRole('main').locator('[translate="no"]', { hasText: text }).first(),
  ).toBeVisible()

test('SITE-15 on translated pages a new patient signs up, books, reads the confirmation, changes the time and cancels', async ({
  page,
}) => {
  test.slow()
  await translatePages(page)
  const event = await importEvent()
  const email = newAddress('translated')
  await page.goto(`/signup?next=${encodeURIComponent(`/book-event?event=${event.id}`)}`)
  await expectTranslated(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Enter your email address.').first()).toBeVisible()
  await fillSignUp(page, email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/signup-success/)
  await expectVerbatim(page, email)
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByText('You are staying on this page.')).toBeVisible()
  await expectTranslated(page)
  await page.getByRole('link', { name: 'click here to go on' }).click()

  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:40')
  await expect(consentHeading(page)).toBeVisible()
  await expect(page.getByText('Your place at 09:40 is kept for')).toBeVisible()
  await expectVerbatim(page, event.name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Consent Required')).toBeVisible()
  await answerConsent(page)
  await expectTranslated(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectBooked(page)
  await expectTranslated(page)

  await page.goto('/upcoming-events')
  await card(page, event)
    .getByRole('button', { name: /^Reschedule/ })
    .click()
  await pickTime(page, '10:40')
  await confirm(page).click()
  await expect(modal(page)).toBeHidden()
  await expect(page.getByText('Appointment time updated successfully.')).toBeVisible()
  // The history below names the earlier time.
  await expect(card(page, event).locator('dl')).toContainText('10:40')
  await expect(card(page, event).locator('dl')).not.toContainText('09:40')
  await expectVerbatim(page, event.name)
  await expectVerbatim(page, 'Harbour Hall')
  await card(page, event)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  const cancelled = page.getByRole('dialog', { name: 'Appointment Cancelled' })
  await expect(cancelled).toContainText('Your appointment has been cancelled successfully.')
  await cancelled.getByRole('button').first().click()
  await expect(card(page, event)).toContainText('cancelled')
  await expectTranslated(page)
})

test('SITE-15 on translated pages a wrong password is told, a code resets it, and the links of the mails work', async ({
  page,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[01]/)
  await translatePages(page)
  await page.goto(await linkTo('/verify-email', patient.email))
  await expectTranslated(page)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('Thank you, your email is confirmed')).toBeVisible()
  await expectTranslated(page)

  const next = newAddress('next')
  await page.goto('/portal')
  const change = page.getByRole('region', { name: 'Change your email' })
  await change.getByLabel('New email').fill(next)
  await change.getByLabel('Your password').fill(patient.password)
  await change.getByRole('button', { name: 'Send link' }).click()
  await expect(change.getByRole('status')).toContainText(`We sent a link to ${next}.`)
  await expectTranslated(page)
  await page.goto(await linkTo('/confirm-email-change', next))
  await page.getByRole('button', { name: 'Use this email' }).click()
  await expect(page.getByText('Thank you', { exact: true })).toBeVisible()
  await expectTranslated(page)

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(next)
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  await expectTranslated(page)
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(next)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Password reset email sent. Check your inbox.')).toBeVisible()
  await expectVerbatim(page, next)
  await page.getByLabel('6-digit code').fill('12a456')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('OTP must be exactly 6 digits').first()).toBeVisible()
  await expect.poll(async () => (await codesTo(next)).length, POLL).toBe(1)
  await page.getByLabel('6-digit code').fill((await codesTo(next))[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Please use a longer password.').first()).toBeVisible()
  await expectTranslated(page)
})

test('SITE-15 on translated pages the list of events shows what the filter finds, and nothing else', async ({
  page,
}) => {
  await translatePages(page)
  const event = await importEvent()
  await page.goto('/book-event-main')
  const own = page.getByRole('article').filter({ hasText: event.name })
  /** The text above the list says how many events are in it. */
  const expectCounted = () =>
    expect(async () => {
      const shown = await page
        .locator('.find-events__results > .event-list')
        .getByRole('article')
        .count()
      const text = new RegExp(`^${shown} events?`)
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible({
        timeout: 1000,
      })
    }).toPass()
  await expect(own).toBeVisible()
  await expectCounted()
  await page.getByLabel('When').selectOption({ index: 1 })
  await expect(page.getByText('You are looking for:')).toBeVisible()
  await expect(own).toBeHidden()
  await expectTranslated(page)
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(own).toBeVisible()
  await expectCounted()
  await expectVerbatim(page, event.name)
  await page.getByRole('tab', { name: 'By Location' }).click()
  await page.getByLabel('Where').fill('TR21')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No upcoming events found')).toBeVisible()
  await page.getByRole('button', { name: 'Anywhere' }).click()
  await expect(own).toBeVisible()
  await expectTranslated(page)
})

test('SITE-15 on translated pages a refused card is told, the next one pays, and the receipt has the amount', async ({
  page,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4\d\d/)
  await translatePages(page)
  await openCheckout(page, patient)
  await expectVerbatim(page, PRICE)
  await pay(page, { number: '4000000000000002' })
  await expect(alertOf(page, 'Your card was declined')).toBeVisible()
  await expectTranslated(page)
  await pay(page, GOOD)
  await expectBooked(page)
  await expectTranslated(page)
  const [paid] = await sql<{ id: string }>(
    'select appointment_id as id from app.appointments where profile_id = $1',
    [patient.profileId],
  )
  await page.goto(`/receipt?appointment=${paid?.id}`)
  await expectVerbatim(page, PRICE)
  await expectTranslated(page)
})

test('SITE-15 on translated pages the portal saves details, a result is read, a waiting list joined, a number and a consent given', async ({
  page,
  patient,
}) => {
  test.slow()
  await translatePages(page)
  await releaseResults(patient.profileId, [{ value: '4.37', light: 'amber' }])
  await page.goto('/medical-results')
  await expectVerbatim(page, '4.37')
  await expectTranslated(page)

  await page.goto('/portal')
  await page.getByRole('button', { name: 'Edit personal information' }).click()
  const form = page.getByRole('form', { name: 'Edit Personal Information' })
  await form.getByLabel('Phone number').fill('+447700900456')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectVerbatim(page, '+447700900456')
  await expectVerbatim(page, 'Edwin Marlow')
  await expectTranslated(page)

  const event = await importEvent()
  await page.goto(`/check-nhs-number?event=${event.id}`)
  await page.getByLabel('NHS number', { exact: true }).fill('9434765919')
  await page.getByLabel('Confirm NHS number').pressSequentially('9434765919')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/book-event/)

  await page.goto(`/test-consent?profile_id=${patient.profileId}&test_date=${event.date}`)
  await answerConsent(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Consent form submitted successfully!')).toBeVisible()
  await expectTranslated(page)
})

test('SITE-15 on translated pages a waiting list is joined and left, and a reminder is answered', async ({
  page,
  browser,
  patient,
}) => {
  expect(patient.profileId).toBeGreaterThan(0)
  await translatePages(page)
  const event = await importEvent({ total_spaces: '1', end_time: '18:00' })
  const other = await browser.newContext()
  await book(other, await signUpByApi(other), event, '09:20')
  await other.close()
  await page.goto(`/waiting-list?event=${event.id}`)
  await page.getByLabel('Evening, from 17:00').uncheck()
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByText('You are next on the waiting list.')).toBeVisible()
  await expectVerbatim(page, event.name)
  await expectTranslated(page)
  await page.getByRole('button', { name: new RegExp(`^${WAITING_TEXTS.leave}`) }).click()
  await page
    .getByRole('dialog', { name: LEAVE_DIALOG.title })
    .getByRole('button', { name: LEAVE_DIALOG.confirm })
    .click()
  await expect(page.getByText('You are next on the waiting list.')).toBeHidden()
  await expectTranslated(page)

  const appointment = {
    state: 'upcoming',
    starts_at: `${event.date}T09:20:00.000Z`,
    changeable_until: `${event.date}T00:00:00.000Z`,
    may_change: true,
    confirmed_at: null,
  }
  await page.route('**/api/reminders/read', (route) => route.fulfill({ json: appointment }))
  await page.route('**/api/reminders/confirm', (route) =>
    route.fulfill({ json: { ...appointment, confirmed_at: new Date().toISOString() } }),
  )
  await page.goto(`/appointment-reminder#${'x'.repeat(43)}`)
  await expectTranslated(page)
  await page.getByRole('button', { name: 'I will come' }).click()
  await expect(page.getByText('Thank you, we expect you')).toBeVisible()
  await expectTranslated(page)
})

let script: string | undefined

/** Runs React with our guard, or without it, on a page of its own. */
async function runTranslated(page: Page, run: Run): Promise<Told> {
  if (script === undefined) {
    const bundle = await rolldown({
      input: 'tests/e2e/support/translated-island.tsx',
      platform: 'browser',
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    })
    script = (await bundle.generate({ format: 'iife' })).output[0].code
    await bundle.close()
  }
  await page.goto('about:blank')
  await page.addScriptTag({ content: script })
  return page.evaluate((given) => {
    const { runTranslated: start } = window as unknown as { runTranslated: (run: Run) => Told }
    return start(given)
  }, run)
}

test(`SITE-15 React shows each new state on a page that translators change at random (TEST_SEED=${SEED}); without the guard it fails`, async ({
  page,
}) => {
  const way = { steps: 150, isGuarded: true, isOld: true }
  for (const seed of [SEED, SEED + 1, SEED + 2, SEED + 3]) {
    const { read, expected, errors } = await runTranslated(page, { ...way, seed })
    expect({ seed, read, errors }).toEqual({ seed, read: expected, errors: [] })
  }
  // Control: an earlier text stays.
  const stale = await runTranslated(page, { ...way, seed: SEED, isGuarded: false })
  expect(stale.read).not.toBe(stale.expected)
  // Control: the button as it was breaks at its first press, as it is now it does not.
  const press = { steps: 2, isGuarded: false, seed: SEED, only: 'button' } as const
  expect((await runTranslated(page, { ...press, isOld: true })).errors).toEqual([
    expect.stringContaining('NotFoundError'),
  ])
  const now = await runTranslated(page, { ...press, isOld: false })
  expect(now).toEqual({ read: 'Sending…', expected: 'Sending…', errors: [] })
})

test('SITE-15 an error of our own still throws where the page is translated', async ({ page }) => {
  await runTranslated(page, { seed: SEED, steps: 1, isGuarded: true, isOld: false })
  const thrown = await page.evaluate(() => {
    const [own, strange] = [document.createElement('p'), document.createElement('b')]
    const errorOf = (action: () => void) => {
      try {
        action()
        return 'nothing'
      } catch (error) {
        return error instanceof DOMException ? error.name : 'another error'
      }
    }
    return [
      errorOf(() => own.removeChild(strange)),
      errorOf(() => own.insertBefore(document.createElement('i'), strange)),
      errorOf(() => own.removeChild(document.createTextNode('strange'))),
      // As scripts of others do at the end of a parent.
      errorOf(() => Reflect.apply(own.insertBefore, own, [strange, undefined])),
      own.lastChild === strange,
    ]
  })
  expect(thrown).toEqual(['NotFoundError', 'NotFoundError', 'NotFoundError', 'nothing', true])
})
