import { type EventMapOptions, openEventMap as open } from '#events/island/map/event-map.ts'
import { loadSheet } from '#events/island/map/load-sheet.ts'

/** Shows the map of one event when its style sheet is there: Leaflet measures what it draws on. */
export async function openEventMap(frame: HTMLElement, options: EventMapOptions): Promise<void> {
  await loadSheet()
  open(frame, options)
}
