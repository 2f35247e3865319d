import { describe, expect, it, vi } from 'vitest'
import type { OwnPlaceOnWire } from '#booking/store/own-place.ts'
import { UNFINISHED_SIGN_OUT } from '#core/rules/session-marker.ts'
import { TAB_SIGNALS } from '#core/rules/tab-signals.ts'
import type { EventList } from '#events/store/events.ts'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { settle } from '#tests/unit/booking/store/journey.ts'
import {
  appointment,
  event,
  hold,
  ownPlace,
  SERVER_NOW,
} from '#tests/unit/booking/store/samples.ts'
import { list, openList } from '#tests/unit/events/store/list.ts'

describe("the patient's own place", () => {
  const SIGNED_IN = `halyard_signed_in=${Date.parse(SERVER_NOW) / 1000 + 600}`
  const full = list(event({ booked_spaces: 3 }))
  const ownOf = (state: EventList) => (state.state === 'loaded' ? state.events[0]?.own : undefined)

  async function openSignedIn(over: Partial<OwnPlaceOnWire>) {
    const opened = await openList('/book-event-main', full, {
      cookie: SIGNED_IN,
      routes: { 'GET /holds/current': ok(ownPlace(over)) },
    })
    return opened
  }

  it('BOOK-06 EVL-05 a card of a full event says what the patient holds, until the hold is over', async () => {
    const { browser, $events } = await openSignedIn({ hold: hold({ appt_time: '15:10' }) })
    expect(ownOf($events.get())).toMatchObject({
      text: 'You hold 15:10',
      href: '/book-event?event=7',
    })
    browser.answer('GET /holds/current', ok(ownPlace()))
    await vi.advanceTimersByTimeAsync(15 * 60_000 + 1000)
    expect(ownOf($events.get())).toBeUndefined()
  })

  it('WAIT-02 a card says until which day and time an offered place is kept', async () => {
    const offer = hold({ offered: true, hold_expires_at: '2026-11-22T08:00:00.000Z' })
    const { $events } = await openSignedIn({ hold: offer })
    expect(ownOf($events.get())).toMatchObject({ until: 'Sunday 22 November, 08:00' })
  })

  it('BOOK-06 a release in another tab is followed', async () => {
    const { browser, $events } = await openSignedIn({ hold: hold() })
    browser.answer('GET /holds/current', ok(ownPlace()))
    window.dispatchEvent(
      Object.assign(new Event('storage'), { key: TAB_SIGNALS.placeChanged, newValue: '1' }),
    )
    await settle()
    expect(ownOf($events.get())).toBeUndefined()
  })

  it('BOOK-05 a card says what the patient has booked', async () => {
    const { $events } = await openSignedIn({ appointment: appointment() })
    expect(ownOf($events.get())).toMatchObject({
      text: 'You are booked at 09:20',
      href: '/upcoming-events',
    })
  })

  it('BOOK-06 a visitor is not asked about', async () => {
    const visitor = await openList('/book-event-main', full)
    expect(visitor.browser.sentTo('GET /holds')).toEqual([])
  })

  it('AUTH-07 the place of a user whose sign-out the server did not confirm is not asked for, although a late answer brought the marker back', async () => {
    const { browser, $events } = await openList('/book-event-main', full, {
      cookie: SIGNED_IN,
      routes: { 'GET /holds/current': ok(ownPlace({ hold: hold() })) },
      stored: { [UNFINISHED_SIGN_OUT]: '1' },
    })
    expect(ownOf($events.get())).toBeUndefined()
    expect(browser.sentTo('GET /holds')).toEqual([])
  })

  it.each([
    ['no response keeps', 'none', 'You hold 09:20'],
    ['a failure keeps', refusal(500, 'failure'), 'You hold 09:20'],
    ['a session that is over forgets', refusal(401, 'unauthorized'), undefined],
  ] as const)(
    'BOOK-06 when the place is asked for again, %s what is known',
    async (_, reply, text) => {
      const { browser, $events } = await openSignedIn({ hold: hold() })
      browser.answer('GET /holds/current', reply)
      document.dispatchEvent(new Event('visibilitychange'))
      await settle()
      expect(browser.sentTo('GET /holds/current')).toHaveLength(2)
      expect(ownOf($events.get())?.text).toBe(text)
    },
  )

  it('BOOK-06 a hold that is over is no longer shown, although the server does not answer', async () => {
    const { browser, $events } = await openSignedIn({ hold: hold() })
    browser.answer('GET /holds/current', 'none')
    browser.answer('GET /events', 'none')
    await vi.advanceTimersByTimeAsync(15 * 60_000 + 1000)
    expect($events.get()).toMatchObject({ state: 'loaded', events: [{ label: 'Fully Booked' }] })
    expect(ownOf($events.get())).toBeUndefined()
  })

  it('EVL-03 BOOK-06 the list does not wait for the place', async () => {
    let arrive = () => {}
    const { $events } = await openList('/book-event-main', full, {
      cookie: SIGNED_IN,
      routes: {
        'GET /holds/current': () =>
          new Promise((resolve) => {
            arrive = () => resolve(ok(ownPlace({ hold: hold() })))
          }),
      },
    })
    expect($events.get()).toMatchObject({ state: 'loaded', events: [{ eventId: 7 }] })
    arrive()
    await settle()
    expect(ownOf($events.get())?.text).toBe('You hold 09:20')
  })

  it('AUTH-07 BOOK-06 the place leaves the list at sign-out and on return, also without a response', async () => {
    const signOut = () =>
      Object.assign(new Event('storage'), { key: TAB_SIGNALS.signedOut, newValue: '1' })
    const comeBack = () => Object.assign(new Event('pageshow'), { persisted: true })
    for (const event of [signOut, comeBack]) {
      const { browser, $events } = await openSignedIn({ hold: hold() })
      browser.answer('GET /holds/current', 'none')
      window.dispatchEvent(event())
      await settle()
      expect($events.get()).toMatchObject({ state: 'loaded', events: [{ eventId: 7 }] })
      expect(ownOf($events.get())).toBeUndefined()
    }
  })

  it('AUTH-07 BOOK-06 the place leaves the list when the session ended by itself', async () => {
    const { browser, $events } = await openSignedIn({ hold: hold() })
    browser.answer('GET /events', 'none')
    Object.assign(document, { cookie: '' })
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(ownOf($events.get())).toBeUndefined()
  })
})
