import { describe, expect, it } from 'vitest'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { hold, ownPlace } from '#tests/unit/booking/store/samples.ts'
import {
  CAPTURE_ROUTE,
  checkout,
  checkoutBrowser,
  messageOf,
  NOTHING,
  ORDER_ID,
  openPage,
  order,
  paid,
  payWith,
  roundOf,
  SUCCESS,
  settle,
} from '#tests/unit/payments/store/checkout-page.ts'

describe('paying', () => {
  it('PAY-04 PAY-05 a completed payment says so, is recorded, and leads to the booking', async () => {
    const { browser, page } = await paid()
    expect(page.shown()).toEqual({
      step: 'paid',
      text: 'Transaction CAPTURE-1: COMPLETED. Please wait while we process your payment and navigate you to the next step.',
    })
    expect(browser.left).toEqual([SUCCESS])
    expect(browser.sentTo('POST /payments/transactions')[0]?.body).toEqual({
      data: {
        payer_name: 'Arthur Pendle',
        amount: '25.00',
        payment_reference: ORDER_ID,
        status: 'COMPLETED',
        payment_method: 'card',
        card_brand: 'VISA',
        card_last_digits: '1881',
        card_expiry: '2030-12',
        issuing_bank: null,
        avs_code: 'Y',
        cvv_code: 'M',
        profile_id: 41,
      },
    })
  })

  it('PAY-09 the cart has product, day and event, the amount with two decimals, and no shipping', async () => {
    const { browser } = await paid()
    expect(browser.sentTo('POST /payments/orders')[0]?.body).toEqual({
      cart: [
        {
          description: 'Total PSA Test, Saturday, 12 December 2026, 7',
          amount: '25.00',
          shippingPreference: 'NO_SHIPPING',
        },
      ],
    })
  })

  it('PAY-04 a second press, and a second approval, start nothing', async () => {
    const browser = checkoutBrowser()
    const page = await openPage(browser)
    const round = roundOf(page)
    expect(page.beginPayment(round)).toBe(true)
    expect(page.beginPayment(round)).toBe(false)
    const id = await page.createPaymentOrder(round)
    await Promise.all([page.approvePayment(round, id), page.approvePayment(round, id)])
    expect(browser.sentTo('POST /payments/orders/')).toHaveLength(1)
  })

  it('PAY-06 a price that changed stops the payment and is shown first', async () => {
    const changed = { id: ORDER_ID, amount: '30.00', amount_pence: 3000 }
    const browser = checkoutBrowser({
      'POST /payments/orders': {
        status: 201,
        body: { ...changed, hold_expires_at: '2026-11-21T12:22:00.000Z' },
      },
    })
    const page = await openPage(browser)
    browser.answer(
      'GET /payments/checkout',
      ok(checkout({ order: order({ amount: '30.00', amount_pence: 3000 }) })),
    )
    await expect(page.createPaymentOrder(roundOf(page))).rejects.toThrow()
    expect(messageOf(page)).toMatchObject({
      title: 'The price has changed',
      text: expect.stringContaining('You saw £25.00. The price is now £30.00.') as string,
    })
    expect(page.shown()).toMatchObject({
      step: 'form',
      phase: 'card',
      order: { amount_pence: 3000 },
    })
    expect(browser.sentTo('POST /payments/orders/')).toEqual([])
  })

  it('PAY-06 a price that changed after the approval is shown before anything is charged', async () => {
    const browser = checkoutBrowser({ [CAPTURE_ROUTE]: refusal(409, 'price-changed') })
    const page = await openPage(browser)
    browser.answer(
      'GET /payments/checkout',
      ok(checkout({ order: order({ amount: '30.00', amount_pence: 3000 }) })),
    )
    await payWith(page)
    expect(messageOf(page)).toMatchObject({ title: 'The price has changed' })
    expect(page.shown()).toMatchObject({ phase: 'card', order: { amount_pence: 3000 } })
  })

  it('PAY-06 an event that became free says that nothing is to pay, shows no price, and leads to the confirmation of the kept place', async () => {
    const free = { title: 'There is nothing to pay', next: 'confirm' }
    const { page } = await paid({ [CAPTURE_ROUTE]: refusal(409, 'nothing-to-pay') })
    expect(messageOf(page)).toMatchObject(free)
    expect(page.shown()).not.toHaveProperty('order')
    const opened = checkoutBrowser()
    await openPage(opened)
    opened.answer('GET /payments/checkout', NOTHING)
    opened.answer('GET /holds/current', ok(ownPlace({ hold: hold({ event_id: 7 }) })))
    expect(messageOf(await openPage(opened))).toMatchObject(free)
  })

  it('PAY-04 the hold is extended by the start of a payment', async () => {
    const page = await openPage(checkoutBrowser())
    expect(page.$secondsLeft.get()).toBe(12 * 60)
    await page.createPaymentOrder(roundOf(page))
    expect(page.$secondsLeft.get()).toBe(22 * 60)
  })
})

describe('a payment that does not start', () => {
  it('PAY-04 says why, with the provider’s reason', async () => {
    const browser = checkoutBrowser({
      'POST /payments/orders': {
        status: 409,
        body: {
          reason: 'payment-not-started',
          error: 'Could not initiate PayPal Checkout...',
          details: [{ issue: 'PAYEE_BLOCKED', description: 'The payee is blocked.' }],
          debug_id: 'debug-7',
        },
      },
    })
    const page = await openPage(browser)
    const round = roundOf(page)
    await expect(page.createPaymentOrder(round)).rejects.toThrow()
    expect(messageOf(page)?.text).toBe(
      'Could not initiate PayPal Checkout... PAYEE_BLOCKED The payee is blocked. (debug-7)',
    )
    expect(roundOf(page)).toBe(round + 1)
    // The script also reports its own error: the page has said why already.
    await page.failPayment(round)
    expect(messageOf(page)?.title).toBe('The payment did not start')
  })

  it.each([
    ['no answer', 'none' as const],
    ['our own fault', refusal(500, 'failure')],
    ['a provider that is down', refusal(503, 'unavailable')],
  ])('PAY-04 with %s: try again', async (_, reply) => {
    const page = await openPage(checkoutBrowser({ 'POST /payments/orders': reply }))
    await expect(page.createPaymentOrder(roundOf(page))).rejects.toThrow()
    expect(messageOf(page)?.text).toBe(
      'Could not initiate PayPal Checkout... Unexpected error occurred, please try again.',
    )
    expect(page.shown()).toMatchObject({ step: 'form', phase: 'card' })
  })

  it.each([
    ['hold-over', 409, 'event'],
    ['event-cancelled', 409, 'events'],
    ['existing-booking', 409, 'appointments'],
    ['age-restricted', 403, 'helpline'],
  ])('PAY-04 %s ends the checkout with a way on', async (reason, status, next) => {
    const page = await openPage(
      checkoutBrowser({ 'POST /payments/orders': refusal(status, reason) }),
    )
    await expect(page.createPaymentOrder(roundOf(page))).rejects.toThrow()
    expect(page.shown()).toMatchObject({ step: 'over', message: { next } })
  })

  it('PAY-04 a payment of another tab is followed instead', async () => {
    const browser = checkoutBrowser({
      'POST /payments/orders': refusal(409, 'payment-in-progress'),
    })
    const page = await openPage(browser)
    browser.answer('GET /payments/checkout', ok(checkout({ order: order({ order_id: ORDER_ID }) })))
    await expect(page.createPaymentOrder(roundOf(page))).rejects.toThrow()
    expect(page.shown().step).toBe('checking')
    await settle(2_000)
    expect(browser.left).toEqual([SUCCESS])
  })
})
