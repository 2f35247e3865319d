import { type EventMapOptions, openEventMap as open } from '#islands/events/map/event-map.ts'
import { loadSheet } from '#islands/events/map/load-sheet.ts'

/** Shows the map of one event when its style sheet is there: Leaflet measures what it draws on. */
export async function openEventMap(frame: HTMLElement, options: EventMapOptions): Promise<void> {
  await loadSheet()
  open(frame, options)
}
