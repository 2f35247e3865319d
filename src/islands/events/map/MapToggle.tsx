import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { MAP_TEXTS } from '#domain/texts/map.ts'
import { MapPanel } from '#islands/events/map/MapPanel.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { $canShowMap, $isMapShown, followListOnMap, toggleMap } from '#stores/events/map.ts'

/** The map of the listed events behind a button: nothing of it is loaded before (EVL-04). */
export function MapToggle({ listId }: { listId: string }) {
  const isShown = useStore($isMapShown)
  const canShow = useStore($canShowMap)
  useEffect(followListOnMap, [])
  if (!canShow) return null
  return (
    <>
      <p>
        <Button kind="secondary" onClick={toggleMap}>
          {isShown ? MAP_TEXTS.hide : MAP_TEXTS.show}
        </Button>
      </p>
      {isShown && <MapPanel listId={listId} />}
    </>
  )
}
