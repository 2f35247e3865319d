import { describe, expect, it } from 'vitest'
import type { EventList } from '#events/store/events.ts'
import { settle } from '#tests/unit/booking/store/journey.ts'
import { event } from '#tests/unit/booking/store/samples.ts'
import { list, openList } from '#tests/unit/events/store/list.ts'

describe('the filter of the list', () => {
  it.each([
    ['', '/events'],
    ['?date=next-week&location=leeds&for=community', '/events?date=next-week&for=community'],
    ['?for=community,freemasons,corporate', '/events'],
    ['?date=yesterday&for=golf&location=%20', '/events'],
  ])('EVL-01 EVL-07 the address %s requests %s', async (search, asked) => {
    const { browser } = await openList(`/book-event-main${search}`, list())
    expect(browser.sentTo('GET /events')[0]?.path).toBe(asked)
  })

  it('EVL-07 writes a change to the address, and Back undoes it', async () => {
    const { browser, changeFilter, toggleAudience, $filter } = await openList(
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
    const { browser, changeFilter } = await openList('/book-event-main?location=york', list())
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
    const { browser, $events, changeFilter } = await openList('/book-event-main', three)
    expect(idsOf($events.get())).toEqual([1, 2, 3])
    changeFilter({ order: 'open' })
    await settle()
    expect(idsOf($events.get())).toEqual([2, 1, 3])
    expect(browser.address()).toBe('/book-event-main?order=open')
    expect(browser.sentTo('GET /events')).toHaveLength(1)
  })

  it('EVL-07 is read from the address, and stays when all events are shown again', async () => {
    const { browser, $events, clearFilter } = await openList(
      '/book-event-main?date=today&order=open',
      three,
    )
    expect(idsOf($events.get())).toEqual([2, 1, 3])
    clearFilter()
    await settle()
    expect(browser.address()).toBe('/book-event-main?order=open')
  })
})
