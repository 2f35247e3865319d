import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactPosition } from '#events/rules/event-position.ts'
import { CENTRAL_LONDON, frameView, viewOf } from '#events/rules/map.ts'
import { groupPins } from '#events/rules/map-groups.ts'
import { isServed, parseTileAddress, tilePath } from '#events/rules/map-tiles.ts'
import { pinName, withoutPinText } from '#events/texts/map.ts'

const ipswich = { latitude: 52.0567, longitude: 1.1482 }
const york = { latitude: 53.9591, longitude: -1.0815 }

describe('the first view', () => {
  it('EVL-04 is central London at zoom 8', () => {
    expect(viewOf([])).toEqual({ center: CENTRAL_LONDON, zoom: 8 })
    expect(viewOf([ipswich, york])).toEqual({ center: CENTRAL_LONDON, zoom: 8 })
    expect(CENTRAL_LONDON.latitude).toBeCloseTo(51.507, 2)
    expect(CENTRAL_LONDON.longitude).toBeCloseTo(-0.128, 2)
  })

  it('EVL-04 is a single event at zoom 13', () => {
    expect(viewOf([ipswich])).toEqual({ center: ipswich, zoom: 13 })
    expect(viewOf([ipswich], york)).toEqual({ center: ipswich, zoom: 13 })
  })

  it('EVL-07 is the place that the visitor named, when several events are listed', () => {
    expect(viewOf([ipswich, york], york)).toEqual({ center: york, zoom: 9 })
  })
})

describe('the first view in a map of this size', () => {
  const cities = [
    york,
    { latitude: 50.7225, longitude: -3.5275 },
    { latitude: 53.4794, longitude: -2.2453 },
    { latitude: 54.9783, longitude: -1.6178 },
    { latitude: 51.5072, longitude: -0.1276 },
  ]
  const phone = { width: 343, height: 420 }

  it('EVL-04 has every pin on a phone where London would have fewer than half of them', () => {
    const { center, zoom } = frameView(viewOf(cities), cities, phone)
    expect(zoom).toBe(6)
    expect(center.latitude).toBeGreaterThan(52)
    expect(center.latitude).toBeLessThan(54)
  })

  it('EVL-04 stays at London on a wider screen and with half of the pins, at a named place and at a single event', () => {
    const near = [...cities.slice(0, 2), CENTRAL_LONDON, { latitude: 51.4, longitude: 0.1 }]
    expect(frameView(viewOf(near), near, phone)).toEqual(viewOf(near))
    const desk = { width: 700, height: 420 }
    expect(frameView(viewOf(cities), cities, desk)).toEqual(viewOf(cities))
    expect(frameView(viewOf(cities, york), cities, phone)).toEqual(viewOf(cities, york))
    expect(frameView(viewOf([york]), [york], phone)).toEqual(viewOf([york]))
    expect(frameView(viewOf([]), [], phone)).toEqual(viewOf([]))
  })

  it('EVL-04 has every pin with room around it, at a zoom that a visitor can choose', () => {
    const places = fc.record({
      latitude: fc.double({ min: 50, max: 58.5, noNaN: true }),
      longitude: fc.double({ min: -6, max: 1.5, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(places, { minLength: 2, maxLength: 20 }), (pins) => {
        const view = frameView(viewOf(pins), pins, phone)
        if (view.center === CENTRAL_LONDON) return
        expect(view.zoom).toBeGreaterThanOrEqual(5)
        expect(view.zoom).toBeLessThanOrEqual(8)
        const scale = (256 * 2 ** view.zoom) / 360
        for (const { longitude } of pins) {
          const x = Math.abs(longitude - view.center.longitude) * scale
          expect(x).toBeLessThanOrEqual(phone.width / 2)
        }
      }),
    )
  })
})

describe('the position of a pin', () => {
  const place = { postcode: 'IP4 1AA', city: 'Ipswich' }

  it.each([
    [null, 1],
    [52, null],
    [null, null],
  ])('EVL-04 needs both coordinates: %s, %s', (latitude, longitude) => {
    expect(exactPosition({ ...place, latitude, longitude })).toBeUndefined()
  })

  it('EVL-04 may be on the meridian', () => {
    const onMeridian = { latitude: 51.5, longitude: 0 }
    expect(exactPosition({ ...place, ...onMeridian })).toEqual(onMeridian)
  })
})

describe('pins that share a place', () => {
  const placed = (points: readonly (readonly [number, number])[]) =>
    points.map(([x, y], pin) => ({ x, y, pin }))

  it('EVL-04 are one group in the order of the list', () => {
    const groups = groupPins(
      placed([
        [0, 0],
        [500, 0],
        [10, 0],
        [505, 5],
      ]),
      38,
    )
    expect(groups.map(({ pins }) => pins)).toEqual([
      [0, 2],
      [1, 3],
    ])
    expect(groups[0]).toMatchObject({ x: 5, y: 0 })
  })

  it('EVL-04 keep every pin exactly once', () => {
    const coordinate = fc.integer({ min: 0, max: 800 })
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate)), (points) => {
        const all = groupPins(placed(points), 38).flatMap(({ pins }) => pins)
        expect(all.toSorted((a, b) => a - b)).toEqual(points.map((_, index) => index))
      }),
    )
  })
})

describe('tile addresses', () => {
  it.each(['8/127/85', '4/7/5', '16/32744/21792'])('EVL-04 %s is served', (text) => {
    const address = parseTileAddress(text)
    expect(address && isServed(address)).toBe(true)
    expect(address && tilePath('base', address)).toBe(`/map/base/${text}`)
  })

  it.each([
    ['another continent', '8/1/1'],
    ['France south of the Channel', '8/127/91'],
    ['a world', '0/0/0'],
    ['too large a scale', '17/65488/43584'],
    ['beyond the grid', '4/999999/5'],
  ])('EVL-04 %s is not served', (_, text) => {
    const address = parseTileAddress(text)
    expect(address && isServed(address)).toBe(false)
  })

  it.each([
    '',
    '8',
    '8/127',
    '8/127/85/1',
    '08/127/85',
    '8/-1/85',
    '8/1e2/85',
    '8/127/85.png',
    '8/127/ 85',
    '8/1234567/85',
  ])('EVL-04 %j is no tile', (text) => {
    expect(parseTileAddress(text)).toBeUndefined()
  })
})

describe('texts of the map', () => {
  const pin = { name: 'Community Day', when: 'Saturday, 12 December 2026, 09:00', where: 'Ipswich' }

  it('EVL-04 name a pin by its event, or by how many it has', () => {
    expect(pinName([pin])).toBe('Community Day, Saturday, 12 December 2026, 09:00, Ipswich')
    expect(pinName([pin, pin])).toBe('2 events near Ipswich')
    expect(pinName([{ ...pin, where: '' }, pin])).toBe('2 events')
  })

  it('EVL-04 say how many events have no pin', () => {
    expect(withoutPinText(0)).toBe('')
    expect(withoutPinText(1)).toContain('1 event is')
    expect(withoutPinText(3)).toContain('3 events are')
  })
})
