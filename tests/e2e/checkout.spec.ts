import { expect, type Page } from '@playwright/test'
import {
  answerConsent,
  chooseTime,
  consentHeading,
  expectBooked,
} from '#tests/e2e/support/booking.ts'
import {
  capturesOf,
  cardFrame,
  changeAmount,
  endCapture,
  enterCard,
  PRICE,
  paidEvent,
  paidHold,
  pay,
  payButton,
  withFaults,
  withoutScript,
} from '#tests/e2e/support/checkout.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { addresses, POLL, sql } from '#tests/e2e/support/site.ts'
import {
  expectAccessible,
  expectAccessibleFrame,
  type Patient,
  test,
} from '#tests/e2e/support/test.ts'

const GOOD = { number: '4012888888881881' }
const alertOf = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title })

/** Appointments and payments of a patient. */
async function stateOf({ profileId }: Patient) {
  const appointments = await sql<{
    appointment_id: string
    status: string
    payment_status: string
  }>(
    `select appointment_id, status, payment_status from app.appointments
      where profile_id = $1 order by created_at`,
    [profileId],
  )
  const payments = await sql<{ state: string; order_id: string }>(
    'select state, order_id from app.payments where profile_id = $1 order by created_at',
    [profileId],
  )
  return { appointments, payments }
}

/** The id of the patient's only appointment. */
async function holdOf(patient: Patient): Promise<string> {
  const { appointments } = await stateOf(patient)
  expect(appointments).toHaveLength(1)
  return appointments[0]?.appointment_id ?? ''
}

/** Exactly one booked appointment, paid by exactly one capture. */
async function expectPaidOnce(patient: Patient): Promise<void> {
  const { appointments, payments } = await stateOf(patient)
  const [own] = appointments.filter(({ status }) => status === 'booked')
  expect(appointments.filter(({ status }) => status === 'booked')).toHaveLength(1)
  expect(own?.payment_status).toBe('paid by card')
  expect(payments.filter(({ state }) => state === 'booked')).toHaveLength(1)
  const captures = await capturesOf(own?.appointment_id ?? '')
  // A card that was declined has a capture too, which took nothing.
  const taken = captures.filter(({ status }) => status !== 'DECLINED')
  expect(taken.map(({ status, amount }) => [status, amount.value])).toEqual([
    ['COMPLETED', '25.00'],
  ])
}

test('PAY-01 PAY-02 PAY-06 PAY-10 from the time to the receipt: the card goes to the provider only, and the server’s price is charged', async ({
  page,
  patient,
}) => {
  const event = await paidEvent()
  const origins = new Set<string>()
  const sentToUs: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (page.url().includes('/checkout')) origins.add(origin)
    if (origin === addresses().site) sentToUs.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  // The price that the page sends is not the price that is charged.
  await page.route('**/api/payments/orders', (route) => {
    const body = JSON.parse(route.request().postData() ?? '{}') as { cart: { amount: string }[] }
    return route.continue({
      postData: { cart: body.cart.map((line) => ({ ...line, amount: '0.01' })) },
    })
  })
  await page.goto(`/event/${event.id}`)
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  await chooseTime(page, '09:20')
  await expect(consentHeading(page)).toBeVisible()
  await answerConsent(page)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL('/checkout')
  const order = page.getByRole('region', { name: 'Your Order' })
  await expect(order).toContainText(event.name)
  await expect(order).toContainText(PRICE)
  await expect(page.getByText('Your place at 09:20 is kept for')).toBeVisible()
  await payButton(page).click()
  const invalid = alertOf(page, 'The payment form is invalid.')
  await expect(invalid).toBeFocused()
  await expectAccessible(page)
  const frames = page.frames().filter((frame) => frame.url().startsWith(addresses().paypal))
  expect(frames.length).toBeGreaterThanOrEqual(5)
  for (const frame of frames) await expectAccessibleFrame(frame)
  await invalid.getByRole('link', { name: 'Enter the card number' }).click()
  await expect(cardFrame(page, 'Card number').getByLabel('Card number')).toBeFocused()
  await enterCard(page, GOOD)
  await payButton(page).dblclick()
  await expectBooked(page)
  await expectPaidOnce(patient)
  expect([...origins].sort()).toEqual([addresses().site, addresses().paypal].sort())
  expect(sentToUs.filter((text) => /4012\s*8888\s*8888\s*1881/.test(text))).toEqual([])

  await page.goBack()
  await expect(page.getByText('You are booked at 09:20')).toBeVisible()
  await page.goto('/upcoming-events')
  const card = page.getByRole('article', { name: event.name })
  await expect(card).toContainText('paid by card')
  await expect(card).toContainText('£25.00, Visa ending in 1881.')
  await expectAccessible(page)
  await card.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt')
  await expect(page.getByRole('main')).toContainText('Visa ending in 1881')
  await expect(page.getByRole('main')).toContainText('Registered charity number')
  await expectAccessible(page)
})

