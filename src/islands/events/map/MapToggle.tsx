import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { MAP_TEXTS } from '#domain/texts/map.ts'
import { MapPanel } from '#islands/events/map/MapPanel.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { $canShowMap, $isMapShown, followListOnMap, toggleMap } from '#stores/events/map.ts'

/** The map of the listed events is behind this button: nothing of it is loaded before (EVL-04). */
export function MapToggle() {
  const isShown = useStore($isMapShown)
  const canShow = useStore($canShowMap)
  useEffect(followListOnMap, [])
  if (!canShow) return null
  return (
    <Button kind="secondary" small onClick={toggleMap}>
      {isShown ? MAP_TEXTS.hide : MAP_TEXTS.show}
    </Button>
  )
}

/** The map, when the visitor has asked for it. `listId` is where 'Skip the map' leads. */
export function ShownMap({ listId }: { listId: string }) {
  const isShown = useStore($isMapShown)
  const canShow = useStore($canShowMap)
  return canShow && isShown ? <MapPanel listId={listId} /> : null
}
