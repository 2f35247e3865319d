import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ok, type Reply, refusal } from '#tests/unit/booking/store/browser.ts'
import { appointment, hold, ownPlace } from '#tests/unit/booking/store/samples.ts'
import {
  APPOINTMENT,
  checkout,
  checkoutBrowser,
  messageOf,
  NOTHING,
  ORDER_ID,
  openPage,
  order,
  payment,
  roundOf,
  STATE_ROUTE,
  settle,
} from '#tests/unit/payments/store/checkout-page.ts'

const PAID = {
  amount_pence: 2500,
  card_brand: 'VISA',
  card_last_digits: '1881',
  paid_at: '2026-11-21T12:01:00.000Z',
  refunds: [],
}

const open = async (over: Parameters<typeof checkoutBrowser>[0] = {}) => {
  const browser = checkoutBrowser(over)
  return { browser, page: await openPage(browser) }
}

describe('opening /checkout', () => {
  it('PAY-01 shows the order that the server has, with its countdown', async () => {
    const { page } = await open()
    expect(page.shown()).toMatchObject({ step: 'form', order: { amount_pence: 2500 } })
    expect(page.$secondsLeft.get()).toBe(12 * 60)
  })

  it('WAIT-02 PAY-01 an offer shows when it ends, in its last half hour too, and another hold its countdown', async () => {
    const told = async (offered: boolean) => {
      const end = { offered, hold_expires_at: '2026-11-21T12:25:00.000Z' }
      await open({ 'GET /payments/checkout': ok(checkout({ order: order(end) })) })
      const { Countdown } = await import('#booking/island/BookingHeader.tsx')
      return renderToStaticMarkup(createElement(Countdown)).replace(/<[^>]*>/g, '')
    }
    expect(await told(true)).toContain('is kept until Saturday 21 November, 12:25')
    expect(await told(false)).toContain('is kept for 25:00')
  })

  it('PAY-01 without a booking: to /events', async () => {
    const { browser } = await open({ 'GET /payments/checkout': NOTHING })
    expect(browser.left).toEqual(['/events'])
  })

  it('PAY-01 a booking that cost nothing is not one of the checkout: to /events', async () => {
    const { browser } = await open({
      'GET /payments/checkout': NOTHING,
      'GET /holds/current': ok(ownPlace({ appointment: appointment() })),
    })
    expect(browser.left).toEqual(['/events'])
  })

  it('PAY-01 in a tab that knows nothing, a payment that another tab or the server finished shows its booking', async () => {
    const { browser, page } = await open({
      'GET /payments/checkout': NOTHING,
      'GET /holds/current': ok(ownPlace({ appointment: appointment({ payment: PAID }) })),
    })
    expect(page.shown().step).toBe('paid')
    expect(browser.left).toEqual([`/booking-success?appointment=${APPOINTMENT}`])
  })

  it('PAY-01 when the server does not tell what is booked, the checkout can be tried again', async () => {
    const { browser, page } = await open({
      'GET /payments/checkout': NOTHING,
      'GET /holds/current': 'none',
    })
    expect(page.shown()).toMatchObject({ step: 'over', message: { next: 'again' } })
    expect(browser.left).toEqual([])
  })

  it('PAY-14 the order has its own rule, by the server’s time', async () => {
    const { page } = await open()
    expect(page.shown()).toMatchObject({
      order: {
        rule: [
          'Cancel by Thursday 10 December, 09:19 and get £24.45 back. After that nothing is returned.',
          '£0.55 is kept back for the cost of the payment.',
          'You can change the time or cancel online until Thursday 10 December, 09:20.',
        ],
      },
    })
  })

  it('PAY-01 without the consent: back to it', async () => {
    const { browser } = await open({
      'GET /payments/checkout': refusal(409, 'consent-required'),
      'GET /holds/current': ok(ownPlace({ hold: hold() })),
    })
    expect(browser.left).toEqual(['/book-event?event=7#consent'])
  })

  it('PAY-01 signed out: to /login, and back', async () => {
    const { browser } = await open({ 'GET /auth/session': ok({ session: null }) })
    expect(browser.left).toEqual(['/login?next=%2Fcheckout'])
  })

  it('EVD-03 without a provider: by telephone', async () => {
    const { page } = await open({ 'GET /payments/checkout': ok(checkout({ provider: null })) })
    expect(page.shown()).toMatchObject({ step: 'over', message: { next: 'helpline' } })
  })

  it('PAY-01 a checkout that cannot be read can be tried again', async () => {
    const { page, browser } = await open({ 'GET /payments/checkout': 'none' })
    expect(page.shown()).toMatchObject({ step: 'over', message: { next: 'again' } })
    browser.answer('GET /payments/checkout', ok(checkout()))
    await page.openCheckout()
    expect(page.shown().step).toBe('form')
  })

  it('PAY-04 a payment that is under way is followed, not started again', async () => {
    const underWay = order({ order_id: ORDER_ID, hold_expires_at: null })
    const { browser, page } = await open({
      'GET /payments/checkout': ok(checkout({ order: underWay })),
      [STATE_ROUTE]: ok(payment({ state: 'checking' })),
    })
    expect(page.shown()).toMatchObject({ step: 'checking', order: { hold_expires_at: null } })
    expect(page.$secondsLeft.get()).toBeUndefined()
    browser.answer(STATE_ROUTE, ok(payment()))
    await settle(2_000)
    expect(browser.left).toEqual([`/booking-success?appointment=${APPOINTMENT}`])
  })
})