test('PAY-04 PAY-09 every end of a card says what happened and what to do, and the next card pays once', async ({
  page,
  context,
  patient,
}) => {
  await paidHold(context, patient)
  await page.goto('/checkout')
  const ends = [
    [{ number: '4000000000000002' }, 'Your card was declined'],
    [{ number: '4000000000003220' }, 'Your bank could not confirm that it is you'],
  ] as const
  for (const [card, title] of ends) {
    await pay(page, card)
    await expect(alertOf(page, title)).toContainText('Nothing was charged')
    await expect(cardFrame(page, 'Card number').getByLabel('Card number')).toHaveValue('')
  }
  await expectAccessible(page)
  const final = alertOf(page, 'Your payment did not go through')
  await pay(page, { ...GOOD, name: 'CCREJECT-CVV_F' })
  await final.getByRole('button', { name: 'Try again' }).click()
  await pay(page, { number: '4000000000000101' })
  await expect(final).toContainText(
    'Sorry, your transaction could not be processed. Please try again later or with a different payment card.',
  )
  await expect(final).toContainText('Non-recoverable error: ')
  await expectAccessible(page)
  await final.getByRole('button', { name: 'Try again' }).click()
  await pay(page, GOOD)
  await expectBooked(page)
  await expectPaidOnce(patient)
})

test('PAY-04 the bank’s check failed, cancelled and passed: one charge', async ({
  page,
  context,
  patient,
}) => {
  await paidHold(context, patient)
  await page.goto('/checkout')
  const bank = page.frameLocator('iframe[title="The check of your bank (test)"]')
  await pay(page, { number: '4868719796782421' })
  await bank.getByRole('button', { name: 'Fail the check' }).click()
  await expect(alertOf(page, 'Your bank could not confirm')).toBeVisible()
  await pay(page, { number: '4868719460707704' })
  await bank.getByRole('button', { name: 'Cancel' }).click()
  await expect(alertOf(page, 'You stopped the payment')).toBeVisible()
  await pay(page, { number: '4868719460707704' })
  await bank.getByRole('button', { name: 'Pass the check' }).click()
  await expectBooked(page)
  await expectPaidOnce(patient)
})

test('PAY-04 a slow, a lost and a pending answer: the page says that it checks, over a reload too, and never pays again', async ({
  page,
  context,
  patient,
}) => {
  await paidHold(context, patient)
  await page.goto('/checkout')
  await pay(page, { number: '4000000000000259' })
  const checking = page.getByText('We are checking your payment')
  await expect(checking).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(checking).toBeVisible()
  const [capture] = await capturesOf(await holdOf(patient))
  await endCapture(capture?.id ?? '', 'COMPLETED')
  await expectBooked(page)
  await expectPaidOnce(patient)
})

test('PAY-04 a connection that breaks after Pay: the truth is shown, and the patient finishes it', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /ERR_/)
  await paidHold(context, patient)
  await page.goto('/checkout')
  await page.route('**/capture', (route) => route.abort('connectionreset'), { times: 1 })
  await pay(page, GOOD)
  await page.getByRole('button', { name: 'Finish the payment' }).click()
  await expectBooked(page)
  await expectPaidOnce(patient)
})

