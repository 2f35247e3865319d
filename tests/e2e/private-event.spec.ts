import { expect, type Page } from '@playwright/test'
import { formatLongDate } from '#core/rules/time.ts'
import { expectNoHorizontalScroll } from '#tests/e2e/public/support/checks.ts'
import { answerConsent, chooseTime, fillSignUp } from '#tests/e2e/support/booking.ts'
import { importEvent } from '#tests/e2e/support/site.ts'
import { expectAccessible, signUpByApi, test } from '#tests/e2e/support/test.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

const CODE = 'HARBOUR-4821'
const HIDDEN = [
  'Lodge Temple',
  '4 Ropewalk',
  'LD1 4ZZ',
  'secretary@lodge.example',
  '09:00',
  '11:00',
]

const privateEvent = () =>
  importEvent({
    is_private: 'true',
    access_code: CODE,
    event_description: 'For members only.',
    address_line_1: 'Lodge Temple',
    address_line_2: '4 Ropewalk',
    city: 'Lodgeford',
    postcode: 'LD1 4ZZ',
    contact_email: 'secretary@lodge.example',
  })

const bookButton = (page: Page) => page.getByRole('link', { name: 'BOOK', exact: true })
const modalOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('EVD-05 EVD-06 a lodge member with a code, signed out, enters it, signs up and books the private event', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/)
  const event = await privateEvent()

  await page.goto(`/event/${event.id}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
  await expect(main).toContainText(formatLongDate(event.date))
  await expect(main).toContainText('Lodgeford')
  await expect(main).toContainText('Private')
  const source = await page.content()
  for (const text of HIDDEN) expect(source).not.toContain(text)
  expect(source).not.toContain('application/ld+json')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expectAccessible(page)

  await bookButton(page).click()
  const modal = modalOf(page, event.name)
  await expect(modal).toBeVisible()
  const field = modal.getByLabel('Please enter Access Code')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await modal.getByRole('button', { name: 'Submit' }).click()
  await expect(modal.getByRole('alert')).toHaveText('Enter the access code of this event.')
  await field.fill('HARBOUR-4822')
  await field.press('Enter')
  await expect(modal.getByRole('alert')).toHaveText('Invalid Access code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toBeHidden()
  await expect(bookButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()

  await page.keyboard.press('Enter')
  await field.fill('harbour 4821')
  await field.press('Enter')
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/book-event?event=${event.id}`)}`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillSignUp(page, newAddress('lodge'))
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  await expect(main).toContainText(event.name)
  await chooseTime(page, '09:40')
  await answerConsent(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/booking-success\?appointment=/)
  await expect(main).toContainText('Lodge Temple')

  await page.goto(`/event/${event.id}`)
  await expect(main).toContainText('4 Ropewalk')
  const reloaded = await page.reload()
  expect(await reloaded?.headerValue('cache-control')).toBe('private, no-store')
  expect(await reloaded?.headerValue('x-robots-tag')).toBe('noindex')
})

test('EVD-05 a link with the code fills the field, leaves the address bar, and continues the booking', async ({
  page,
  context,
}) => {
  const event = await privateEvent()
  await signUpByApi(context)
  await page.goto(`/event/${event.id}?code=${CODE}`)
  const modal = modalOf(page, event.name)
  await expect(modal.getByLabel('Please enter Access Code')).toHaveValue(CODE)
  await expect(page).toHaveURL(`/event/${event.id}`)
  await modal.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  await expect(page.getByRole('radio', { name: '09:40' })).toBeVisible()
  await page.goto(`/event/${event.id}%23code=${CODE}`)
  await expect(page.getByRole('main')).toContainText('4 Ropewalk')
  await expect(page).toHaveURL(`/event/${event.id}`)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('EVD-05 SITE-10 the form is in the page, says what is wrong, and leads on to the booking', async ({
    page,
  }) => {
    const event = await privateEvent()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`/event/${event.id}`)
    await bookButton(page).click()
    const field = page.getByLabel('Please enter Access Code')
    await field.fill('WRONG-CODE')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\?refused=access-code-invalid$/)
    await expect(page.getByRole('alert')).toHaveText('Invalid Access code')
    await page.goto(`/event/${event.id}?code=${CODE}`)
    await expect(field).toHaveValue(CODE)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.goto(`/event/${event.id}`)
    await expect(page.getByRole('main')).toContainText('4 Ropewalk')
  })
})
