import { describe, expect, it, vi } from 'vitest'
import { SIGNED_IN_COOKIE } from '#core/rules/cookie-names.ts'
import { UNFINISHED_SIGN_OUT } from '#core/rules/session-marker.ts'
import { ok } from '#tests/unit/booking/store/browser.ts'
import {
  bookingBrowser,
  NINE_TWENTY,
  openPage,
  reachConsent,
  settle,
} from '#tests/unit/booking/store/journey.ts'
import { hold, ownPlace, session } from '#tests/unit/booking/store/samples.ts'

describe('reload, Back and the end of the hold', () => {
  it('BOOK-06 a reload on the consent form restores the hold', async () => {
    const browser = bookingBrowser()
    await reachConsent(browser)
    browser.answer('GET /holds/current', ok(ownPlace({ hold: hold() })))
    const { $booking, $hold } = await openPage(browser)
    expect($booking.get()).toEqual({ step: 'consent' })
    expect($hold.get()).toMatchObject(NINE_TWENTY)
  })

  it('BOOK-06 a second window restores the hold and its time', async () => {
    const browser = bookingBrowser({
      'GET /holds/current': ok(ownPlace({ hold: hold() })),
    })
    const { $booking, $choice } = await openPage(browser)
    expect($booking.get()).toEqual({ step: 'choose' })
    expect($choice.get()).toEqual(NINE_TWENTY)
  })

  it('BOOK-06 Back shows the times with the hold kept', async () => {
    const browser = bookingBrowser()
    const { $booking, $hold, $choice } = await reachConsent(browser)
    browser.goBack()
    expect($booking.get()).toEqual({ step: 'choose' })
    expect($hold.get()).toBeDefined()
    expect($choice.get()).toEqual(NINE_TWENTY)
  })

  it.each([
    ['requests the event together with the session of a user who is marked as signed in', null],
    ['requests no event early after an unfinished sign-out', '1'],
  ])('AUTH-07 %s', async (_title, unfinished) => {
    const browser = bookingBrowser({ 'GET /auth/session': 'none', 'POST /auth/sign-out': 'none' })
    Object.assign(document, { cookie: `${SIGNED_IN_COOKIE}=1` })
    const getItem = (key: string) => (key === UNFINISHED_SIGN_OUT ? unfinished : null)
    vi.stubGlobal('localStorage', { setItem() {}, removeItem() {}, getItem })
    await openPage(browser)
    expect(browser.sentTo('GET /events/7')).toHaveLength(unfinished === null ? 2 : 0)
  })

  it('BOOK-06 a link within the page does not leave the consent form', async () => {
    const browser = bookingBrowser()
    const { $booking } = await reachConsent(browser)
    history.pushState(null, '', '/book-event?event=7#main')
    window.dispatchEvent(new Event('popstate'))
    expect($booking.get()).toEqual({ step: 'consent' })
    expect(browser.address()).toContain('#main')
  })

  it('BOOK-06 an expired hold shows a message and a time can be chosen again', async () => {
    const browser = bookingBrowser()
    const { $booking, $hold, $choice, proceed } = await reachConsent(browser)
    await vi.advanceTimersByTimeAsync(15 * 60_000)
    expect($hold.get()).toBeUndefined()
    expect($booking.get()).toMatchObject({
      step: 'choose',
      message: { title: 'Your place is no longer kept' },
    })
    expect(browser.address()).toBe('/book-event?event=7')
    expect($choice.get()).toEqual(NINE_TWENTY)
    await proceed()
    expect($booking.get()).toEqual({ step: 'consent' })
  })

  it('BOOK-06 reports on return a hold that expired meanwhile', async () => {
    const browser = bookingBrowser()
    await reachConsent(browser)
    const { $booking } = await openPage(browser)
    expect($booking.get()).toMatchObject({
      step: 'choose',
      message: { title: 'Your place is no longer kept' },
    })
  })

  it('BOOK-06 a time chosen in another window replaces this one', async () => {
    const browser = bookingBrowser()
    const { $booking, $choice } = await reachConsent(browser)
    const other = hold({ appt_time: '09:00', hold_id: '8f3f6f0e-6f0a-4f57-9c6e-0f5c1a2b3c4d' })
    browser.answer('GET /holds/current', ok(ownPlace({ hold: other })))
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect($booking.get()).toMatchObject({
      step: 'consent',
      message: { title: 'You chose another time' },
    })
    expect($choice.get()?.time).toBe('09:00')
  })

  it('BOOK-06 clears what another patient left in this tab', async () => {
    const browser = bookingBrowser()
    const { consentForm } = await reachConsent(browser)
    consentForm.set('motherSideDetails', 'the first patient')
    history.replaceState(null, '', '/book-event?event=7')
    browser.answer('GET /auth/session', ok(session(42)))
    const next = await openPage(browser)
    expect(next.consentForm.$values.get().motherSideDetails).toBe('')
    expect(next.$choice.get()).toBeUndefined()
  })
})
