import { expect } from '@playwright/test'
import {
  answerConsent,
  chooseTime,
  consentHeading,
  expectBooked,
} from '#tests/e2e/support/booking.ts'
import {
  alertOf,
  cardFrame,
  enterCard,
  expectPaidOnce,
  GOOD,
  holdOf,
  openCheckout,
  PRICE,
  paidEvent,
  paidHold,
  pay,
  payButton,
  stateOf,
  withFaults,
  withoutScript,
} from '#tests/e2e/support/checkout.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { addresses, POLL, sql } from '#tests/e2e/support/site.ts'
import { expectAccessible, expectAccessibleFrame, test } from '#tests/e2e/support/test.ts'

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
  await expectPaidOnce(page, patient)
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

test('PAY-02 PAY-13 the PayPal button pays with an account, and the profile page lists what was paid', async ({
  page,
  patient,
}) => {
  const event = await openCheckout(page, patient)
  await cardFrame(page, 'PayPal').getByRole('button').click()
  const account = page.frameLocator('iframe[title="PayPal (test)"]')
  await account.getByRole('button', { name: 'Agree and pay' }).click()
  await expectPaidOnce(page, patient)
  await page.goto('/portal')
  const paid = page.getByRole('region', { name: 'Your payments' })
  await expect(paid).toContainText(`£25.00 for ${event.name}`)
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await expect(page.getByText('£24.45 goes back to you')).toBeVisible()
  await expectAccessible(page)
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
  await expectPaidOnce(page, patient)
})

test('PAY-08 the cancel dialog states amount and date before the patient confirms, and the card shows the refund', async ({
  page,
  patient,
}) => {
  const event = await openCheckout(page, patient)
  const rule = /Cancel by .+ and get £24\.45 back\. After that nothing is returned\./
  await expect(page.getByText(rule)).toBeVisible()
  await pay(page, GOOD)
  await expectBooked(page)
  await expect(page.getByText('£25.00')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    /^\/receipt\?appointment=/,
  )
  await page.goto('/upcoming-events')
  await page.getByRole('button', { name: /^Cancel/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  // 1.4 % and 20p of £25.00 are kept back.
  await expect(dialog.getByText(rule)).toBeVisible()
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
  const card = page.getByRole('article', { name: event.name })
  await expect(card).toContainText('£24.45 returned on')
  await expect(card).toContainText('partly refunded')
})

test('PAY-04 the bank’s check failed, cancelled and passed: one charge', async ({
  page,
  patient,
}) => {
  await openCheckout(page, patient)
  const bank = page.frameLocator('iframe[title="The check of your bank (test)"]')
  await pay(page, { number: '4868719796782421' })
  await bank.getByRole('button', { name: 'Fail the check' }).click()
  await expect(alertOf(page, 'Your bank could not confirm')).toBeVisible()
  await pay(page, { number: '4868719460707704' })
  await bank.getByRole('button', { name: 'Cancel' }).click()
  await expect(alertOf(page, 'You stopped the payment')).toBeVisible()
  await pay(page, { number: '4868719460707704' })
  await bank.getByRole('button', { name: 'Pass the check' }).click()
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
