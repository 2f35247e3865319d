/** Colours and widths of the map. A rule whose layer a tile lacks draws nothing. */
export type Rule = {
  /** The layer of a vector tile, in Protomaps' schema. */
  readonly layer: string
  readonly kinds?: readonly string[]
  readonly fill?: string
  readonly line?: { readonly color: string; readonly dash?: readonly number[] }
  /** The width of the line in pixels, by zoom level. */
  readonly width?: (zoom: number) => number
  /** Painted only where land is already. */
  readonly onLand?: true
  readonly from?: number
  readonly to?: number
}

const LAND = '#f6f3ec'
const SEA = '#cfe2ec'
const BUILT = '#e7dfd3'
const GREEN = '#dde8d2'
const BORDER = '#c9bfae'
const MOTORWAY = '#e0a35c'
const STREET = '#ffffff'
const CASING = '#d8cfc0'
const RAIL = '#9a93a8'

export const TEXT = { ink: '#43403a', street: '#5d574d', halo: '#ffffffd9' } as const

const growing = (at: number, width: number) => (zoom: number) => width * 1.5 ** (zoom - at)

/** The base map has details for zoom 9; what would look wrong when enlarged ends before. */
export const BASE_RULES: readonly Rule[] = [
  { layer: 'earth', fill: LAND, line: { color: LAND }, width: () => 0.6 },
  { layer: 'landuse', fill: BUILT, onLand: true, to: 10 },
  {
    layer: 'rivers',
    line: { color: SEA },
    width: (zoom) => (zoom < 8 ? 0.8 : zoom < 11 ? 2 : 2 ** (zoom - 9.6)),
  },
  { layer: 'water', fill: SEA, to: 11 },
  { layer: 'boundaries', line: { color: BORDER, dash: [4, 3] }, width: () => 1, from: 10 },
  {
    layer: 'roads',
    kinds: ['highway'],
    line: { color: '#ffffff' },
    width: () => 3.4,
    from: 7,
    to: 10,
  },
  {
    layer: 'roads',
    kinds: ['highway'],
    line: { color: MOTORWAY },
    width: (zoom) => (zoom < 7 ? 0.7 : 1.6),
    to: 10,
  },
  { layer: 'roads', kinds: ['rail'], line: { color: RAIL }, width: () => 1.6, from: 10 },
]

const PARKS = ['park', 'forest', 'wood', 'grass', 'nature_reserve', 'cemetery', 'golf_course']
const TOWNS = ['residential', 'urban_area', 'commercial', 'industrial', 'hospital', 'school']
const MAIN_ROADS = ['major_road', 'medium_road']
const SMALL_ROADS = ['minor_road', 'other']

export const STREET_RULES: readonly Rule[] = [
  { layer: 'earth', fill: LAND, line: { color: LAND }, width: () => 0.6 },
  { layer: 'landuse', kinds: TOWNS, fill: BUILT },
  { layer: 'landuse', kinds: PARKS, fill: GREEN },
  { layer: 'water', fill: SEA, line: { color: SEA }, width: () => 1 },
  { layer: 'buildings', fill: '#ddd3c4', from: 14 },
  { layer: 'boundaries', line: { color: BORDER, dash: [4, 3] }, width: () => 1 },
  {
    layer: 'roads',
    kinds: ['path'],
    line: { color: CASING, dash: [3, 3] },
    width: () => 1,
    from: 14,
  },
  {
    layer: 'roads',
    kinds: SMALL_ROADS,
    line: { color: CASING },
    width: growing(13, 2.6),
    from: 12,
  },
  { layer: 'roads', kinds: MAIN_ROADS, line: { color: CASING }, width: growing(11, 2.4), from: 8 },
  {
    layer: 'roads',
    kinds: SMALL_ROADS,
    line: { color: STREET },
    width: growing(13, 1.6),
    from: 12,
  },
  { layer: 'roads', kinds: MAIN_ROADS, line: { color: STREET }, width: growing(11, 1.5), from: 8 },
  { layer: 'roads', kinds: ['rail'], line: { color: RAIL }, width: () => 1.4, from: 10 },
  { layer: 'roads', kinds: ['highway'], line: { color: MOTORWAY }, width: growing(10, 1.8) },
]

/** From this zoom level on streets have their names. */
export const STREET_NAMES_FROM = 14

/** The size and weight of a place's name; a place is marked with a dot where its name alone would not show where it is. */
export function placeStyle(population: number, zoom: number) {
  const [size, weight] =
    population >= 400_000
      ? [15, 700]
      : population >= 90_000
        ? [14, 600]
        : population >= 15_000
          ? [13, 500]
          : [12.5, 400]
  return { size, weight, hasDot: zoom >= 11 }
}