describe('while the card is entered', () => {
  it('BOOK-06 an expired hold ends the checkout and says so', async () => {
    const { page } = await open()
    await settle(12 * 60_000)
    expect(page.shown()).toMatchObject({
      step: 'over',
      message: { title: 'Your place is no longer kept', next: 'event' },
    })
  })

  it('BOOK-06 a hold that ends while the bank asks the payer ends nothing', async () => {
    const { page } = await open()
    page.beginPayment(roundOf(page))
    await settle(13 * 60_000)
    expect(page.shown()).toMatchObject({ step: 'form', phase: 'sent' })
  })

  it('BOOK-06 a reload after the hold’s end says so, and does not lead away', async () => {
    const { browser } = await open()
    browser.answer('GET /payments/checkout', NOTHING)
    const page = await openPage(browser)
    expect(messageOf(page)?.title).toBe('Your place is no longer kept')
    expect(browser.left).toEqual([])
  })

  it('BOOK-06 a place that another tab has paid for shows that booking', async () => {
    const { browser, page } = await open()
    browser.answer('GET /payments/checkout', NOTHING)
    browser.answer('GET /holds/current', ok(ownPlace({ appointment: appointment() })))
    window.dispatchEvent(
      Object.assign(new Event('storage'), { key: 'place-changed', newValue: '1' }),
    )
    await settle()
    expect(page.shown().step).toBe('paid')
    expect(browser.left).toEqual([`/booking-success?appointment=${APPOINTMENT}`])
  })

  it('PAY-02 news that change nothing keep the card entry as it is', async () => {
    const { page } = await open()
    const before = roundOf(page)
    window.dispatchEvent(
      Object.assign(new Event('storage'), { key: 'place-changed', newValue: '1' }),
    )
    await settle()
    expect(roundOf(page)).toBe(before)
  })

  it.each([
    ['the same order', ok(checkout())],
    ['an order at the provider', ok(checkout({ order: order({ order_id: ORDER_ID }) }))],
    ['a failure', refusal(503, 'busy')],
  ])(
    'PAY-02 PAY-04 news that arrive after Pay was pressed leave the payment alone: %s',
    async (_, news) => {
      const late = Promise.withResolvers<Reply>()
      const replies = [ok(checkout()), late.promise]
      const { page } = await open({ 'GET /payments/checkout': () => replies.shift() ?? news })
      const round = roundOf(page)
      window.dispatchEvent(
        Object.assign(new Event('storage'), { key: 'place-changed', newValue: '1' }),
      )
      await settle()
      page.beginPayment(round)
      late.resolve(news)
      await settle()
      expect(page.shown()).toMatchObject({ step: 'form', phase: 'sent', round })
    },
  )
})

describe('card and billing address', () => {
  const field = (isValid: boolean, isEmpty = false) => ({ isValid, isEmpty })
  const whole = {
    isFormValid: true,
    errors: [],
    fields: {
      cardNameField: field(true),
      cardNumberField: field(true),
      cardExpiryField: field(true),
      cardCvvField: field(true),
    },
  }

  it('PAY-02 the address of the profile is offered, with the country’s code', async () => {
    const { page } = await open()
    expect(page.providerAddress()).toMatchObject({ countryCode: 'GB' })
  })

  it('PAY-03 every wrong field is named, in the order of the page', async () => {
    const { page } = await open()
    page.billingForm.fill({ ...page.billingForm.initial })
    const fields = {
      ...whole.fields,
      cardNumberField: field(false, true),
      cardExpiryField: field(false),
    }
    expect(page.checkPayment({ isFormValid: false, errors: [], fields })).toBe(false)
    expect(page.$formErrors.get()).toEqual({
      'card-number': 'Enter the card number',
      'card-expiry': 'Check the expiry date',
      address_line_1: 'Enter address line 1',
      admin_area_2: 'Enter the town or city',
      postal_code: 'Enter the postcode',
    })
    expect(page.$payAttempt.get()).toBe(1)
    page.cardChanged({ ...whole, fields: { ...whole.fields, cardExpiryField: field(false) } })
    expect(page.$cardErrors.get()).toEqual({ expiry: 'Check the expiry date' })
  })

  it('PAY-02 shows a message for a kind of card that is not taken', async () => {
    const { page } = await open()
    const errors = ['INELIGIBLE_CARD_VENDOR']
    expect(page.checkPayment({ ...whole, isFormValid: false, errors })).toBe(false)
    expect(page.$cardErrors.get().number).toBe(
      'We cannot take this kind of card. Please use another one',
    )
  })
})
