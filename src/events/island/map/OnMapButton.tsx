import { useStore } from '@nanostores/react'
import type { EventFacts } from '#events/store/event-facts.ts'
import { $isMapShown, showOnMap } from '#events/store/map-shown.ts'
import { MAP_LABELS } from '#events/texts/events.ts'

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
