import { atom, computed, type ReadableAtom } from 'nanostores'
import { getOwnPlace } from '#booking/contract/own-place.ts'
import type { OwnPlaceOnWire } from '#booking/store/own-place.ts'
import { call, callEvenSignedOut } from '#core/contract/call.ts'
import { serverNow } from '#core/contract/server-clock.ts'
import { reportError } from '#core/store/error-log.ts'
import { latestOnly } from '#core/store/latest-only.ts'
import { onReturn, onShown } from '#core/store/navigation.ts'
import { isMarked } from '#core/store/session-marker.ts'
import { onTabSignal } from '#core/store/tab-signals.ts'
import { EVENTS_NOT_READ } from '#core/texts/failures.ts'
import { listEvents, type VisibleEventOnWire } from '#events/contract/events.ts'
import type { EventOrder } from '#events/rules/event-filter.ts'
import { type EventFacts, eventFacts } from '#events/store/event-facts.ts'
import { $filter, filterText, followAddress, queryOf } from '#events/store/event-filter.ts'
import {
  countText,
  findEvents,
  type ListedEvent,
  matchesAnyEvent,
  type Search,
} from '#events/store/find-events.ts'
import { $gazetteer, $place, $placeSearch, followPlaces } from '#events/store/place-search.ts'

/** Maximum time of the spinner (EVL-03); afterwards the page says that loading takes longer. */
export const SPINNER_MS = 1500

export type EventList =
  | { readonly state: 'loading' }
  | { readonly state: 'slow' }
  | { readonly state: 'loaded'; readonly events: readonly EventFacts[] }
  | { readonly state: 'failed' }

/** The API's response for the days and classes of the filter. */
export type Listed =
  | Exclude<EventList, { state: 'loaded' }>
  | { readonly state: 'loaded'; readonly events: readonly ListedEvent[] }

const $state = atom<Listed>({ state: 'loading' })
export const $listed: ReadableAtom<Listed> = $state

/** The order of the list: as chosen, else the nearest first where a place is named, which that order needs (EVL-07). */
export const $order: ReadableAtom<EventOrder> = computed([$filter, $place], ({ order }, place) => {
  if (place === undefined) return order === 'open' ? 'open' : 'start'
  return order === '' ? 'nearest' : order
})

/** What the visitor looks for among them. */
export const $search: ReadableAtom<Search> = computed(
  [$filter, $order, $place, $gazetteer],
  ({ location }, order, place, gazetteer) => ({ location, order, place, gazetteer }),
)

/** The list of the filter, in the chosen order; the server's order is by start (EVL-03). */
export const $events: ReadableAtom<EventList> = computed(
  [$state, $search, $placeSearch],
  (list, search, place): EventList => {
    if (list.state !== 'loaded') return list
    if (place.kind === 'looking') return { state: 'loading' }
    return { state: 'loaded', events: findEvents(list.events, search) }
  },
)

/** How many events the list has, while it is loaded. */
export const $count: ReadableAtom<string> = computed([$state, $search], (list, search) =>
  list.state === 'loaded' ? countText(list.events, search) : '',
)

/** The typed text names no place and is in no event: every event is listed, and the page says why. */
export const $isPlaceMissing: ReadableAtom<boolean> = computed(
  [$state, $search],
  (list, { location, place }) =>
    list.state === 'loaded' &&
    location !== '' &&
    place === undefined &&
    !matchesAnyEvent(list.events, location),
)

/** What narrows the list down, as text; '' for nothing. A place that is missing narrows nothing. */
export const $activeFilter: ReadableAtom<string> = computed(
  [$filter, $isPlaceMissing],
  (filter, isMissing) => filterText(isMissing ? { ...filter, location: '' } : filter),
)

const beginLoad = latestOnly()
let expiry: ReturnType<typeof setTimeout> | undefined
/** The last responses. */
let listed: readonly VisibleEventOnWire[] | undefined
let place: OwnPlaceOnWire | undefined

/** Events of a response with what is shown of them now. */
export function listedEvents(wires: readonly VisibleEventOnWire[], product: string): ListedEvent[] {
  const now = serverNow()
  return wires.map((wire) => ({ wire, facts: eventFacts(wire, product, now, place) }))
}

/** Shows the events as far as they are known. */
function show(product: string): void {
  if (listed === undefined) return
  const events = listedEvents(listed, product)
  $state.set({ state: 'loaded', events })
  reloadAtExpiry(
    product,
    events.map(({ facts }) => facts),
  )
}

/** What the signed-in patient holds and has booked; a failure keeps what is known, unless the session has expired. */
async function loadPlace(product: string, isLatest: () => boolean): Promise<void> {
  if (isMarked()) {
    const answer = await callEvenSignedOut(getOwnPlace, {})
    if (!isLatest() || !(answer.ok || answer.reason === 'unauthorized')) return
    place = answer.ok ? answer.value : undefined
  } else place = undefined
  show(product)
}

async function loadList(product: string, isLatest: () => boolean): Promise<void> {
  const slow = setTimeout(() => {
    if (isLatest() && $state.get().state !== 'loaded') $state.set({ state: 'slow' })
  }, SPINNER_MS)
  const answer = await call(listEvents, queryOf($filter.get()))
  clearTimeout(slow)
  if (!isLatest()) return
  if (!answer.ok) {
    reportError({ errorMessage: EVENTS_NOT_READ, description: answer.text })
    // Also a quiet one that replaced a load for which the page waits.
    if ($state.get().state !== 'loaded') $state.set({ state: 'failed' })
    return
  }
  listed = answer.value.events
  show(product)
}

/**
 * Loads the events of the present filter, and the patient's own place, for which the list does not wait; the response to
 * an outdated request is dropped. `quietly` keeps the list on screen in the meantime, and also after a failure.
 */
export async function loadEvents(product: string, quietly = false): Promise<void> {
  const isLatest = beginLoad()
  if (!quietly) {
    listed = undefined
    $state.set({ state: 'loading' })
  }
  await Promise.all([loadList(product, isLatest), loadPlace(product, isLatest)])
}

/** An expired hold frees its place: the list must not say that the patient has it (BOOK-06). */
function reloadAtExpiry(product: string, events: readonly EventFacts[]): void {
  clearTimeout(expiry)
  const seconds = events.find(({ own }) => own?.secondsLeft !== undefined)?.own?.secondsLeft
  if (seconds === undefined) return
  expiry = setTimeout(
    () => {
      show(product)
      void loadEvents(product, true)
    },
    (seconds + 1) * 1000,
  )
}

/** Shows the list for the address, and follows changes of the address and of the patient's place. Returns a function that stops it. */
export function openEvents(product: string): () => void {
  let asked: string | undefined
  const load = () => {
    asked = JSON.stringify(queryOf($filter.get()))
    void loadEvents(product)
  }
  // Another order or place needs no request.
  const follow = () => {
    if (JSON.stringify(queryOf($filter.get())) !== asked) load()
  }
  const refresh = () => void loadEvents(product, true)
  const look = () => {
    if (isMarked() || place !== undefined) refresh()
  }
  // Another patient may be signed in since: nothing known is kept.
  const clearPlace = (then: () => void) => () => {
    place = undefined
    then()
  }
  const stops = [
    onShown(look),
    followAddress(),
    followPlaces(),
    $filter.subscribe(follow),
    onReturn(clearPlace(load)),
    onTabSignal('placeChanged', refresh),
    onTabSignal('signedOut', clearPlace(refresh)),
  ]
  return () => {
    clearTimeout(expiry)
    for (const stop of stops) stop()
  }
}
