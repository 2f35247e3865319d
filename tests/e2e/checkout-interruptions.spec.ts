import { expect } from '@playwright/test'
import { expectBooked } from '#tests/e2e/support/booking.ts'
import {
  alertOf,
  changeAmount,
  enterCard,
  expectPaidOnce,
  GOOD,
  holdOf,
  openCheckout,
  paidHold,
  pay,
  payButton,
  stateOf,
  withFaults,
  withoutScript,
} from '#tests/e2e/support/checkout.ts'
import { sql } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

test('PAY-04 a connection that breaks after Pay: the truth is shown, and the patient finishes it', async ({
  page,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /ERR_/)
  await openCheckout(page, patient)
  await page.route('**/capture', (route) => route.abort('connectionreset'), { times: 1 })
  await pay(page, GOOD)
  await page.getByRole('button', { name: 'Finish the payment' }).click()
  await expectPaidOnce(page, patient)
})

test('PAY-04 PAY-07 the provider is down at the capture, and answers 500 after it (…0119): the page checks, and the place is booked by one charge', async ({
  page,
  patient,
}) => {
  await openCheckout(page, patient)
  await enterCard(page, { number: '4000000000000119' })
  await withFaults(await holdOf(patient), [{ call: 'capture', mode: 'break' }], async () => {
    await payButton(page).click()
    await expect(page.getByText('We are checking your payment')).toBeVisible()
    await expectAccessible(page)
  })
  // As if the minute were over after which another process goes on.
  await sql(
    `update app.payments set lease_until = null, checked_at = clock_timestamp() - interval '1 minute'
      where profile_id = $1 and state = 'capturing'`,
    [patient.profileId],
  )
  await expectPaidOnce(page, patient)
})

test('PAY-04 the provider is down: before the form by telephone, and at Pay nothing is charged', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /Failed to load the PayPal JS SDK/)
  await paidHold(context, patient)
  await withoutScript(page, async () => {
    await page.goto('/checkout')
    const alert = alertOf(page, 'We cannot take your card here at the moment')
    await expect(alert).toContainText('Booking helpline:')
    await expectAccessible(page)
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await enterCard(page, GOOD)
  await withFaults(await holdOf(patient), [{ call: 'create-order', mode: 'refuse' }], async () => {
    await payButton(page).click()
    await expect(alertOf(page, 'The payment did not start')).toContainText(
      'Could not initiate PayPal Checkout... Unexpected error occurred, please try again.',
    )
  })
  expect((await stateOf(patient)).appointments.map(({ status }) => status)).toEqual(['held'])
  await pay(page, GOOD)
  await expectPaidOnce(page, patient)
})

test('PAY-06 BOOK-06 two tabs, a changed price and an order that was tampered with', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const event = await openCheckout(page, patient)
  await enterCard(page, GOOD)
  await sql('update app.events set price_pence = 3000 where event_id = $1', [event.id])
  await payButton(page).click()
  await expect(alertOf(page, 'The price has changed')).toContainText('The price is now £30.00.')
  await sql('update app.events set price_pence = 2500 where event_id = $1', [event.id])
  await page.reload()
  await page.route(
    '**/capture',
    async (route) => {
      const orderId = /orders\/([^/]+)\/capture/.exec(route.request().url())?.[1] ?? ''
      await changeAmount(orderId, '0.01')
      await route.continue()
    },
    { times: 1 },
  )
  await pay(page, GOOD)
  await expect(page.getByRole('alert')).toContainText('does not match your booking')
  const second = await context.newPage()
  await second.goto('/checkout')
  await expect(payButton(second)).toBeVisible()
  await pay(page, GOOD)
  await expectBooked(second)
  await expectPaidOnce(page, patient)
})

test('BOOK-06 PAY-01 an expired hold says so, and without a booking the page leads to the events', async ({
  page,
  context,
  patient,
}) => {
  await page.goto('/checkout')
  await expect(page).toHaveURL('/events')
  const event = await paidHold(context, patient)
  await sql(
    `update app.appointments set hold_expires_at = clock_timestamp() + interval '4 seconds'
      where profile_id = $1 and status = 'held'`,
    [patient.profileId],
  )
  await page.goto('/checkout')
  await expect(alertOf(page, 'Your place is no longer kept')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Choose a time again' }).click()
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
})
