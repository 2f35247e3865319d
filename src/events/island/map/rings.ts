import { Circle, DivIcon, type Map as LeafletMap, Marker } from 'leaflet'
import { element } from '#events/island/map/dom.ts'
import type { Position } from '#events/rules/distance.ts'
import { ringText } from '#events/texts/map.ts'

const METRES_PER_MILE = 1609.344
const METRES_PER_DEGREE = 110_574
const MILES = [0.5, 1, 2]
const COLOR = '#7a5c2e'

/** Rings around an event show the scale where the map has no streets. */
export function addRings(map: LeafletMap, { latitude, longitude }: Position): void {
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
