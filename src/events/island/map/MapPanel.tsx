import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { Spinner } from '#core/island/Spinner.tsx'
import type { EventsMap } from '#events/island/map/events-map.ts'
import { loadSheet } from '#events/island/map/load-sheet.ts'
import { MapFailed } from '#events/island/map/MapFailed.tsx'
import { streetMapHref } from '#events/rules/map.ts'
import {
  $mapView,
  $pins,
  $withoutPin,
  followListOnMap,
  followTowns,
  loadTowns,
} from '#events/store/map.ts'
import { $wantedOnMap, takeWanted } from '#events/store/map-shown.ts'
import { $selected, selectEvent } from '#events/store/selection.ts'
import { loadStreets } from '#events/store/streets.ts'
import { MAP_TEXTS } from '#events/texts/map.ts'

type State = 'loading' | 'ready' | 'without-streets' | 'failed'

/** Loads Leaflet and shows the map in `frame`; returns a function that removes it. */
async function showMap(frame: HTMLElement): Promise<{ close: () => void; hasStreets: boolean }> {
  const [{ openEventsMap }, streets] = await Promise.all([
    import('#events/island/map/events-map.ts'),
    loadStreets(),
    loadSheet(),
    // Pins that arrive later would close an open popup.
    loadTowns(),
  ])
  const map = openEventsMap(frame, {
    label: MAP_TEXTS.events,
    view: $mapView.get(),
    pins: $pins.get().map(({ position }) => position),
    streets,
    onOpen: selectEvent,
  })
  return { close: connectMap(map, frame), hasStreets: streets !== undefined }
}

function useMap() {
  const frame = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    if (!frame.current) return undefined
    const shown = showMap(frame.current)
    let isHere = true
    shown.then(
      ({ hasStreets }) => isHere && setState(hasStreets ? 'ready' : 'without-streets'),
      () => isHere && setState('failed'),
    )
    return () => {
      isHere = false
      shown.then(
        ({ close }) => close(),
        () => undefined,
      )
    }
  }, [])
  return { frame, state }
}

/** The map of the listed events (EVL-04). `listId` is where 'Skip the map' leads. */
export function MapPanel({ listId }: { listId: string }) {
  useEffect(followListOnMap, [])
  const { frame, state } = useMap()
  const withoutPin = useStore($withoutPin)
  const view = useStore($mapView)
  return (
    <div className="event-map">
      <a className="event-map__skip" href={`#${listId}`}>
        {MAP_TEXTS.skip}
      </a>
      {state === 'loading' && <Spinner>{MAP_TEXTS.loading}</Spinner>}
      {state === 'failed' && <MapFailed />}
      <div ref={frame} hidden={state === 'failed'} />
      {state === 'without-streets' && (
        <p className="cluster">
          <span>{MAP_TEXTS.townsOnly}</span>
          <a
            className="button button--small button--secondary"
            href={streetMapHref(view.center, view.zoom)}
            rel="noreferrer"
          >
            {MAP_TEXTS.streetMap}
          </a>
        </p>
      )}
      {withoutPin !== '' && <p className="muted">{withoutPin}</p>}
    </div>
  )
}

/** Shows the stores on a map until the returned function is called. `fallback` gets the focus where a popup had no opener. */
function connectMap(map: EventsMap, fallback: HTMLElement): () => void {
  let viewed = JSON.stringify($mapView.get())
  const stops = [
    followTowns(),
    $pins.subscribe(map.setPins),
    // The visitor's own view stays until the filter requests another.
    $mapView.listen((view) => {
      if (JSON.stringify(view) === viewed) return
      viewed = JSON.stringify(view)
      map.setView(view)
    }),
    $selected.subscribe(map.markSelected),
    $wantedOnMap.subscribe((id) => {
      if (id === undefined) return
      takeWanted()
      const { activeElement } = document
      map.openPin(id, activeElement instanceof HTMLElement ? activeElement : fallback)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    map.close()
  }
}
