import { expect, type Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import { card, confirm, modal } from '#tests/e2e/support/appointments.ts'
import {
  answerConsent,
  chooseTime,
  consentHeading,
  expectBooked,
  fillSignUp,
  pickTime,
} from '#tests/e2e/support/booking.ts'
import { releaseResults } from '#tests/e2e/support/results.ts'
import { importEvent } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'
import type { Run, Told } from '#tests/e2e/support/translated-island.tsx'
import { expectTranslated, SEED, translatePages } from '#tests/e2e/support/translation.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

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
