import { describe, expect, it } from 'vitest'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { bookingBrowser, openPage } from '#tests/unit/booking/store/journey.ts'
import { event, session, slots } from '#tests/unit/booking/store/samples.ts'

function sessionWith(change: Record<string, unknown>) {
  const { session: own } = session()
  return ok({ session: { ...own, profile: { ...own.profile, ...change } } })
}

describe('opening /book-event', () => {
  it('BOOK-01 goes to /events without an event', async () => {
    const browser = bookingBrowser()
    history.replaceState(null, '', '/book-event')
    await openPage(browser)
    expect(browser.left).toEqual(['/events'])
    expect(browser.sent).toEqual([])
  })

  it('BOOK-01 goes to /login with this event as the origin when signed out', async () => {
    const browser = bookingBrowser({ 'GET /auth/session': ok({ session: null }) })
    await openPage(browser)
    expect(browser.left).toEqual(['/login?next=%2Fbook-event%3Fevent%3D7'])
  })

  const esneft = ok(event({ lab_name: 'ESNEFT' }))

  it('NHS-02 an ESNEFT event leads to the NHS number first while the profile has no valid one', async () => {
    const browser = bookingBrowser({ 'GET /events/7': esneft })
    await openPage(browser)
    expect(browser.left).toEqual(['/check-nhs-number?event=7'])
  })

  it('NHS-02 an ESNEFT event that cannot be booked says so, and asks for no number', async () => {
    const browser = bookingBrowser({
      'GET /events/7': ok(event({ lab_name: 'ESNEFT', booked_spaces: 3 })),
    })
    const { $booking } = await openPage(browser)
    expect(browser.left).toEqual([])
    expect($booking.get()).toEqual({ step: 'choose' })
  })

  it('NHS-02 with a valid number the times are shown, unless the patient has to call about it', async () => {
    const number = { nhs_number: '9434765919' }
    const browser = bookingBrowser({
      'GET /events/7': esneft,
      'GET /auth/session': sessionWith(number),
    })
    expect((await openPage(browser)).$closed.get()).toBeUndefined()
    const asked = bookingBrowser({
      'GET /events/7': esneft,
      'GET /auth/session': sessionWith({ ...number, nhs_number_to_check: true }),
    })
    expect((await openPage(asked)).$closed.get()).toMatchObject({
      title: 'Please call us about your NHS number',
      next: 'helpline',
    })
    expect([browser.left, asked.left]).toEqual([[], []])
  })

  it('BOOK-04 an unknown event shows Invalid event.', async () => {
    const browser = bookingBrowser({ 'GET /events/7': refusal(404, 'event-not-found') })
    const { $booking } = await openPage(browser)
    expect($booking.get()).toMatchObject({
      step: 'unavailable',
      message: { text: 'Invalid event.' },
    })
  })

  it('BOOK-04 a failed load asks to log in again', async () => {
    const browser = bookingBrowser({ 'GET /events/7': 'none' })
    const { $booking } = await openPage(browser)
    expect($booking.get()).toMatchObject({
      message: { text: 'Loading event details failed. Please re-login again' },
    })
  })

  it('BOOK-02 BOOK-03 groups the times by part of the day, and only free ones can be chosen', async () => {
    const night = {
      start_time: '11:40',
      end_time: '12:20',
      starts_at: '2026-12-12T11:40:00.000Z',
      ends_at: '2026-12-12T12:20:00.000Z',
    }
    const { $slots, $booking } = await openPage(
      bookingBrowser({
        'GET /events/7': ok(event(night)),
        'GET /events/7/slots': ok(slots('12:00')),
      }),
    )
    expect($booking.get()).toEqual({ step: 'choose' })
    expect($slots.get()).toEqual({
      state: 'loaded',
      groups: [
        {
          heading: 'Morning',
          times: [{ date: '2026-12-12', time: '11:40', isFree: false, isLocked: false }],
        },
        {
          heading: 'Afternoon',
          times: [{ date: '2026-12-12', time: '12:00', isFree: true, isLocked: false }],
        },
      ],
    })
  })

  it('BOOK-04 shows that there are no times without a grid or a free time, and a failure as such', async () => {
    const none = await openPage(bookingBrowser({ 'GET /events/7': ok(event({ end_time: null })) }))
    expect(none.$slots.get()).toEqual({ state: 'none' })
    const taken = await openPage(bookingBrowser({ 'GET /events/7/slots': ok(slots()) }))
    expect(taken.$slots.get()).toEqual({ state: 'none' })
    const failed = await openPage(bookingBrowser({ 'GET /events/7/slots': 'none' }))
    expect(failed.$slots.get()).toEqual({ state: 'failed' })
  })
})
