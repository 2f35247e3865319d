import { describe, expect, it } from 'vitest'
import { ok } from '#tests/unit/booking/store/browser.ts'
import {
  CAPTURE_ROUTE,
  CHECKING,
  checkoutBrowser,
  messageOf,
  NOTHING,
  ORDER_ID,
  openPage,
  paid,
  payment,
  refusedPayment,
  roundOf,
  STATE_ROUTE,
  SUCCESS,
  settle,
} from '#tests/unit/payments/store/checkout-page.ts'

describe('a payment that is not made', () => {
  it.each([
    ['INSTRUMENT_DECLINED', 'Your card was declined'],
    ['PAYER_ACTION_REQUIRED', 'Your bank could not confirm that it is you'],
  ])('PAY-04 %s restarts the card entry and is recorded', async (issue, title) => {
    const { browser, page } = await paid({ [CAPTURE_ROUTE]: ok(refusedPayment(issue, true)) })
    expect(page.shown()).toMatchObject({ step: 'form', phase: 'card', message: { title } })
    expect(browser.sentTo('POST /payments/transactions')[0]?.body).toMatchObject({
      data: { payment_reference: ORDER_ID, status: issue },
    })
    expect(browser.sentTo('POST /logs/error')[0]?.body['description']).toBe('Recoverable Payment')
  })

  it('PAY-09 any other issue ends with the final text and the provider’s words', async () => {
    const { browser, page } = await paid({
      [CAPTURE_ROUTE]: ok(refusedPayment('TRANSACTION_REFUSED', false)),
    })
    expect(page.shown()).toMatchObject({
      step: 'over',
      message: {
        text: 'Sorry, your transaction could not be processed. Please try again later or with a different payment card.',
        detail: 'Non-recoverable error: The bank said no. (debug-1)',
        next: 'again',
      },
    })
    expect(browser.sentTo('POST /logs/error')[0]?.body).toEqual({
      errorMessage: 'Non-recoverable error: The bank said no. (debug-1)',
      description: 'Non-recoverable Payment',
    })
  })

  it('PAY-07 shows a message for money that goes back', async () => {
    const { browser, page } = await paid({ [CAPTURE_ROUTE]: ok(payment({ state: 'returned' })) })
    expect(page.shown()).toMatchObject({
      step: 'over',
      message: { title: 'We are refunding your payment' },
    })
    expect(browser.sentTo('POST /logs/error')[0]?.body['description']).toBe(
      'Failed to create appointment',
    )
  })

  it('PAY-04 a payer who closes the bank’s check enters the card again', async () => {
    const page = await openPage(checkoutBrowser())
    const round = roundOf(page)
    page.beginPayment(round)
    await page.createPaymentOrder(round)
    await page.stopPayment(round)
    expect(messageOf(page)?.title).toBe('You stopped the payment')
    expect(roundOf(page)).toBe(round + 1)
    // A late approval of the card entry that is gone charges nothing.
    await page.approvePayment(round, ORDER_ID)
    expect(page.shown()).toMatchObject({ step: 'form', phase: 'card' })
  })
})

describe('a payment whose end is not known', () => {
  it('PAY-04 is asked for until it is known, and never paid again', async () => {
    const { browser, page } = await paid({
      [CAPTURE_ROUTE]: { status: 202, body: CHECKING },
      [STATE_ROUTE]: ok(CHECKING),
    })
    expect(page.shown()).toMatchObject({ step: 'checking', isLong: false })
    await settle(40_000)
    expect(page.shown()).toMatchObject({ step: 'checking', isLong: true })
    browser.answer(STATE_ROUTE, ok(payment()))
    await settle(5_000)
    expect(browser.left).toEqual([SUCCESS])
    expect(browser.sentTo('POST /payments/orders/')).toHaveLength(1)
    expect(browser.sentTo('POST /payments/orders')).toHaveLength(2)
  })

  it('PAY-04 a lost connection after Pay: the answer is asked for, and logged as a failure', async () => {
    const { browser, page } = await paid({ [CAPTURE_ROUTE]: 'none', [STATE_ROUTE]: 'none' })
    expect(page.shown().step).toBe('checking')
    expect(browser.sentTo('POST /logs/error')[0]?.body['description']).toBe('Payment Failure')
    await settle(10_000)
    browser.answer(STATE_ROUTE, ok(payment()))
    await settle(2_000)
    expect(browser.left).toEqual([SUCCESS])
  })

  it('PAY-04 a capture that never arrived is finished by the patient only', async () => {
    const { browser, page } = await paid({
      [CAPTURE_ROUTE]: 'none',
      [STATE_ROUTE]: ok(refusedPayment('NOT_CAPTURED', true)),
    })
    await settle(60_000)
    expect(page.shown()).toMatchObject({ step: 'unfinished', orderId: ORDER_ID })
    expect(browser.sentTo(CAPTURE_ROUTE)).toHaveLength(1)
    browser.answer(CAPTURE_ROUTE, ok(payment()))
    await page.finishPayment()
    expect(browser.sentTo(CAPTURE_ROUTE)).toHaveLength(2)
    expect(browser.left).toEqual([SUCCESS])
  })

  it('PAY-04 a reload tells how the payment ended', async () => {
    const { browser } = await paid({ [CAPTURE_ROUTE]: 'none', [STATE_ROUTE]: 'none' })
    browser.answer('GET /payments/checkout', NOTHING)
    browser.answer(STATE_ROUTE, ok(payment()))
    await openPage(browser)
    await settle()
    expect(browser.left).toEqual([SUCCESS])
  })
})
