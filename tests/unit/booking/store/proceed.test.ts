import { describe, expect, it } from 'vitest'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import {
  bookingBrowser,
  NINE_TWENTY,
  openPage,
  reachConsent,
  settle,
} from '#tests/unit/booking/store/journey.ts'
import { hold, listed, SERVER_NOW, slots } from '#tests/unit/booking/store/samples.ts'

describe('Proceed to Consent Form', () => {
  it('BOOK-06 holds the time and shows the consent form', async () => {
    const browser = bookingBrowser()
    const { $booking, $hold, $secondsLeft } = await reachConsent(browser)
    expect($booking.get()).toEqual({ step: 'consent' })
    expect($hold.get()).toMatchObject(NINE_TWENTY)
    expect($secondsLeft.get()).toBe(15 * 60)
    expect(browser.address()).toBe('/book-event?event=7#consent')
  })

  it('BOOK-06 a double click requests one hold', async () => {
    const browser = bookingBrowser()
    const stores = await openPage(browser)
    stores.choose(NINE_TWENTY)
    await Promise.all([stores.proceed(), stores.proceed()])
    expect(browser.sentTo('POST /holds')).toHaveLength(1)
  })

  it('BOOK-06 does nothing without a time', async () => {
    const browser = bookingBrowser()
    const { proceed } = await openPage(browser)
    await proceed()
    expect(browser.sentTo('POST /holds')).toEqual([])
  })

  it('BOOK-06 keeps the key over a reload and changes it with the time', async () => {
    const browser = bookingBrowser({ 'POST /holds': 'none' })
    const first = await reachConsent(browser)
    expect(first.$booking.get()).toMatchObject({ message: { title: 'Booking Failed' } })
    const again = await reachConsent(browser)
    again.choose({ ...NINE_TWENTY, time: '09:00' })
    await again.proceed()
    const keys = browser.sentTo('POST /holds').map(({ body }) => body['idempotency_key'])
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('BOOK-06 replaces a key whose hold has expired, once', async () => {
    let asked = 0
    const browser = bookingBrowser({
      'POST /holds': () => {
        asked += 1
        return asked === 1 ? refusal(422, 'key-reused') : { status: 201, body: hold() }
      },
    })
    const { $booking } = await reachConsent(browser)
    expect($booking.get()).toEqual({ step: 'consent' })
    const [one, two] = browser.sentTo('POST /holds').map(({ body }) => body['idempotency_key'])
    expect(one).not.toBe(two)
  })

  it('BOOK-05 an upcoming appointment blocks and links to the portal', async () => {
    const browser = bookingBrowser({
      'GET /appointments/upcoming-appointments/user/41': ok({
        appointments: [listed({ event_id: 3 })],
        server_time: SERVER_NOW,
      }),
    })
    const { $booking } = await reachConsent(browser)
    expect($booking.get()).toEqual({
      step: 'choose',
      message: {
        title: 'Existing Booking',
        text: 'You have an upcoming appointment. Please cancel the upcoming appointment in your portal first before making new booking.',
        next: 'appointments',
      },
    })
    expect(browser.sentTo('POST /holds')).toEqual([])
  })

  it('BOOK-05 cancelled and ended appointments do not block', async () => {
    const browser = bookingBrowser({
      'GET /appointments/upcoming-appointments/user/41': ok({
        appointments: [
          listed({ status: 'cancelled' }),
          listed({ ends_at: '2026-11-21T11:59:00.000Z' }),
        ],
        server_time: SERVER_NOW,
      }),
    })
    expect((await reachConsent(browser)).$booking.get()).toEqual({ step: 'consent' })
  })

  it('BOOK-05 FORM-02 shows and logs a failed check', async () => {
    const browser = bookingBrowser({
      'GET /appointments/upcoming-appointments/user/41': refusal(500, 'failure'),
    })
    const text = 'Failed to check upcoming appointments. Please retry later.'
    const { $booking } = await reachConsent(browser)
    expect($booking.get()).toEqual({ step: 'choose', message: { title: 'Booking Failed', text } })
    await settle()
    expect(browser.sentTo('POST /logs/error')[0]?.body).toMatchObject({ errorMessage: text })
  })

  it('BOOK-06 the loser of a race gets a message and the reloaded times', async () => {
    const browser = bookingBrowser({ 'POST /holds': refusal(409, 'slot-taken') })
    const stores = await openPage(browser)
    stores.choose(NINE_TWENTY)
    stores.consentForm.set('additionalProstateCancerDetails', 'typed before')
    browser.answer('GET /events/7/slots', ok(slots('09:00')))
    await stores.proceed()
    expect(stores.$booking.get()).toMatchObject({
      step: 'choose',
      message: { title: 'This time has just been taken' },
    })
    expect(stores.$choice.get()).toBeUndefined()
    expect(stores.isFree(NINE_TWENTY)).toBe(false)
    expect(stores.consentForm.$values.get().additionalProstateCancerDetails).toBe('typed before')
  })

  it.each([
    ['age-restricted', 'Age Restriction Notice', undefined],
    ['access-code-required', 'Access code needed', 'access-code'],
    ['access-code-used-up', 'Access code used up', 'access-code'],
    ['not-open-paid', 'Please call us to book', 'helpline'],
    ['nhs-number-check', 'Please call us about your NHS number', 'helpline'],
    ['hold-limit', 'Your time could not be kept', 'helpline'],
  ])('BOOK-06 BOOK-11 the reason %s shows the server’s message', async (reason, title, next) => {
    const browser = bookingBrowser({ 'POST /holds': refusal(409, reason, 'The sentence.') })
    const { $booking } = await reachConsent(browser)
    const message = { title, text: 'The sentence.', ...(next ? { next } : {}) }
    expect($booking.get()).toEqual({ step: 'choose', message })
  })

  it('NHS-02 a missing NHS number leads to its page with the event; the chosen time is kept', async () => {
    const browser = bookingBrowser({ 'POST /holds': refusal(409, 'nhs-number-required') })
    const { $booking, $choice } = await reachConsent(browser)
    expect(browser.left).toEqual(['/check-nhs-number?event=7'])
    expect($booking.get()).toMatchObject({ step: 'choose', message: { next: 'nhs-number' } })
    expect($choice.get()).toEqual(NINE_TWENTY)
  })
})
