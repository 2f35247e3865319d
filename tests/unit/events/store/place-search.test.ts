import { describe, expect, it, vi } from 'vitest'
import type { EventList } from '#events/store/events.ts'
import { ok } from '#tests/unit/booking/store/browser.ts'
import { settle } from '#tests/unit/booking/store/journey.ts'
import { event, SERVER_NOW } from '#tests/unit/booking/store/samples.ts'
import { list, openList } from '#tests/unit/events/store/list.ts'

const ipswich = event({ event_id: 1, city: 'Ipswich', latitude: 52.03, longitude: 1.14 })
const felixstowe = event({ event_id: 2, city: 'Felixstowe', postcode: 'IP11 2AA' })
const york = event({ event_id: 3, city: 'York', state: 'North Yorkshire', postcode: 'YO1 9AA' })
const ip4 = event({
  event_id: 4,
  city: 'Ipswich',
  latitude: 52.06,
  longitude: 1.18,
  postcode: null,
})
const ALL = list(york, felixstowe, ipswich, ip4)

const idsOf = (state: EventList) =>
  state.state === 'loaded' ? state.events.map(({ eventId }) => eventId) : state.state
const distancesOf = (state: EventList) =>
  state.state === 'loaded' ? state.events.map(({ distance }) => distance) : []

async function openPlaces(path: string, reply: Parameters<typeof openList>[1] = ALL) {
  const [page, selection, suggestions] = await Promise.all([
    openList(path, reply),
    import('#events/store/selection.ts'),
    import('#events/store/suggestions.ts'),
  ])
  const [search, nearMe] = await Promise.all([
    import('#events/store/place-search.ts'),
    import('#events/store/near-me.ts'),
  ])
  suggestions.followEmptyLists('Halyard')
  const loaded = async () => {
    await vi.dynamicImportSettled()
    await settle()
  }
  await loaded()
  return { ...page, ...selection, ...suggestions, ...search, ...nearMe, loaded }
}

type Answer = (
  onSuccess: (at: { coords: { latitude: number; longitude: number } }) => void,
  onError: (error: object) => void,
) => void

const stubGeolocation = (answer: Answer) =>
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: answer } })

describe('a place in the filter', () => {
  it('EVL-07 a postcode lists what is near with distances, nearest first, and by start when chosen; nothing of it is requested', async () => {
    const { browser, $events, $count, changeFilter, $place } = await openPlaces(
      '/book-event-main?location=ip4',
    )
    expect($count.get()).toBe('3 events within 30 miles of IP4')
    expect(idsOf($events.get())).toEqual([4, 1, 2])
    expect(distancesOf($events.get())).toEqual([
      '1 mile from IP4',
      '2 miles from IP4',
      '11 miles from IP4',
    ])
    expect($place.get()).toMatchObject({ label: 'IP4', isOwn: false })
    changeFilter({ order: 'start' })
    expect(idsOf($events.get())).toEqual([2, 1, 4])
    expect(browser.address()).toBe('/book-event-main?location=ip4&order=start')
    changeFilter({ order: 'nearest' })
    expect(idsOf($events.get())).toEqual([4, 1, 2])
    expect(browser.address()).toBe('/book-event-main?location=ip4&order=nearest')
    expect(browser.sent.map(({ path }) => path)).toEqual(['/events'])
  })

  it('EVL-07 York finds York, and neither York Road elsewhere nor a town of Yorkshire far away', async () => {
    const whitby = event({
      event_id: 5,
      city: 'Whitby',
      state: 'North Yorkshire',
      postcode: 'YO21 3EN',
    })
    const road = event({
      event_id: 6,
      city: 'Exeter',
      address_line_1: '1 York Road',
      postcode: 'EX1 1AA',
    })
    const { $events } = await openPlaces('/book-event-main?location=York', list(york, whitby, road))
    expect(idsOf($events.get())).toEqual([3])
  })

  it('EVL-01 EVL-07 a county or venue is found without distances; nearest first is then by start', async () => {
    const { $events, $count, $order, $isPlaceMissing } = await openPlaces(
      '/book-event-main?location=north+yorkshire&order=nearest',
    )
    expect(idsOf($events.get())).toEqual([3])
    expect(distancesOf($events.get())).toEqual([undefined])
    expect($count.get()).toBe('1 event')
    expect($order.get()).toBe('start')
    expect($isPlaceMissing.get()).toBe(false)
  })

  it('EVL-07 the count names no radius when an event has the name of the place and is farther away', async () => {
    const far = event({ event_id: 5, city: 'York', postcode: 'TR1 1AA' })
    const { $events, $count } = await openPlaces('/book-event-main?location=York', list(york, far))
    expect(idsOf($events.get())).toEqual([3, 5])
    expect($count.get()).toBe('2 events')
  })

  it('EVL-07 shows a message for an unknown place and lists all events; an ambiguous one offers its choices', async () => {
    const { $events, $isPlaceMissing, $placeSearch, $activeFilter, changeFilter } =
      await openPlaces('/book-event-main?location=Atlantis')
    expect($activeFilter.get()).toBe('')
    expect(idsOf($events.get())).toEqual([3, 2, 1, 4])
    expect($isPlaceMissing.get()).toBe(true)
    changeFilter({ location: 'Newport' })
    expect($placeSearch.get()).toMatchObject({ kind: 'ambiguous' })
    expect($activeFilter.get()).toBe('')
    expect(idsOf($events.get())).toEqual([3, 2, 1, 4])
    changeFilter({ location: 'Newport (near Cardiff)' })
    expect($placeSearch.get()).toMatchObject({ kind: 'place' })
    expect($activeFilter.get()).toBe('“Newport (near Cardiff)”')
    expect(idsOf($events.get())).toEqual([])
  })

  it('EVL-07 the places are loaded when a visitor searches, not before', async () => {
    const { $gazetteer, changeFilter, loaded } = await openPlaces('/book-event-main')
    expect($gazetteer.get()).toBeUndefined()
    changeFilter({ location: 'ip4' })
    await loaded()
    expect($gazetteer.get()?.districts.size).toBeGreaterThan(2900)
  })

  it('EVL-07 the selected event is one of the list, or none', async () => {
    const { $selected, selectEvent, changeFilter, loaded } = await openPlaces('/book-event-main')
    selectEvent(3)
    expect($selected.get()).toBe(3)
    changeFilter({ location: 'ip4' })
    await loaded()
    expect($selected.get()).toBeUndefined()
    changeFilter({ location: '' })
    expect($selected.get()).toBe(3)
    selectEvent(undefined)
    expect($selected.get()).toBeUndefined()
  })
})

