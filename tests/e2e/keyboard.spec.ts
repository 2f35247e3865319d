import { expect, type Page } from '@playwright/test'
import { CONSENT_TEXT } from '#domain/consent.ts'
import { consentHeading } from '#tests/e2e/support/booking.ts'
import { dayAhead, importEvent } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

/** Presses Tab until the label of the focused control matches `name`; throws after `most` presses. */
async function tabTo(page: Page, name: RegExp, most = 120): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return ''
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const group = element.closest('fieldset')?.querySelector('legend')?.textContent ?? ''
      const own = labels.map((each) => each.textContent).join(' ') || element.textContent || ''
      return `${group} / ${element.getAttribute('aria-label') ?? own}`.replace(/\s+/g, ' ').trim()
    })
    if (name.test(label)) return
  }
  throw new Error(`${name} cannot be reached by Tab on ${page.url()}`)
}

test('SITE-05 books an event from the list by keyboard alone', async ({ page, patient }) => {
  expect(patient.profileId).toBeGreaterThan(0)
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
  for (const text of [terms, sample, disclaimer]) {
    await tabTo(page, new RegExp(text.slice(0, 40)))
    await page.keyboard.press('Space')
  }
  await tabTo(page, /Continue/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your booking has been booked successfully!')).toBeVisible()
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

test('SITE-04 a hamburger menu lists the five main links on a small screen without script', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 720 },
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
  await context.close()
})
