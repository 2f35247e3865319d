import type { EventsMap } from '#events/island/map/events-map.ts'
import { $mapView, $pins, followTowns } from '#events/store/map.ts'
import { $wantedOnMap, takeWanted } from '#events/store/map-shown.ts'
import { $selected } from '#events/store/selection.ts'

/** Shows the stores on a map until the returned function is called. `fallback` gets the focus where a popup had no opener. */
export function connectMap(map: EventsMap, fallback: HTMLElement): () => void {
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
