import { describe, expect, it } from 'vitest'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import {
  bookingBrowser,
  confirmWith,
  fillConsent,
  NINE_TWENTY,
  openPage,
  reachConsent,
  settle,
} from '#tests/unit/booking/store/journey.ts'
import { event, hold } from '#tests/unit/booking/store/samples.ts'
import { checkout, NOTHING } from '#tests/unit/payments/store/checkout-page.ts'

describe('the consent form', () => {
  it('CONS-02 shows errors in field order and sends nothing', async () => {
    const browser = bookingBrowser()
    const { submitConsent, consentForm } = await reachConsent(browser)
    await submitConsent()
    expect(Object.keys(consentForm.$errors.get())).toEqual([
      'numberOfPsaTest',
      'familyHistoryProstateCancer',
      'familyHistoryBreastOvarianCancer',
      'medicationHistory',
      'termsAndConditions',
      'sampleConsent',
      'disclaimer',
      'choiceVersion',
    ])
    expect(consentForm.$submission.get().attempt).toBe(1)
    expect(browser.sentTo('POST /medical')).toEqual([])
  })

  it('CONS-02 changing a field clears its error; details clear the error of the relatives', async () => {
    const { submitConsent, consentForm, setDetails } = await reachConsent(bookingBrowser())
    consentForm.set('familyHistoryProstateCancer', 'Yes')
    await submitConsent()
    consentForm.set('numberOfPsaTest', '2')
    setDetails('additionalProstateCancerDetails', 'An uncle')
    expect(Object.keys(consentForm.$errors.get())[0]).toBe('familyHistoryBreastOvarianCancer')
  })

  it('CONS-01 None excludes the other medicines', async () => {
    const { consentForm, toggleMedicine } = await reachConsent(bookingBrowser())
    toggleMedicine('Avodart')
    toggleMedicine('None')
    expect(consentForm.$values.get().medicationHistory).toEqual(['None'])
  })

  it('CONS-01 neither the private GP nor an answer that is no longer asked for is sent', async () => {
    const { browser } = await confirmWith()
    const sent = browser.sentTo('POST /medical/consent')[0]?.body
    expect(sent).toMatchObject({
      profileId: 41,
      psaTestDate: '2026-12-12',
      familyMemberWithProstateCancer: ['Father'],
      additionalProstateCancerDetails: 'CANARY details',
      familyMemberWithOvarianCancer: [],
      motherSideDetails: '',
    })
    expect(sent).not.toHaveProperty('privateGp')
  })

  it.each([
    [
      'an error',
      refusal(500, 'failure'),
      'Consent Creation Failed',
      'Failed to create consent. Please try again.',
    ],
    [
      'no answer',
      'none' as const,
      'Error',
      'An unexpected error occurred. Please try again later.',
    ],
  ])(
    'CONS-03 FORM-02 %s stays on the form, and no medical detail is logged',
    async (_, reply, title, text) => {
      const { browser, stores } = await confirmWith({ 'POST /medical/consent': reply })
      expect(stores.$booking.get()).toEqual({ step: 'consent', message: { title, text } })
      const logged = browser.sentTo('POST /logs/error')[0]?.body
      expect(logged).toMatchObject({ errorMessage: text, description: 'Consent Creation Failed' })
      expect(JSON.stringify(logged)).not.toContain('CANARY')
      browser.answer(
        'POST /medical/consent',
        ok({ status: 'success', consent_id: hold().hold_id, text_version: '1' }),
      )
      await stores.submitConsent()
      expect(stores.$booking.get()).toEqual({ step: 'done' })
    },
  )
})

describe('an event with a price', () => {
  const paid = { 'GET /events/7': ok(event({ price: 25, payment_required: true })) }

  it('BOOK-08 leads to the payment after the consent, also when the server cannot say what it costs', async () => {
    for (const answer of [ok(checkout()), refusal(503, 'unavailable')]) {
      const { browser } = await confirmWith({ ...paid, 'GET /payments/checkout': answer })
      expect(browser.left).toEqual(['/checkout'])
      expect(browser.sentTo('POST /appointments')).toEqual([])
    }
  })

  it('LAB-14 is booked without a payment when the server asks for none', async () => {
    const { browser, stores } = await confirmWith({
      ...paid,
      'GET /payments/checkout': NOTHING,
    })
    expect(browser.sentTo('POST /appointments')).toHaveLength(1)
    expect(stores.$booking.get()).toEqual({ step: 'done' })
  })
})

describe('a number that is missing at the booking', () => {
  it('NHS-02 leads to its page with the event; hold, time and answers are kept', async () => {
    const { browser, stores } = await confirmWith({
      'POST /appointments': refusal(409, 'nhs-number-required'),
    })
    expect(browser.left).toEqual(['/check-nhs-number?event=7'])
    expect(stores.$booking.get()).toMatchObject({
      step: 'consent',
      message: { next: 'nhs-number' },
    })
    expect(stores.$hold.get()).toBeDefined()
    const again = await openPage(browser)
    expect(again.consentForm.$values.get().additionalProstateCancerDetails).toBe('CANARY details')
    expect(again.$choice.get()).toEqual(NINE_TWENTY)
  })
})

describe('a consent without a place', () => {
  const noPlace = {
    status: 400,
    body: {
      status: 400,
      reason: 'invalid',
      error: 'Some answers are missing.',
      fields: { psaTestDate: 'You have no place at an event on this day.' },
      request_id: 'r',
    },
  }

  it('API-04 CONS-03 returns to the reloaded times when the event was cancelled on the way', async () => {
    const browser = bookingBrowser({ 'POST /medical/consent': noPlace })
    const stores = await reachConsent(browser)
    fillConsent(stores)
    browser.answer('GET /events/7', ok(event({ cancelled: true })))
    await stores.submitConsent()
    await settle()
    expect(stores.$booking.get()).toMatchObject({
      step: 'choose',
      message: { text: expect.stringContaining('is no longer kept for you') },
    })
    expect(stores.$hold.get()).toBeUndefined()
    expect(stores.$case.get()?.known.cancelled).toBe(true)
    expect(browser.address()).toBe('/book-event?event=7')
    expect(stores.consentForm.$values.get().numberOfPsaTest).toBe('1')
  })

  it('CONS-03 a limit shows the text of the answer', async () => {
    const text = 'Too many requests. Please try again in 5 minutes.'
    const { stores } = await confirmWith({
      'POST /medical/consent': refusal(429, 'too-many-requests', text),
    })
    expect(stores.$booking.get()).toEqual({
      step: 'consent',
      message: { title: 'Consent Creation Failed', text },
    })
  })
})
