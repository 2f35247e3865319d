import { isWhole, type VisibleEventOnWire } from '#contract/events.ts'
import type { Position } from '#domain/distance.ts'
import { eventPosition, exactPosition } from '#domain/event-position.ts'
import type { Gazetteer } from '#domain/places/gazetteer.ts'
import { ukPlaces } from '#domain/places/uk-places.ts'

let places: Gazetteer | undefined

/** Where the map of an event has its marker: as entered, or the middle of its town for a withheld one (EVD-05). */
export function mapPosition(event: VisibleEventOnWire | undefined): Position | undefined {
  if (event === undefined) return undefined
  if (isWhole(event)) return exactPosition(event)
  places ??= ukPlaces()
  return eventPosition(event, places)
}