test('PAY-02 PAY-13 the PayPal button pays with an account, and the profile page lists what was paid', async ({
  page,
  context,
  patient,
}) => {
  const event = await paidHold(context, patient)
  await page.goto('/checkout')
  await cardFrame(page, 'PayPal').getByRole('button').click()
  const account = page.frameLocator('iframe[title="PayPal (test)"]')
  await account.getByRole('button', { name: 'Agree and pay' }).click()
  await expectBooked(page)
  await expectPaidOnce(patient)
  await page.goto('/portal')
  const paid = page.getByRole('region', { name: 'Your payments' })
  await expect(paid).toContainText(`£25.00 for ${event.name}`)
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await expect(page.getByText('£24.45 goes back to you')).toBeVisible()
  await expectAccessible(page)
})

test('PAY-04 PAY-07 an answer that comes too late (…0341): one charge and the booking', async ({
  page,
  context,
  patient,
}) => {
  await paidHold(context, patient)
  await page.goto('/checkout')
  await pay(page, { number: '4000000000000341' })
  await expectBooked(page)
  await expectPaidOnce(patient)
})

test('PAY-04 PAY-07 the provider is down at the capture, and answers 500 after it (…0119): the page checks, and the place is booked by one charge', async ({
  page,
  context,
  patient,
}) => {
  await paidHold(context, patient)
  await page.goto('/checkout')
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
  await expectBooked(page)
  await expectPaidOnce(patient)
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
  await expectBooked(page)
  await expectPaidOnce(patient)
})

test('PAY-06 BOOK-06 two tabs, a changed price and an order that was tampered with', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const event = await paidHold(context, patient)
  await page.goto('/checkout')
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
  await expectBooked(page)
  await expectBooked(second)
  await expectPaidOnce(patient)
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

test('SITE-12 PAY-02 by keyboard alone, at 320 px', async ({ page, context, patient }) => {
  await paidHold(context, patient)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/checkout')
  const card = {
    'Card number': [GOOD.number, '4012 8888 8888 1881'],
    'Expiry date': ['1230', '12/30'],
    'Security code': ['123', '123'],
    'Name on card': ['Edwin Marlow', 'Edwin Marlow'],
  }
  const field = (title: string) => cardFrame(page, title).getByLabel(title)
  for (const title of Object.keys(card)) await expect(field(title)).toBeVisible()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await tabTo(page, /Card number/)
  for (const [title, [typed = '', shown = '']] of Object.entries(card)) {
    await expect(field(title)).toBeFocused()
    await page.keyboard.type(typed)
    await expect(field(title)).toHaveValue(shown)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByLabel('Address line 1')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1 High Street')
  await tabTo(page, /Town or city/)
  await page.keyboard.type('Whitby')
  await tabTo(page, /Postcode/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('YO21 1AA')
  await tabTo(page, /Pay £/)
  await page.keyboard.press('Enter')
  await expectBooked(page)
  await expectPaidOnce(patient)
})

test('PAY-08 the cancel dialog states amount and date before the patient confirms, and the card shows the refund', async ({
  page,
  context,
  patient,
}) => {
  const event = await paidHold(context, patient)
  await page.goto('/checkout')
  await pay(page, GOOD)
  await expectBooked(page)
  await page.goto('/upcoming-events')
  await page.getByRole('button', { name: /^Cancel/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  // 1.4 % and 20p of £25.00 are kept back.
  await expect(dialog).toContainText('You get £24.45 back')
  await expect(dialog).toContainText('£0.55 is kept back')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByRole('dialog', { name: 'Appointment Cancelled' })).toContainText(
    '£24.45 goes back to you',
  )
  await page.getByRole('button', { name: 'OK' }).click()
  const state = async () =>
    (
      await sql<{ state: string }>(
        'select r.state from app.refunds r join app.payments p using (payment_id) where p.profile_id = $1',
        [patient.profileId],
      )
    ).map((row) => row.state)
  await expect.poll(state, POLL).toEqual(['done'])
  await page.reload()
  await expect(page.getByRole('article', { name: event.name })).toContainText('£24.45 returned on')
})
