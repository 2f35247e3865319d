import { useStore } from '@nanostores/react'
import { type ComponentType, lazy, Suspense } from 'react'
import { MapFailed } from '#events/island/map/MapFailed.tsx'
import { $canShowMap, $isMapShown, toggleMap } from '#events/store/map-shown.ts'
import { MAP_LABELS } from '#events/texts/events.ts'

type PanelModule = { default: ComponentType<{ listId: string }> }

const MapPanel = lazy(() =>
  import('#events/island/map/MapPanel.tsx').then(
    (module): PanelModule => ({ default: module.MapPanel }),
    (): PanelModule => ({ default: MapFailed }),
  ),
)

/** The map of the listed events is behind this button: nothing of it is loaded before (EVL-04). */
export function MapToggle() {
  const isShown = useStore($isMapShown)
  const canShow = useStore($canShowMap)
  if (!canShow) return null
  return (
    <button
      className="button button--secondary button--small find-events__map"
      type="button"
      aria-pressed={isShown}
      onClick={toggleMap}
    >
      {MAP_LABELS.toggle}
    </button>
  )
}

/** The map, when the visitor has requested it. `listId` is where 'Skip the map' leads. */
export function ShownMap({ listId }: { listId: string }) {
  const isShown = useStore($isMapShown)
  const canShow = useStore($canShowMap)
  if (!canShow || !isShown) return null
  return (
    <Suspense>
      <MapPanel listId={listId} />
    </Suspense>
  )
}
