import { describe, expect, it, vi } from 'vitest'
import { TAB_SIGNALS } from '#core/rules/tab-signals.ts'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import {
  bookingBrowser,
  fillConsent,
  NINE_TWENTY,
  openPage,
  reachConsent,
  settle,
} from '#tests/unit/booking/store/journey.ts'
import { appointment, event, hold, ownPlace, slots } from '#tests/unit/booking/store/samples.ts'

/** A signal that another tab sends. */
async function signal(name: keyof typeof TAB_SIGNALS): Promise<void> {
  const entry = { key: TAB_SIGNALS[name], newValue: '7' }
  window.dispatchEvent(Object.assign(new Event('storage'), entry))
  await settle()
}

const OTHER = hold({ appt_time: '09:00', hold_id: '8f3f6f0e-6f0a-4f57-9c6e-0f5c1a2b3c4d' })

describe('two tabs of one patient', () => {
  it('BOOK-06 a hold that another tab released is no longer counted down', async () => {
    const browser = bookingBrowser()
    const { $booking, $hold, $secondsLeft } = await reachConsent(browser)
    await signal('placeChanged')
    expect($hold.get()).toBeUndefined()
    expect($secondsLeft.get()).toBeUndefined()
    expect($booking.get()).toMatchObject({
      step: 'choose',
      message: { text: expect.stringContaining('is no longer kept for you') },
    })
  })

  it.each(['focus', 'visibilitychange'])('BOOK-06 asks the server again at %s', async (name) => {
    const browser = bookingBrowser()
    const { $hold } = await reachConsent(browser)
    const target = name === 'focus' ? window : document
    target.dispatchEvent(new Event(name))
    await settle()
    expect($hold.get()).toBeUndefined()
  })

  it('BOOK-06 a hold that another tab replaced is shown in its place', async () => {
    const browser = bookingBrowser()
    const { $booking, $hold, $choice } = await reachConsent(browser)
    browser.answer('GET /holds/current', ok(ownPlace({ hold: OTHER })))
    await signal('placeChanged')
    expect($hold.get()?.time).toBe('09:00')
    expect($choice.get()?.time).toBe('09:00')
    expect($booking.get()).toMatchObject({ message: { title: 'You chose another time' } })
  })

  it('BOOK-06 a hold that another tab made is counted down at the times, without changing a choice', async () => {
    const browser = bookingBrowser()
    const { choose, $choice, $hold } = await openPage(browser)
    choose(NINE_TWENTY)
    browser.answer('GET /holds/current', ok(ownPlace({ hold: OTHER })))
    await signal('placeChanged')
    expect($hold.get()?.time).toBe('09:00')
    expect($choice.get()).toEqual(NINE_TWENTY)
  })

  it('BOOK-06 BOOK-09 after a booking in another tab this one shows that booking', async () => {
    const browser = bookingBrowser()
    const stores = await reachConsent(browser)
    fillConsent(stores)
    browser.answer('GET /holds/current', ok(ownPlace({ appointment: appointment() })))
    await signal('placeChanged')
    expect(browser.left).toEqual([
      '/booking-success?appointment=11111111-2222-4333-8444-555555555555',
    ])
    expect(stores.consentForm.$values.get().numberOfPsaTest).toBe('')
  })

  it('BOOK-06 while the consent is sent, its own response decides', async () => {
    let arrive = () => {}
    const browser = bookingBrowser({
      'POST /medical/consent': () =>
        new Promise((resolve) => {
          arrive = () => resolve(refusal(500, 'failure'))
        }),
    })
    const stores = await reachConsent(browser)
    fillConsent(stores)
    const sending = stores.submitConsent()
    await signal('placeChanged')
    expect(stores.$hold.get()).toBeDefined()
    arrive()
    await sending
  })

  it('BOOK-06 a signal during a request is followed by one more request, whose response counts', async () => {
    const arrivals: (() => void)[] = []
    const browser = bookingBrowser()
    const { $hold, $booking } = await reachConsent(browser)
    const answers = [ownPlace({ hold: hold() }), ownPlace({ hold: OTHER })]
    browser.answer('GET /holds/current', () => {
      const body = answers[arrivals.length]
      return new Promise((resolve) => {
        arrivals.push(() => resolve(ok(body)))
      })
    })
    await signal('placeChanged')
    await signal('placeChanged')
    await signal('placeChanged')
    expect(arrivals).toHaveLength(1)
    arrivals[0]?.()
    await settle()
    expect(arrivals).toHaveLength(2)
    arrivals[1]?.()
    await settle()
    expect(arrivals).toHaveLength(2)
    expect($hold.get()?.time).toBe('09:00')
    expect($booking.get()).toMatchObject({ message: { title: 'You chose another time' } })
  })

  it('BOOK-06 tells the other tabs of a hold and of its release', async () => {
    const told: string[] = []
    const browser = bookingBrowser({
      [`POST /holds/${hold().hold_id}/release`]: ok({ status: 'success' }),
    })
    const setItem = (key: string) => told.push(key)
    vi.stubGlobal('localStorage', { setItem, removeItem() {}, getItem: () => null })
    const { stopBooking } = await reachConsent(browser)
    expect(told.filter((key) => key === 'place-changed')).toHaveLength(1)
    await stopBooking()
    expect(told.filter((key) => key === 'place-changed')).toHaveLength(2)
  })

  it('AUTH-07 a sign-out in another tab clears the answers of this one', async () => {
    const stores = await reachConsent(bookingBrowser())
    fillConsent(stores)
    await signal('signedOut')
    expect(stores.consentForm.$values.get()).toEqual(stores.consentForm.initial)
    expect(stores.$choice.get()).toBeUndefined()
    expect(sessionStorage).not.toHaveProperty('consent')
    expect(sessionStorage).not.toHaveProperty('booking')
  })
})

describe('opening the times', () => {
  it('BOOK-05 tells of an appointment before a time is chosen', async () => {
    const { $existing, $booking } = await openPage(
      bookingBrowser({
        'GET /holds/current': ok(ownPlace({ appointment: appointment({ event_id: 3 }) })),
      }),
    )
    expect($booking.get()).toEqual({ step: 'choose' })
    expect($existing.get()).toMatchObject({ event_id: 3, appt_time: '09:20' })
  })

  it('BOOK-02 asks for everything in one round when the browser is signed in', async () => {
    let answer = () => {}
    const browser = bookingBrowser({
      'GET /auth/session': () =>
        new Promise((resolve) => {
          answer = () => resolve(refusal(500, 'failure'))
        }),
    })
    Object.assign(document, { cookie: `halyard_signed_in=${Date.now()}` })
    await openPage(browser)
    expect(browser.sent.map(({ path }) => path).sort()).toEqual([
      '/auth/session',
      '/events/7',
      '/events/7/slots',
      '/holds/current?event_id=7',
    ])
    answer()
    await settle()
  })

  it('BOOK-06 the last place is offered again when its hold is over', async () => {
    const full = { total_spaces: 3, booked_spaces: 3 }
    const browser = bookingBrowser({ 'GET /events/7': ok(event(full)) })
    const { $case } = await reachConsent(browser)
    expect($case.get()?.facts.state).toBe('full')
    browser.answer('GET /events/7', ok(event({ ...full, booked_spaces: 2 })))
    browser.answer('GET /events/7/slots', ok(slots('09:20')))
    await vi.advanceTimersByTimeAsync(15 * 60_000)
    expect($case.get()?.facts.state).toBe('open')
  })
})
