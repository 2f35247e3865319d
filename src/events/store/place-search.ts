import { atom, computed, type ReadableAtom } from 'nanostores'
import { type FoundPlace, findPlace } from '#events/rules/places/find-place.ts'
import type { Gazetteer, Place } from '#events/rules/places/gazetteer.ts'
import { $filter } from '#events/store/event-filter.ts'
import { $ownPosition, clearOwnPosition } from '#events/store/near-me.ts'

/** What is known about the place that the visitor typed. */
export type PlaceSearch =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  /** The list of places could not be loaded, or not yet. */
  | { readonly kind: 'failed' }
  | FoundPlace

/** A place that distances are measured from. */
export type SearchedPlace = Place & {
  /** The visitor's position: no request may contain it. */
  readonly isOwn: boolean
}

/** So long the list waits for the places; afterwards it is shown without distances until they arrive. */
const PATIENCE_MS = 1_500

const $places = atom<Gazetteer | undefined>()
/** The districts and towns, once a visitor has searched. */
export const $gazetteer: ReadableAtom<Gazetteer | undefined> = $places
const $isLate = atom(false)

/** What the typed text means as a place. */
export const $placeSearch: ReadableAtom<PlaceSearch> = computed(
  [$filter, $places, $isLate],
  ({ location }, places, isLate): PlaceSearch => {
    if (location === '') return { kind: 'none' }
    if (places !== undefined) return findPlace(location, places)
    return { kind: isLate ? 'failed' : 'looking' }
  },
)

/** The place from which distances are shown: the visitor's position or the typed place; undefined when there is none. */
export const $place: ReadableAtom<SearchedPlace | undefined> = computed(
  [$ownPosition, $placeSearch],
  (own, search) => {
    if (own !== undefined) return { ...own, isOwn: true }
    return search.kind === 'place' ? { ...search.place, isOwn: false } : undefined
  },
)

let loading: Promise<void> | undefined

async function load(): Promise<void> {
  const late = setTimeout(() => $isLate.set(true), PATIENCE_MS)
  try {
    const { ukPlaces } = await import('#events/rules/places/uk-places.ts')
    $places.set(ukPlaces())
    $isLate.set(false)
  } catch {
    // Shown on the page. The next search tries again.
    $isLate.set(true)
    loading = undefined
  } finally {
    clearTimeout(late)
  }
}

/** Loads the districts and towns once. */
export function loadPlaces(): Promise<void> {
  loading ??= load()
  return loading
}

/** Loads the places as soon as they are needed. Returns a function that stops it. */
export function followPlaces(): () => void {
  const stops = [
    $filter.subscribe(({ location }) => {
      if (location === '') return
      clearOwnPosition()
      void loadPlaces()
    }),
    $ownPosition.subscribe((own) => {
      if (own !== undefined) void loadPlaces()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
