import { isWhole, type VisibleEventOnWire } from '#events/contract/events.ts'
import type { Position } from '#events/rules/distance.ts'
import { eventPosition, exactPosition } from '#events/rules/event-position.ts'
import type { Gazetteer } from '#events/rules/places/gazetteer.ts'
import { ukPlaces } from '#events/rules/places/uk-places.ts'

let places: Gazetteer | undefined

/** Where the map of an event has its marker: as entered, or the middle of its town for a withheld one (EVD-05). */
export function mapPosition(event: VisibleEventOnWire | undefined): Position | undefined {
  if (event === undefined) return undefined
  if (isWhole(event)) return exactPosition(event)
  places ??= ukPlaces()
  return eventPosition(event, places)
}
