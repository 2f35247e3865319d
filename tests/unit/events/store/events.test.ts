import { describe, expect, it, vi } from 'vitest'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { settle } from '#tests/unit/booking/store/journey.ts'
import { event } from '#tests/unit/booking/store/samples.ts'
import { list, openList } from '#tests/unit/events/store/list.ts'

describe('the list', () => {
  it('EVL-05 EVL-06 EVL-08 EVL-09 a card shows the event and whether it can be booked', async () => {
    const monday = { starts_at: '2026-11-23T12:00:00.000Z', ends_at: '2026-11-23T13:00:00.000Z' }
    const { $events } = await openList(
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
    expect(cards.map(({ waiting }) => waiting)).toEqual([
      undefined,
      'Waiting list open',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('EVL-03 stops the spinner after 1.5 seconds and keeps waiting for the response', async () => {
    let arrive = () => {}
    const { $events } = await openList(
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
    const { browser, $events, loadEvents } = await openList('/book-event-main', reply)
    expect($events.get()).toEqual({ state: 'failed' })
    expect(browser.sentTo('POST /logs/error')[0]?.body).toEqual({
      errorMessage: 'Error fetching events',
      description,
    })
    browser.answer('GET /events', list())
    await loadEvents('Halyard')
    expect($events.get()).toEqual({ state: 'loaded', events: [] })
  })

  it('EVL-03 a quiet load that replaces the first one and fails ends the loading', async () => {
    const { browser, $events, loadEvents } = await openList(
      '/book-event-main',
      () => new Promise(() => {}),
    )
    browser.answer('GET /events', refusal(500, 'failure'))
    await loadEvents('Halyard', true)
    expect($events.get()).toEqual({ state: 'failed' })
  })

  it('EVL-01 drops the response to an outdated request', async () => {
    const late: (() => void)[] = []
    const { $events, changeFilter } = await openList('/book-event-main', ({ path }) => {
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
