import { atom, type ReadableAtom } from 'nanostores'
import { latestOnly } from '#core/store/latest-only.ts'
import type { Place } from '#events/rules/places/gazetteer.ts'
import { changeFilter } from '#events/store/event-filter.ts'
import { type NearMeProblem, OWN_PLACE_LABEL } from '#events/texts/event-search.ts'

/** 'Near me': off, waiting for the browser, in use, or why not. */
export type NearMe = 'off' | 'asking' | 'on' | NearMeProblem

const TIMEOUT_MS = 10_000
/** A position that another page requested lately is good enough: distances are in whole miles. */
const OLDEST_MS = 5 * 60_000

const $state = atom<NearMe>('off')
export const $nearMe: ReadableAtom<NearMe> = $state

const $position = atom<Place | undefined>()
/** Where the browser says that the visitor is. Kept in memory only: never in an address, a request or a store of the browser. */
export const $ownPosition: ReadableAtom<Place | undefined> = $position

const begin = latestOnly()

/** Ends 'Near me', also while the browser asks for permission. */
export function clearOwnPosition(): void {
  begin()
  $position.set(undefined)
  $state.set('off')
}

function fail(problem: NearMeProblem): void {
  $position.set(undefined)
  $state.set(problem)
}

function problemOf(error: GeolocationPositionError): NearMeProblem {
  if (error.code === error.PERMISSION_DENIED) return 'denied'
  return error.code === error.TIMEOUT ? 'slow' : 'unavailable'
}

/** Asks the browser where the visitor is, and shows distances from there in place of the typed location. */
export function askNearMe(): void {
  const isLatest = begin()
  if (navigator.geolocation === undefined) {
    fail('unavailable')
    return
  }
  $state.set('asking')
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude } }) => {
      if (!isLatest()) return
      changeFilter({ location: '' })
      $position.set({ label: OWN_PLACE_LABEL, latitude, longitude })
      $state.set('on')
    },
    (error) => {
      if (isLatest()) fail(problemOf(error))
    },
    { timeout: TIMEOUT_MS, maximumAge: OLDEST_MS },
  )
}
