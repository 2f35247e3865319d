import { useStore } from '@nanostores/react'
import { MAP_LABELS } from '#domain/texts/events.ts'
import type { EventFacts } from '#stores/events/event-facts.ts'
import { $isMapShown, showOnMap } from '#stores/events/map-shown.ts'

/** Leads from a card of the list to the event's pin, while the map is shown. */
export function OnMapButton({ event }: { event: EventFacts }) {
  const isShown = useStore($isMapShown)
  const { eventId, name, position, isWithheld } = event
  if (!isShown || (position === undefined && !isWithheld)) return null
  return (
    <p>
      <button className="link" type="button" onClick={() => showOnMap(eventId)}>
        {MAP_LABELS.onMap}
        <span className="visually-hidden">: {name}</span>
      </button>
    </p>
  )
}
