import { describe, expect, it, vi } from 'vitest'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import {
  bookingBrowser,
  confirmWith,
  fillConsent,
  reachConsent,
  settle,
} from '#tests/unit/booking/store/journey.ts'
import { hold, slots } from '#tests/unit/booking/store/samples.ts'

describe('the booking', () => {
  it('BOOK-08 books a free event as paid and goes to /booking-success', async () => {
    const { browser, stores } = await confirmWith()
    expect(browser.sentTo('POST /appointments')[0]?.body).toMatchObject({
      profileId: 41,
      eventId: 7,
      eventDate: '2026-12-12',
      appointmentStartTime: '09:20',
      appointmentEndTime: '09:40',
      eventLocation: '1 Quay Street, Whitby, YO21 3EN',
      paymentStatus: 'paid',
    })
    expect(browser.left).toEqual([
      '/booking-success?appointment=11111111-2222-4333-8444-555555555555',
    ])
    expect(stores.$hold.get()).toBeUndefined()
    expect(sessionStorage).toEqual({})
  })

  it('BOOK-08 a double click on Continue books once', async () => {
    const browser = bookingBrowser()
    const stores = await reachConsent(browser)
    fillConsent(stores)
    await Promise.all([stores.submitConsent(), stores.submitConsent()])
    expect(browser.sentTo('POST /medical/consent')).toHaveLength(1)
    expect(browser.sentTo('POST /appointments')).toHaveLength(1)
  })

  it('BOOK-08 an existing booking shows a message and links to the appointments', async () => {
    const text = 'You have already booked this event. Please amend your booking if required.'
    const { stores } = await confirmWith({
      'POST /appointments': refusal(409, 'existing-booking', text),
    })
    expect(stores.$booking.get()).toEqual({
      step: 'failed',
      way: 'leave',
      message: { title: 'Booking Failed', text, next: 'appointments' },
    })
  })

  it('BOOK-08 FORM-02 shows and logs any other failure, and can be retried', async () => {
    const { browser, stores } = await confirmWith({ 'POST /appointments': 'none' })
    const text = 'Failed to confirm booking. Please try again later.'
    expect(stores.$booking.get()).toEqual({
      step: 'failed',
      way: 'retry',
      message: { title: 'Booking Failed', text },
    })
    expect(browser.sentTo('POST /logs/error')[0]?.body).toEqual({
      errorMessage: text,
      description: 'Failed to create appointment',
    })
    browser.answer('POST /appointments', refusal(503, 'unavailable'))
    await stores.confirmBooking()
    expect(stores.$booking.get()).toMatchObject({ step: 'failed', message: { text } })
    expect(browser.sentTo('POST /medical/consent')).toHaveLength(1)
  })

  it('BOOK-06 returns to the times with the answers kept when the place was taken meanwhile', async () => {
    const browser = bookingBrowser({ 'POST /appointments': refusal(409, 'slot-taken') })
    const stores = await reachConsent(browser)
    fillConsent(stores)
    browser.answer('GET /events/7/slots', ok(slots('09:00')))
    await stores.submitConsent()
    await settle()
    expect(stores.$booking.get()).toMatchObject({
      step: 'choose',
      message: { title: 'This time has just been taken' },
    })
    expect(stores.$hold.get()).toBeUndefined()
    expect(stores.consentForm.$values.get().numberOfPsaTest).toBe('1')
  })

  it('BOOK-06 a hold that expires while sending does not interrupt the request', async () => {
    let arrive = () => {}
    const browser = bookingBrowser({
      'POST /medical/consent': () =>
        new Promise((resolve) => {
          arrive = () =>
            resolve(ok({ status: 'success', consent_id: hold().hold_id, text_version: '1' }))
        }),
    })
    const stores = await reachConsent(browser)
    fillConsent(stores)
    const sending = stores.submitConsent()
    await vi.advanceTimersByTimeAsync(16 * 60_000)
    expect(stores.$booking.get()).toEqual({ step: 'consent' })
    arrive()
    await sending
    expect(stores.$booking.get()).toEqual({ step: 'done' })
  })
})
