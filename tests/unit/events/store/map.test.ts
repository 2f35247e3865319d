import { describe, expect, it, vi } from 'vitest'
import { ok } from '#tests/unit/booking/store/browser.ts'
import { settle } from '#tests/unit/booking/store/journey.ts'
import { event } from '#tests/unit/booking/store/samples.ts'
import { list, openList } from '#tests/unit/events/store/list.ts'

const ipswich = event({ event_id: 1, city: 'Ipswich', latitude: 52.0567, longitude: 1.1482 })
const york = event({ event_id: 2, city: 'York', latitude: 53.9591, longitude: -1.0815 })
const nowhere = event({ event_id: 3, city: 'Leeds', latitude: null, longitude: null })
const LONDON_VIEW = { center: { latitude: 51.5072, longitude: -0.1276 }, zoom: 8 }

async function openMap(path: string, reply: Parameters<typeof openList>[1]) {
  const page = await openList(path, reply)
  const [map, shown, selection, streets] = await Promise.all([
    import('#events/store/map.ts'),
    import('#events/store/map-shown.ts'),
    import('#events/store/selection.ts'),
    import('#events/store/streets.ts'),
  ])
  map.followListOnMap()
  await vi.dynamicImportSettled()
  await settle()
  return { ...page, ...map, ...shown, ...selection, ...streets }
}

const idsOf = (pins: readonly { id: number }[]) => pins.map(({ id }) => id)

describe('the map of the list', () => {
  it('EVL-04 has the events with both coordinates, in the order of the list, and says how many it lacks', async () => {
    const { $pins, $withoutPin, $mapView } = await openMap(
      '/book-event-main',
      list(york, nowhere, ipswich),
    )
    expect(idsOf($pins.get())).toEqual([2, 1])
    expect($pins.get()[1]).toMatchObject({
      where: 'Ipswich',
      href: '/event/1',
      position: { latitude: 52.0567, longitude: 1.1482 },
    })
    expect($withoutPin.get()).toBe('1 event is not on the map, only in the list.')
    expect($mapView.get()).toEqual(LONDON_VIEW)
  })

  it('EVL-04 starts at a single event', async () => {
    const { $mapView } = await openMap('/book-event-main', list(ipswich, nowhere))
    expect($mapView.get()).toEqual({
      center: { latitude: 52.0567, longitude: 1.1482 },
      zoom: 13,
    })
  })

  it('EVL-07 starts at the place that the visitor named, never at their own position', async () => {
    const near = event({ event_id: 4, city: 'Ipswich', latitude: 52.06, longitude: 1.16 })
    const { $mapView } = await openMap('/book-event-main?location=Ipswich', list(ipswich, near))
    await vi.dynamicImportSettled()
    await settle()
    expect($mapView.get().zoom).toBe(9)
    expect($mapView.get().center.latitude).toBeCloseTo(52.06, 1)
    const own = { latitude: 52.1234, longitude: 1.2345, accuracy: 10 }
    vi.stubGlobal('navigator', {
      geolocation: { getCurrentPosition: (found: (at: object) => void) => found({ coords: own }) },
    })
    const { askNearMe, $ownPosition } = await import('#events/store/near-me.ts')
    askNearMe()
    await settle()
    expect($ownPosition.get()).toBeDefined()
    expect($mapView.get()).toEqual(LONDON_VIEW)
  })

  it('EVL-04 keeps its pins and its view while another filter is loading', async () => {
    let arrive = () => {}
    const answers = [
      () => Promise.resolve(list(york, ipswich)),
      () =>
        new Promise<ReturnType<typeof list>>((resolve) => {
          arrive = () => resolve(list(york))
        }),
    ]
    const { $pins, $mapView, changeFilter, $events } = await openMap('/book-event-main', () =>
      (answers.shift() ?? (() => Promise.resolve(list())))(),
    )
    changeFilter({ date: 'today' })
    await settle()
    expect($events.get().state).toBe('loading')
    expect(idsOf($pins.get())).toEqual([2, 1])
    expect($mapView.get()).toEqual(LONDON_VIEW)
    arrive()
    await settle()
    expect(idsOf($pins.get())).toEqual([2])
    expect($mapView.get().zoom).toBe(13)
  })

  it('EVL-04 "Show on the map" opens the map, selects the event and asks for its pin once', async () => {
    const { $isMapShown, $selected, $wantedOnMap, showOnMap, takeWanted, toggleMap } =
      await openMap('/book-event-main', list(york, ipswich))
    expect($isMapShown.get()).toBe(false)
    showOnMap(1)
    expect([$isMapShown.get(), $selected.get(), $wantedOnMap.get()]).toEqual([true, 1, 1])
    expect(takeWanted()).toBe(1)
    expect($wantedOnMap.get()).toBeUndefined()
    toggleMap()
    expect($isMapShown.get()).toBe(false)
  })

  it.each([
    [ok({ streets: null }), undefined],
    [ok({ streets: 'none' }), undefined],
    [
      ok({ streets: { kind: 'raster', min_zoom: 4, max_zoom: 16, credit: '© A' } }),
      { kind: 'raster', minZoom: 4, maxZoom: 16, credit: '© A' },
    ],
  ])('EVL-04 reads which streets there are: %#', async (reply, streets) => {
    const { loadStreets } = await openMap('/book-event-main', list())
    const { fakeBrowser } = await import('#tests/unit/booking/store/browser.ts')
    fakeBrowser('/book-event-main', { 'GET /map': reply })
    expect(await loadStreets()).toEqual(streets)
  })
})
