import { afterEach, describe, expect, it, vi } from 'vitest'
import { TAB_SIGNALS } from '#domain/tab-signals.ts'
import type { EventList } from '#stores/events/events.ts'
import type { OwnPlaceOnWire } from '#stores/events/own-place.ts'
import { fakeBrowser, ok, refusal } from '#tests/unit/stores/booking/browser.ts'
import { settle } from '#tests/unit/stores/booking/journey.ts'
import {
  appointment,
  event,
  hold,
  ownPlace,
  SERVER_NOW,
} from '#tests/unit/stores/booking/samples.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const list = (...events: ReturnType<typeof event>[]) => ok({ events, server_time: SERVER_NOW })

type Routes = Parameters<typeof fakeBrowser>[1]

async function open(
  path: string,
  reply: Routes[string],
  { cookie = '', routes = {} }: { cookie?: string; routes?: Routes } = {},
) {
  vi.useFakeTimers({ now: new Date(SERVER_NOW) })
  const browser = fakeBrowser(path, { 'GET /events': reply, ...routes })
  Object.assign(document, { cookie })
  const [events, filter] = await Promise.all([
    import('#stores/events/events.ts'),
    import('#stores/events/event-filter.ts'),
  ])
  const stop = events.openEvents('Halyard')
  await settle()
  return { browser, stop, ...events, ...filter }
}

describe('the filter of the list', () => {
  it.each([
    ['', '/events'],
    [
      '?date=next-week&location=leeds&for=community',
      '/events?date=next-week&location=leeds&for=community',
    ],
    ['?for=community,freemasons,corporate', '/events'],
    ['?date=yesterday&for=golf&location=%20', '/events'],
  ])('EVL-01 EVL-07 the address %s requests %s', async (search, asked) => {
    const { browser } = await open(`/book-event-main${search}`, list())
    expect(browser.sentTo('GET /events')[0]?.path).toBe(asked)
  })

  it('EVL-07 writes a change to the address, and Back undoes it', async () => {
    const { browser, changeFilter, toggleAudience, $filter } = await open(
      '/book-event-main',
      list(),
    )
    changeFilter({ date: 'today' })
    toggleAudience('corporate')
    await settle()
    expect(browser.address()).toBe('/book-event-main?date=today&for=corporate')
    browser.goBack()
    await settle()
    expect($filter.get()).toMatchObject({ date: 'today', location: '', audiences: [] })
    expect(browser.sentTo('GET /events').at(-1)?.path).toBe('/events?date=today')
  })

  it('EVL-07 the same choice again adds no history entry and no request', async () => {
    const { browser, changeFilter } = await open('/book-event-main?location=york', list())
    changeFilter({ location: ' york ' })
    await settle()
    expect(browser.sentTo('GET /events')).toHaveLength(1)
  })
})

describe('the order of the list', () => {
  const three = list(
    event({ event_id: 1, booked_spaces: 3 }),
    event({ event_id: 2 }),
    event({ event_id: 3, booked_spaces: 3 }),
  )
  const idsOf = (state: EventList) =>
    state.state === 'loaded' ? state.events.map(({ eventId }) => eventId) : []

  it('EVL-03 EVL-07 is by start, and open events first when chosen, without another request', async () => {
    const { browser, $events, changeFilter } = await open('/book-event-main', three)
    expect(idsOf($events.get())).toEqual([1, 2, 3])
    changeFilter({ order: 'open' })
    await settle()
    expect(idsOf($events.get())).toEqual([2, 1, 3])
    expect(browser.address()).toBe('/book-event-main?order=open')
    expect(browser.sentTo('GET /events')).toHaveLength(1)
  })

  it('EVL-07 is read from the address, and stays when all events are shown again', async () => {
    const { browser, $events, clearFilter } = await open(
      '/book-event-main?date=today&order=open',
      three,
    )
    expect(idsOf($events.get())).toEqual([2, 1, 3])
    clearFilter()
    await settle()
    expect(browser.address()).toBe('/book-event-main?order=open')
  })
})

