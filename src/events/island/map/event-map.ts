import { Circle, DivIcon, type Map as LeafletMap, Marker } from 'leaflet'
import { element } from '#events/island/map/dom.ts'
import { openFrame, toLatLng } from '#events/island/map/frame.ts'
import { loadSheet } from '#events/island/map/load-sheet.ts'
import { namedMarker } from '#events/island/map/pin-marker.ts'
import type { Position } from '#events/rules/distance.ts'
import { EVENT_ZOOM } from '#events/rules/map.ts'
import type { Streets } from '#events/rules/map-tiles.ts'
import { MAP_TEXTS, ringText } from '#events/texts/map.ts'

const METRES_PER_MILE = 1609.344
const METRES_PER_DEGREE = 110_574
const MILES = [0.5, 1, 2]
const COLOR = '#7a5c2e'

/** Rings around an event show the scale where the map has no streets. */
function addRings(map: LeafletMap, { latitude, longitude }: Position): void {
  for (const miles of MILES) {
    const radius = miles * METRES_PER_MILE
    const look = { color: COLOR, weight: 1, dashArray: '4 4', fill: false, interactive: false }
    new Circle([latitude, longitude], { ...look, radius }).addTo(map)
    const html = element('span', { textContent: ringText(miles) })
    new Marker([latitude - radius / METRES_PER_DEGREE, longitude], {
      icon: new DivIcon({ html, className: 'map-ring', iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
    }).addTo(map)
  }
}

type EventMapOptions = {
  readonly position: Position
  /** The event's name as shown, and with its place as read out. */
  readonly name: { readonly short: string; readonly full: string }
  readonly streets: Streets | undefined
  /** The pin is at the middle of the town: rings would show a wrong distance. */
  readonly isTownOnly: boolean
}

/**
 * The map of one event with its marker and name (EVD-01). Its style sheet comes first: Leaflet measures what it draws on.
 */
export async function openEventMap(frame: HTMLElement, options: EventMapOptions): Promise<void> {
  await loadSheet()
  const { position, name, streets, isTownOnly } = options
  const view = { center: position, zoom: EVENT_ZOOM }
  const { map } = openFrame(frame, { label: MAP_TEXTS.event, view, streets })
  if (!streets && !isTownOnly) addRings(map, position)
  namedMarker(toLatLng(position), name).addTo(map)
}
