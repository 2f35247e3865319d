import { circle, type Feature, feature, isInBox, kmBetween, type Point } from './geometry.ts'

/** Places of Britain with their population (GeoNames). */
type Place = { readonly name: string; readonly at: Point; readonly population: number }

const LONDON: Point = [-0.126, 51.508]

/** GeoNames calls these cities, but they are parts of one: they would hide its name. */
const PARTS = new Set([
  'Becontree',
  'Gillingham',
  'Kingswinford',
  'Oldbury',
  'Royal Leamington Spa',
  'Saint Peters',
  'Smethwick',
  'Sutton Coldfield',
  'West Bromwich',
])

/** The least population of a place that is named from each zoom level on. */
const NAMED_FROM: readonly (readonly [population: number, zoom: number])[] = [
  [400_000, 5],
  [170_000, 6.5],
  [90_000, 7.5],
  [40_000, 8.5],
  [15_000, 9.5],
  [5_000, 10.5],
  [1_500, 11.5],
]
const NAMED_LAST = 12.5

const namedFrom = (population: number) =>
  NAMED_FROM.find(([least]) => population >= least)?.[1] ?? NAMED_LAST

/** Rows of GeoNames' tab-separated table: 1 name, 4 latitude, 5 longitude, 8 country, 14 population. */
export function readPlaces(table: string): Place[] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((row) => row[8] === 'GB')
    .map(
      (row): Place => ({
        name: row[1] ?? '',
        at: [Number(row[5]), Number(row[4])],
        population: Number(row[14]),
      }),
    )
    .filter(({ at }) => isInBox(at))
    .sort((a, b) => b.population - a.population)
}

const isPartOfLondon = ({ name, at }: Place, km: number) =>
  name !== 'London' && kmBetween(LONDON, at) < km

function minZoomOf(place: Place): number {
  const zoom = namedFrom(place.population)
  if (isPartOfLondon(place, 24)) return Math.max(9.8, zoom + 1)
  return PARTS.has(place.name) ? Math.max(10, zoom) : zoom
}

export const placeFeatures = (places: readonly Place[]): Feature[] =>
  places.map((place) => {
    const { name, population, at } = place
    const properties = { kind: 'locality', name, population, min_zoom: minZoomOf(place) }
    return feature(properties, 'Point', at)
  })

const PEOPLE_PER_KM2 = 4_000

/** Built-up areas as circles of the size that so many people need: not surveyed. */
export const builtUpFeatures = (places: readonly Place[]): Feature[] =>
  places
    .filter((place) => place.population >= 4_000 && !isPartOfLondon(place, 20))
    .map(({ at, population }) => {
      const km = Math.min(20, Math.sqrt(population / PEOPLE_PER_KM2 / Math.PI))
      const properties = { kind: 'urban_area', min_zoom: namedFrom(population) - 3 }
      return feature(properties, 'Polygon', [circle(at, km)])
    })
