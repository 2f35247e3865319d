import { useStore } from '@nanostores/react'
import { MAP_TEXTS } from '#domain/texts/map.ts'
import { $isMapShown, $pins, showOnMap } from '#stores/events/map.ts'

/** Leads from a card of the list to the event's pin, while the map is shown. */
export function OnMapButton({ eventId, name }: { eventId: number; name: string }) {
  const isShown = useStore($isMapShown)
  const pins = useStore($pins)
  if (!isShown || !pins.some(({ id }) => id === eventId)) return null
  return (
    <p>
      <button className="link" type="button" onClick={() => showOnMap(eventId)}>
        {MAP_TEXTS.onMap}
        <span className="visually-hidden">: {name}</span>
      </button>
    </p>
  )
}