describe('an empty list', () => {
  it('EVL-10 has the nearest three, then the next three of the others', async () => {
    const more = [5, 6, 7, 8].map((event_id) =>
      event({ event_id, city: 'Exeter', postcode: `EX${event_id} 1AA` }),
    )
    const { $events, $suggestions } = await openPlaces(
      '/book-event-main?location=Truro',
      list(york, felixstowe, ipswich, ...more),
    )
    expect(idsOf($events.get())).toEqual([])
    const { nearest = [], next = [] } = $suggestions.get() ?? {}
    expect(next.map(({ eventId }) => eventId)).toHaveLength(3)
    expect(nearest.map(({ eventId }) => eventId)).toHaveLength(3)
    expect(nearest.every(({ eventId }) => eventId >= 5)).toBe(true)
    expect(nearest[0]?.distance).toMatch(/miles from Truro/)
    expect(next.map(({ eventId }) => eventId)).toEqual([3, 2, 1])
  })

  it('EVL-10 suggests no event that is full, closed or withheld', async () => {
    const soon = '2026-11-22T09:00:00.000Z'
    const refused = [
      event({ event_id: 5, booked_spaces: 3 }),
      event({ event_id: 6, event_date: '2026-11-22', starts_at: soon, ends_at: soon }),
    ]
    const withheld = {
      id: 7,
      event_id: 7,
      event_name: 'Lodge evening',
      event_date: '2026-12-12',
      city: 'Whitby',
      is_private: true as const,
    }
    const { $suggestions } = await openPlaces(
      '/book-event-main?location=Truro',
      ok({ events: [withheld, ...refused, york], server_time: SERVER_NOW }),
    )
    const { nearest = [], next = [] } = $suggestions.get() ?? {}
    expect([...nearest, ...next].map(({ eventId }) => eventId)).toEqual([3])
  })

  it('EVL-10 of days without events has the next three of all; without a place none is nearest', async () => {
    const { $suggestions, browser } = await openPlaces(
      '/book-event-main?date=today',
      ({ path }: { path: string }) => (path.includes('date') ? list() : ALL),
    )
    expect(browser.sent.map(({ path }) => path)).toEqual(['/events?date=today', '/events'])
    expect($suggestions.get()?.nearest).toEqual([])
    expect($suggestions.get()?.next.map(({ eventId }) => eventId)).toEqual([3, 2, 1])
  })
})

describe('Near me', () => {
  it('EVL-07 asks on a click alone, measures in the browser, and no address or request has the position', async () => {
    let asked = 0
    const { browser, $events, $place, $nearMe, askNearMe, changeFilter, loaded } = await openPlaces(
      '/book-event-main?location=york',
    )
    stubGeolocation((found) => {
      asked += 1
      found({ coords: { latitude: 52.0597, longitude: 1.1556 } })
    })
    expect(asked).toBe(0)
    askNearMe()
    await loaded()
    expect(asked).toBe(1)
    expect($nearMe.get()).toBe('on')
    expect($place.get()).toMatchObject({ isOwn: true })
    expect(idsOf($events.get())).toEqual([4, 1, 2])
    expect(distancesOf($events.get())[2]).toBe('11 miles from you')
    changeFilter({ order: 'nearest', date: 'future-events' })
    await loaded()
    expect(browser.address()).toBe('/book-event-main?date=future-events&order=nearest')
    expect(JSON.stringify(browser.sent)).not.toMatch(/52\.0|1\.15/)
    changeFilter({ location: 'York' })
    expect($nearMe.get()).toBe('off')
    expect($place.get()).toMatchObject({ label: 'York' })
  })

  it.each([
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'slow'],
  ])('EVL-07 the browser’s error %d is said as %s, and the list stays', async (code, problem) => {
    const { $nearMe, $events, askNearMe } = await openPlaces('/book-event-main')
    stubGeolocation((_, fail) =>
      fail({ code, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 }),
    )
    askNearMe()
    expect($nearMe.get()).toBe(problem)
    expect(idsOf($events.get())).toEqual([3, 2, 1, 4])
  })

  it('EVL-07 shows a message for a browser without geolocation; an answer after the visitor typed a place is dropped', async () => {
    const { $nearMe, $place, askNearMe, changeFilter, loaded } =
      await openPlaces('/book-event-main')
    vi.stubGlobal('navigator', {})
    askNearMe()
    expect($nearMe.get()).toBe('unavailable')
    let arrive = () => {}
    stubGeolocation((found) => {
      arrive = () => found({ coords: { latitude: 50, longitude: 0 } })
    })
    askNearMe()
    expect($nearMe.get()).toBe('asking')
    changeFilter({ location: 'York' })
    await loaded()
    arrive()
    expect($place.get()).toMatchObject({ label: 'York', isOwn: false })
  })
})