describe("the patient's own place", () => {
  const SIGNED_IN = `halyard_signed_in=${Date.parse(SERVER_NOW) / 1000 + 600}`
  const full = list(event({ booked_spaces: 3 }))
  const ownOf = (state: EventList) => (state.state === 'loaded' ? state.events[0]?.own : undefined)

  async function openSignedIn(over: Partial<OwnPlaceOnWire>) {
    const opened = await open('/book-event-main', full, {
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
    const visitor = await open('/book-event-main', full)
    expect(visitor.browser.sentTo('GET /holds')).toEqual([])
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
    const { $events } = await open('/book-event-main', full, {
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

describe('the list', () => {
  it('EVL-05 EVL-06 EVL-08 EVL-09 a card shows the event and whether it can be booked', async () => {
    const monday = { starts_at: '2026-11-23T12:00:00.000Z', ends_at: '2026-11-23T13:00:00.000Z' }
    const { $events } = await open(
      '/book-event-main',
      list(
        event(),
        event({ booked_spaces: 3 }),
        event({ ...monday, event_name: ' ', product_name: '' }),
        event({ ...monday, exclusive_for: 'CORPORATE', price: 2500, payment_required: true }),
        event({ starts_at: '2026-11-20T12:00:00.000Z', ends_at: '2026-11-20T13:00:00.000Z' }),
      ),
    )
    const state = $events.get()
    const cards = state.state === 'loaded' ? state.events : []
    expect(cards.map(({ label }) => label)).toEqual([
      'BOOK',
      'Fully Booked',
      'Booking Closed',
      'BOOK',
      'Event Passed',
    ])
    expect(cards[0]).toMatchObject({
      name: 'Harbour Hall',
      places: '2 places left',
      price: undefined,
      date: 'Saturday, 12 December 2026',
      times: '09:00 – 10:00',
      where: '1 Quay Street, Whitby, YO21 3EN',
    })
    expect(cards[2]).toMatchObject({ name: 'Halyard Testing Event', product: 'Total PSA Test' })
    expect(cards[3]?.price).toBe('£25.00')
  })

  it('EVL-03 stops the spinner after 1.5 seconds and keeps waiting for the response', async () => {
    let arrive = () => {}
    const { $events } = await open(
      '/book-event-main',
      () =>
        new Promise((resolve) => {
          arrive = () => resolve(list())
        }),
    )
    await vi.advanceTimersByTimeAsync(1499)
    expect($events.get()).toEqual({ state: 'loading' })
    await vi.advanceTimersByTimeAsync(1)
    expect($events.get()).toEqual({ state: 'slow' })
    arrive()
    await settle()
    expect($events.get()).toEqual({ state: 'loaded', events: [] })
  })

  it.each([
    [
      'a failure',
      refusal(500, 'failure', 'Unexpected Application Error!'),
      'Unexpected Application Error!',
    ],
    ['an answer that is no list', ok({ events: 'none' }), 'Unexpected response format'],
  ])('EVL-03 FORM-02 logs %s and can be retried', async (_, reply, description) => {
    const { browser, $events, loadEvents } = await open('/book-event-main', reply)
    expect($events.get()).toEqual({ state: 'failed' })
    expect(browser.sentTo('POST /logs/error')[0]?.body).toEqual({
      errorMessage: 'Error fetching events',
      description,
    })
    browser.answer('GET /events', list())
    await loadEvents('Halyard')
    expect($events.get()).toEqual({ state: 'loaded', events: [] })
  })

  it('EVL-01 drops the response to an outdated request', async () => {
    const late: (() => void)[] = []
    const { $events, changeFilter } = await open('/book-event-main', ({ path }) => {
      if (path.includes('today')) return list()
      return new Promise((resolve) => late.push(() => resolve(list(event()))))
    })
    changeFilter({ date: 'today' })
    await settle()
    for (const arrive of late) arrive()
    await settle()
    expect($events.get()).toEqual({ state: 'loaded', events: [] })
  })
})
