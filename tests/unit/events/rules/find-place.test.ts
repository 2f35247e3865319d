import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePostcode } from '#core/rules/postcode.ts'
import { milesBetween, NEAR_MILES, type Position } from '#events/rules/distance.ts'
import { eventPosition } from '#events/rules/event-position.ts'
import { findPlace } from '#events/rules/places/find-place.ts'
import { districtsNear, noticeDistrict } from '#events/rules/places/near-districts.ts'
import { ukPlaces } from '#events/rules/places/uk-places.ts'
import { PROPERTY } from './samples.ts'

const places = ukPlaces()
const position: fc.Arbitrary<Position> = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
/** What visitors type, and worse: names and codes of the lists, cut and joined with other text. */
const known = fc.constantFrom(...[...places.districts.keys()], ...places.towns.map((t) => t.label))
const typed = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  known,
  fc.tuple(known, fc.nat(12)).map(([text, length]) => text.slice(0, length)),
  fc.tuple(fc.string(), known, fc.string()).map((parts) => parts.join('')),
)

const labelOf = (text: string) => {
  const found = findPlace(text, places)
  return found.kind === 'place' ? found.place.label : found.kind
}

describe('the distance of two positions', () => {
  it('EVL-07 is symmetrical, never negative, zero to itself, and at most half the circumference', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        expect(milesBetween(a, b)).toBeCloseTo(milesBetween(b, a), 6)
        expect(milesBetween(a, b)).toBeGreaterThanOrEqual(0)
        expect(milesBetween(a, b)).toBeLessThanOrEqual(Math.PI * 3958.8 + 1e-6)
        expect(milesBetween(a, a)).toBe(0)
      }),
      PROPERTY,
    )
  })

  it('EVL-07 is no longer than a detour', () => {
    fc.assert(
      fc.property(position, position, position, (a, b, c) => {
        expect(milesBetween(a, c)).toBeLessThanOrEqual(
          milesBetween(a, b) + milesBetween(b, c) + 1e-4,
        )
      }),
      PROPERTY,
    )
  })

  it.each([
    ['London', 'Edinburgh', 332],
    ['Ipswich', 'Norwich', 40],
    ['Cardiff', 'Swansea', 35],
  ])('EVL-07 from %s to %s is about %d miles', (from, to, miles) => {
    const [a, b] = [from, to].map((name) => findPlace(name, places))
    if (a?.kind !== 'place' || b?.kind !== 'place') throw new Error('A town is missing.')
    expect(Math.abs(milesBetween(a.place, b.place) - miles)).toBeLessThan(4)
  })
})

describe('the place that a text names', () => {
  it.each([
    ['IP4', 'IP4'],
    ['ip4 2be', 'IP4'],
    ['IP42BE', 'IP4'],
    ['IP4 2', 'IP4'],
    [' ip-4, ', 'IP4'],
    ['IP42', 'IP4'],
    ['GU14', 'GU14'],
    ['gu14ab', 'GU1'],
    ['SW1A', 'SW1A'],
    ['sw1a 1aa', 'SW1A'],
    ['SW1', 'SW1'],
    ['EC1A1BB', 'EC1A'],
    ['m1 1ae', 'M1'],
    ['IP', 'IP'],
    ['The Hall, IP4 2BE', 'IP4'],
    ['Ipswich', 'Ipswich'],
    ['IPSWICH, Suffolk', 'Ipswich'],
    ['York', 'York'],
    ['St Albans', 'St Albans'],
    ['saint  albans', 'St Albans'],
    ['St. Albans', 'St Albans'],
    ['Kings Lynn', "King's Lynn"],
    ['king’s lynn', "King's Lynn"],
    ['ashby de la zouch', 'Ashby-de-la-Zouch'],
    ['Hull', 'Hull'],
    ['Newport (near Cardiff)', 'Newport (near Cardiff)'],
    ['Newport', 'ambiguous'],
    ['Newcastle', 'ambiguous'],
    ['ipsw', 'similar'],
    ['Dublin', 'Dublin'],
    ['Dublin 2', 'Dublin 2'],
    ['dublin 6w', 'Dublin 6W'],
    ['D02 X285', 'D02'],
    ['d02x285', 'D02'],
    ['D02', 'D02'],
    ['D6W', 'D6W'],
    ['The Hall, Cork, T12 AB34', 'T12'],
    ['N37 A1B2', 'N37'],
    ['W12', 'W12'],
    ['W12 X2Y3', 'W91'],
    ['N38 A1B2', 'unknown'],
    ['Cork, Ireland', 'Cork'],
    ['Dún Laoghaire', 'Dún Laoghaire'],
    ['dun laoghaire', 'Dún Laoghaire'],
    ['Ashbourne', 'Ashbourne'],
    ['Ashbourne (County Meath)', 'Ashbourne (County Meath)'],
    ['Ballina', 'ambiguous'],
    ['Douglas', 'ambiguous'],
    ['Isle of Man', 'Isle of Man'],
    ['IM1 3LY', 'IM1'],
    ['Saint Helier', 'St Helier'],
    ['JE2 4UH', 'JE2'],
    ['GY10 1SF', 'GY10'],
    ['Guernsey', 'Guernsey'],
    ['BFPO 57', 'unknown'],
    ['Yorkshire', 'unknown'],
    ['ZZ1 1AA', 'unknown'],
    ['!?', 'unknown'],
    ['', 'unknown'],
  ])('EVL-07 %j is %j', (text, label) => {
    expect(labelOf(text)).toBe(label)
  })

  it('EVL-07 a name of several places has each of them as a choice, and every choice names itself', () => {
    const found = findPlace('Newport', places)
    const labels = found.kind === 'ambiguous' ? found.choices.map(({ label }) => label) : []
    expect(labels.slice(0, 3)).toEqual([
      'Newport (near Cardiff)',
      'Newport (near Gosport)',
      'Newport (near Telford)',
    ])
    const ambiguous = places.towns.filter(({ label }) => label.endsWith(')'))
    expect(ambiguous.length).toBeGreaterThan(70)
    expect(ambiguous.filter(({ label }) => labelOf(label) !== label)).toEqual([])
  })

  it('EVL-07 answers for every text, in Britain and Ireland, and every label finds its place again', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const found = findPlace(text, places)
        const named =
          found.kind === 'place'
            ? [found.place, ...found.others]
            : 'choices' in found
              ? found.choices
              : []
        for (const place of named) {
          expect(place.latitude).toBeGreaterThan(49)
          expect(place.latitude).toBeLessThan(61)
          expect(place.longitude).toBeGreaterThan(-11)
          expect(place.longitude).toBeLessThan(2)
          expect(labelOf(place.label)).toBe(place.label)
        }
      }),
      { ...PROPERTY, numRuns: 1000 },
    )
  })

  it.each([
    ['GU1', 51.24, -0.57],
    ['IP4', 52.06, 1.17],
    ['EX1', 50.73, -3.5],
    ['NE1', 54.97, -1.61],
    ['TR1', 50.26, -5.05],
    ['SW1A', 51.505, -0.137],
    ['M1', 53.478, -2.237],
    ['CF10', 51.478, -3.178],
    ['EH1', 55.951, -3.19],
    ['BT1', 54.599, -5.929],
    ['IM1', 54.15, -4.48],
    ['IM8', 54.32, -4.385],
    ['JE2', 49.187, -2.106],
    ['GY1', 49.456, -2.537],
    ['GY9', 49.714, -2.205],
    ['D02', 53.339, -6.253],
    ['D24', 53.286, -6.37],
    ['T12', 51.88, -8.48],
    ['H91', 53.274, -9.05],
    ['F92', 54.95, -7.73],
  ])('EVL-07 %s lies within two miles of where it is', (code, latitude, longitude) => {
    const at = places.districts.get(code)
    expect(at && milesBetween(at, { latitude, longitude })).toBeLessThan(2)
  })
})

