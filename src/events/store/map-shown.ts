import { atom, computed, type ReadableAtom } from 'nanostores'
import { $events } from '#events/store/events.ts'
import { selectEvent } from '#events/store/selection.ts'

/*
 * What the list needs of the map before the map is loaded.
 */

const $shown = atom(false)
/** Whether the visitor wants to see the map above the list. */
export const $isMapShown: ReadableAtom<boolean> = $shown

export const toggleMap = (): void => $shown.set(!$shown.get())

let wasLoaded = false
/** Whether there has been a list that a map can show. */
export const $canShowMap = computed($events, ({ state }) => {
  wasLoaded ||= state === 'loaded'
  return wasLoaded
})

const $wanted = atom<number | undefined>()
/** The event that the visitor wants to see on the map, until the map has shown it. */
export const $wantedOnMap: ReadableAtom<number | undefined> = $wanted

/** 'Show on the map' of a card: opens the map, and the event's pin when the map is there. */
export function showOnMap(id: number): void {
  $shown.set(true)
  selectEvent(id)
  $wanted.set(id)
}

/** Returns the event to show on the map, once. */
export function takeWanted(): number | undefined {
  const id = $wanted.get()
  $wanted.set(undefined)
  return id
}
