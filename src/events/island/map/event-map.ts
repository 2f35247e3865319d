import { openFrame, toLatLng } from '#events/island/map/frame.ts'
import { namedMarker } from '#events/island/map/pin-marker.ts'
import { addRings } from '#events/island/map/rings.ts'
import type { Position } from '#events/rules/distance.ts'
import { EVENT_ZOOM } from '#events/rules/map.ts'
import type { Streets } from '#events/rules/map-tiles.ts'
import { MAP_TEXTS } from '#events/texts/map.ts'

export type EventMapOptions = {
  readonly position: Position
  /** The event's name as shown, and with its place as read out. */
  readonly name: { readonly short: string; readonly full: string }
  readonly streets: Streets | undefined
  /** The pin is at the middle of the town: rings would show a wrong distance. */
  readonly isTownOnly: boolean
}

/** The map of one event with its marker and name (EVD-01). */
export function openEventMap(frame: HTMLElement, options: EventMapOptions): void {
  const { position, name, streets, isTownOnly } = options
  const view = { center: position, zoom: EVENT_ZOOM }
  const { map } = openFrame(frame, { label: MAP_TEXTS.event, view, streets })
  if (!streets && !isTownOnly) addRings(map, position)
  namedMarker(toLatLng(position), name).addTo(map)
}
