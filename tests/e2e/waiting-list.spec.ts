import { type Browser, expect } from '@playwright/test'
import { expectNoHorizontalScroll } from '#tests/e2e/public/support/checks.ts'
import { book } from '#tests/e2e/support/appointments.ts'
import { answerConsent, consentHeading } from '#tests/e2e/support/booking.ts'
import { importEvent, mailsTo, POLL, sql } from '#tests/e2e/support/site.ts'
import { callApi, expectAccessible, signUpByApi, test } from '#tests/e2e/support/test.ts'

/** A patient with a browser of their own. */
async function newPerson(browser: Browser) {
  const context = await browser.newContext()
  return { context, patient: await signUpByApi(context), page: await context.newPage() }
}

/** Ends the patient's offer now, without waiting for hours. */
const endOffer = async (profileId: number) => {
  await sql(
    `update app.appointments set hold_expires_at = app.clock_now() where profile_id = $1 and status = 'held'`,
    [profileId],
  )
  await sql('select booking.expire_holds(100)')
}

const offerMails = async (address: string) =>
  (await mailsTo(address)).filter(({ subject }) => subject.includes('keeps a place for you'))

test('WAIT-01 WAIT-02 of two who wait for a full event, the first lets the offer end and the second books from the mail', async ({
  browser,
}) => {
  const event = await importEvent({ total_spaces: '1', end_time: '18:00' })
  const [booker, first, second] = await Promise.all([
    newPerson(browser),
    newPerson(browser),
    newPerson(browser),
  ])
  const appointment = await book(booker.context, booker.patient, event, '09:20')

  // The first joins from the event page, for mornings only.
  await first.page.goto(`/event/${event.id}`)
  await expect(first.page.getByRole('button', { name: 'Fully Booked' })).toBeDisabled()
  await expectAccessible(first.page)
  await first.page.getByRole('link', { name: 'Join the waiting list' }).click()
  await expect(first.page).toHaveURL(`/waiting-list?event=${event.id}`)
  await first.page.getByLabel('Afternoon, 12:00 to 17:00').uncheck()
  await first.page.getByLabel('Evening, from 17:00').uncheck()
  await expectAccessible(first.page)
  await expectNoHorizontalScroll(first.page)
  await first.page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(first.page.getByText('You are next on the waiting list.')).toBeVisible()
  await expectAccessible(first.page)
  await callApi(second.context, 'POST', '/waiting-list', {
    event_id: event.id,
    mornings: true,
    afternoons: true,
    evenings: true,
  })
  await second.page.goto(`/event/${event.id}`)
  await expect(second.page.getByText('You are number 2 on the waiting list.')).toBeVisible()

  // The booked patient cancels: the place goes to the first, by mail, and no other patient sees a free place.
  await callApi(booker.context, 'PATCH', `/appointments/${appointment}/cancel`, {})
  await expect.poll(async () => (await offerMails(first.patient.email)).length, POLL).toBe(1)
  await first.page.reload()
  await expect(first.page.getByText('A place is offered to you: 09:00.')).toBeVisible()
  await expectAccessible(first.page)
  await expectNoHorizontalScroll(first.page)
  await first.page.goto(`/event/${event.id}`)
  await expect(first.page.getByText('You hold 09:00')).toBeVisible()
  await booker.page.goto(`/event/${event.id}`)
  await expect(booker.page.getByRole('button', { name: 'Fully Booked' })).toBeDisabled()

  // Not taken: the next.
  await endOffer(first.patient.profileId)
  await expect.poll(async () => (await offerMails(second.patient.email)).length, POLL).toBe(1)
  const [mail] = await offerMails(second.patient.email)
  const link = /https?:\/\/\S+\/book-event\?event=\d+/.exec(mail?.text ?? '')?.[0] ?? ''
  await second.page.goto(new URL(link).pathname + new URL(link).search)
  await expect(second.page.getByText('Your place at 09:00 is kept until')).toBeVisible()
  await expectAccessible(second.page)
  await second.page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await expect(consentHeading(second.page)).toBeVisible()
  await expect(second.page.getByRole('button', { name: 'Stop for now' })).toBeVisible()
  await answerConsent(second.page)
  await second.page.getByRole('button', { name: 'Continue' }).click()
  await expect(second.page).toHaveURL(/\/booking-success\?appointment=/)
  await expect(second.page.getByRole('main')).toContainText('09:00')

  // The first is told, and may join again.
  await first.page.goto('/portal')
  await expect(
    first.page.getByText('A place was offered to you, and the offer has expired.'),
  ).toBeVisible()
  await second.page.goto('/waiting-list')
  await expect(second.page.getByText('You booked an appointment.')).toBeVisible()
  await Promise.all([booker, first, second].map(({ context }) => context.close()))
})
