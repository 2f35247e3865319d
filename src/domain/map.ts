import type { Position } from '#domain/distance.ts'

/** Where the map of events starts (EVL-04). */
export const CENTRAL_LONDON: Position = { latitude: 51.5072, longitude: -0.1276 }
export const EVENTS_ZOOM = 8
/** The map of one event (EVL-04, EVD-01). */
export const EVENT_ZOOM = 13
/** Around a place that the visitor named: about 30 miles on a phone (ours). */
export const PLACE_ZOOM = 9
/** What a visitor can choose. */
export const ZOOMS = { least: 5, most: 15 } as const

/** Britain and Ireland with some sea around: the only part of the world that we serve tiles of. */
export const ISLANDS = { south: 48.5, west: -13, north: 61.5, east: 4 } as const

export type MapView = { readonly center: Position; readonly zoom: number }

/** The first view for these pins: a single event, else the place that the visitor named, else central London (EVL-04). */
export function viewOf(pins: readonly Position[], place?: Position): MapView {
  const [only, ...others] = pins
  if (only !== undefined && others.length === 0) return { center: only, zoom: EVENT_ZOOM }
  if (place !== undefined) return { center: place, zoom: PLACE_ZOOM }
  return { center: CENTRAL_LONDON, zoom: EVENTS_ZOOM }
}
