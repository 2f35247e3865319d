import { expect } from '@playwright/test'
import { formatLongDate, formatShortDate } from '#core/rules/time.ts'
import {
  answerConsent,
  chooseTime,
  consentHeading,
  expectBooked,
  fillSignUp,
  pickTime,
} from '#tests/e2e/support/booking.ts'
import { importEvent, mailsTo, POLL } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

test('BOOK-08 BOOK-10 EVD-06 AUTH-05 a new patient signs up, books a free event, gets the mail, cancels and books again', async ({
  page,
}) => {
  const event = await importEvent()
  const email = newAddress('journey')

  await page.goto(`/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
  const create = page.getByRole('link', { name: 'Create an account' })
  await expect(create).toHaveAttribute('href', /next=/)
  await create.click()
  await fillSignUp(page, email)
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL(/\/signup-success/)
  await expect(page.getByRole('main')).toContainText('confirmation e')
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)

  await expect(page.getByRole('button', { name: 'Proceed to Consent Form' })).toBeDisabled()
  await page.getByRole('button', { name: 'Add another service' }).click()
  await expect(page.getByText('Service added')).toBeVisible()
  await expectAccessible(page)
  await chooseTime(page, '09:40')

  await expect(consentHeading(page)).toBeVisible()
  await expect(page.getByText(/We are keeping|is kept|kept for/).first()).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(consentHeading(page)).toBeVisible()
  await answerConsent(page)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL(/\/booking-success\?appointment=/)
  await expectBooked(page)
  await expect(page.getByRole('main')).toContainText('09:40')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /calendar/i }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ics$/)

  const booked = async () =>
    (await mailsTo(email)).filter(({ attachments }) => attachments.length > 0)
  await expect.poll(async () => (await booked()).length, POLL).toBe(1)
  const [mail] = await booked()
  expect(mail?.subject).not.toMatch(/psa|prostate|cancer|blood/i)
  expect(mail?.text).toContain(formatLongDate(event.date))
  expect(mail?.text).toContain('09:40')
  expect(mail?.attachments[0]?.content).toContain('METHOD:PUBLISH')

  await page.goto(`/book-event?event=${event.id}`)
  await pickTime(page, '10:00')
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Existing Booking' })
  await expect(notice).toContainText(
    'You have an upcoming appointment. Please cancel the upcoming appointment in your portal first before making new booking.',
  )
  await notice.getByRole('link').first().click()

  await expect(page).toHaveURL('/upcoming-events')
  const card = page.getByRole('article').filter({ hasText: event.name })
  await expect(card).toContainText(formatShortDate(event.date))
  await expect(card).toContainText('booked')
  await expectAccessible(page)
  await card.getByRole('button', { name: /^Cancel/ }).click()
  const confirmation = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(confirmation).toContainText('Do you really want to cancel this appointment?')
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'No, keep it' }).click()
  await expect(card).toContainText('booked')
  await card.getByRole('button', { name: /^Cancel/ }).click()
  await confirmation.getByRole('button', { name: 'Yes, cancel it' }).click()
  const notification = page.getByRole('dialog', { name: 'Appointment Cancelled' })
  await expect(notification).toContainText('Your appointment has been cancelled successfully.')
  await notification.getByRole('button').first().click()
  await expect(card).toContainText('cancelled')
  await expect(card.getByRole('button', { name: /^Cancel/ })).toBeDisabled()
  await expect.poll(async () => (await booked()).length, POLL).toBe(2)
  const [cancelled] = await booked()
  expect(cancelled?.attachments[0]?.content).toContain('METHOD:CANCEL')

  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '10:00')
  await expect(consentHeading(page)).toBeVisible()
  await answerConsent(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectBooked(page)
})