describe('where an event is', () => {
  const nowhere = { latitude: null, longitude: null, postcode: null, city: null }

  it('EVL-07 is its position, else its postcode district, else its town; an ambiguous town says nothing', () => {
    const ip4 = places.districts.get('IP4')
    expect(
      eventPosition({ ...nowhere, latitude: 50, longitude: 1, postcode: 'IP4 2BE' }, places),
    ).toEqual({ latitude: 50, longitude: 1 })
    expect(eventPosition({ ...nowhere, postcode: 'ip4 2be', city: 'York' }, places)).toMatchObject({
      ...ip4,
    })
    expect(eventPosition({ ...nowhere, city: 'York' }, places)).toMatchObject({ label: 'York' })
    expect(eventPosition({ ...nowhere, city: 'Newport' }, places)).toBeUndefined()
    expect(eventPosition(nowhere, places)).toBeUndefined()
    expect(eventPosition({ ...nowhere, postcode: 'D02 X285' }, places)).toEqual({
      label: 'D02',
      ...places.districts.get('D02'),
    })
  })

  it('EVL-07 the country tells towns of one name apart', () => {
    const ashbourne = (country: string | null) =>
      eventPosition({ ...nowhere, city: 'Ashbourne', country }, places)
    expect(ashbourne('United Kingdom')).toMatchObject({ label: 'Ashbourne' })
    expect(ashbourne('Ireland')).toMatchObject({ label: 'Ashbourne (County Meath)' })
    expect(ashbourne(null)).toMatchObject({ label: 'Ashbourne' })
    expect(eventPosition({ ...nowhere, city: 'Cork' }, places)).toMatchObject({ label: 'Cork' })
  })
})

describe('the districts of notices', () => {
  it('EVL-10 are those within the miles, and no others', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places.districts.values()), (at) => {
        const near = new Set(districtsNear(at, NEAR_MILES, places))
        const wrong = [...places.districts].filter(
          ([code, other]) => near.has(code) === milesBetween(at, other) > NEAR_MILES,
        )
        expect(wrong).toEqual([])
      }),
      { ...PROPERTY, numRuns: 20 },
    )
  })

  it.each([
    ['IP4 2BE', 'IP4'],
    ['ip', 'IP'],
    ['SW1A', 'SW1A'],
    ['ZZ1', undefined],
    ['GU9Z', 'GU9'],
    ['D02 X285', 'D02'],
    ['D6W', 'D6W'],
    ['W12 X2Y3', 'W91'],
    ['JE2 4UH', 'JE2'],
    ['IM', 'IM'],
    ['BFPO 57', undefined],
    ['Ipswich', undefined],
    ['', undefined],
  ])('EVL-10 %j is kept as %j', (text, district) => {
    expect(noticeDistrict(text, places)).toBe(district)
  })

  it('EVL-10 never hold more than the first part of a postcode', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const district = noticeDistrict(text, places)
        if (district !== undefined) expect(parsePostcode(district)?.inward).toBe('')
      }),
      PROPERTY,
    )
  })
})
