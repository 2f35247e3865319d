import { atom, computed, type ReadableAtom } from 'nanostores'
import { call } from '#contract/call.ts'
import { type EventOnWire, listEvents } from '#contract/events.ts'
import { getOwnPlace } from '#contract/own-place.ts'
import { signedInUntil } from '#domain/session-marker.ts'
import { EVENTS_NOT_READ } from '#domain/texts/failures.ts'
import { reportError } from '#stores/error-log.ts'
import { type EventFacts, eventFacts } from '#stores/events/event-facts.ts'
import { $filter, followAddress, queryOf } from '#stores/events/event-filter.ts'
import type { OwnPlaceOnWire } from '#stores/events/own-place.ts'
import { onReturn } from '#stores/navigation.ts'
import { onTabSignal } from '#stores/tab-signals.ts'

/** Maximum time of the spinner (EVL-03); afterwards the page says that loading takes longer. */
export const SPINNER_MS = 1500

export type EventList =
  | { readonly state: 'loading' }
  | { readonly state: 'slow' }
  | { readonly state: 'loaded'; readonly events: readonly EventFacts[] }
  | { readonly state: 'failed' }

const $state = atom<EventList>({ state: 'loading' })

const canBook = ({ state, own }: EventFacts) => state === 'open' || own !== undefined

/** The list in the chosen order; the server's order is by start (EVL-03). */
export const $events: ReadableAtom<EventList> = computed([$state, $filter], (list, { order }) => {
  if (list.state !== 'loaded' || order === 'start') return list
  const events = list.events.toSorted((a, b) => Number(canBook(b)) - Number(canBook(a)))
  return { ...list, events }
})

let latest = 0
let expiry: ReturnType<typeof setTimeout> | undefined
/** The last responses, and the server's clock minus this browser's. */
let listed: readonly EventOnWire[] | undefined
let place: OwnPlaceOnWire | undefined
let clockOffsetMs = 0

const isMarked = () => signedInUntil(document.cookie) !== undefined

const setClock = (serverTime: string) => {
  clockOffsetMs = Date.parse(serverTime) - Date.now()
}

/** Shows the events as far as they are known. */
function show(product: string): void {
  if (listed === undefined) return
  const now = new Date(Date.now() + clockOffsetMs)
  const events = listed.map((wire) => eventFacts(wire, product, now, place))
  $state.set({ state: 'loaded', events })
  reloadAtExpiry(product, events)
}

/** What the signed-in patient holds and has booked; a failure keeps what is known, except for a session that is over. */
async function loadPlace(product: string, mine: number): Promise<void> {
  if (isMarked()) {
    const answer = await call(getOwnPlace, {})
    if (mine !== latest || !(answer.ok || answer.reason === 'unauthorized')) return
    if (answer.ok) setClock(answer.value.server_time)
    place = answer.ok ? answer.value : undefined
  } else place = undefined
  show(product)
}

async function loadList(product: string, mine: number, quietly: boolean): Promise<void> {
  const slow = setTimeout(() => {
    if (mine === latest && !quietly) $state.set({ state: 'slow' })
  }, SPINNER_MS)
  const answer = await call(listEvents, queryOf($filter.get()))
  clearTimeout(slow)
  if (mine !== latest) return
  if (!answer.ok) {
    reportError({ errorMessage: EVENTS_NOT_READ, description: answer.text })
    if (!quietly) $state.set({ state: 'failed' })
    return
  }
  setClock(answer.value.server_time)
  listed = answer.value.events
  show(product)
}

/**
 * Loads the events of the present filter, and the patient's own place, for which the list does not wait; the response to
 * an outdated request is dropped. `quietly` keeps the list on screen meanwhile, and also after a failure.
 */
export async function loadEvents(product: string, quietly = false): Promise<void> {
  latest += 1
  if (!quietly) {
    listed = undefined
    $state.set({ state: 'loading' })
  }
  await Promise.all([loadList(product, latest, quietly), loadPlace(product, latest)])
}

/** A hold that is over frees its place: the list must not say that the patient has it (BOOK-06). */
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

/** Shows the list for the address and follows its changes and those of the patient's place. Returns a function that stops it. */
export function openEvents(product: string): () => void {
  let asked: string | undefined
  const load = () => {
    asked = JSON.stringify(queryOf($filter.get()))
    void loadEvents(product)
  }
  // Another order needs no request.
  const follow = () => {
    if (JSON.stringify(queryOf($filter.get())) !== asked) load()
  }
  const refresh = () => void loadEvents(product, true)
  const look = () => {
    const isConcerned = isMarked() || place !== undefined
    if (document.visibilityState === 'visible' && isConcerned) refresh()
  }
  // Another patient may be signed in since: nothing known is kept.
  const forgetPlace = (then: () => void) => () => {
    place = undefined
    then()
  }
  document.addEventListener('visibilitychange', look)
  const stops = [
    followAddress(),
    $filter.subscribe(follow),
    onReturn(forgetPlace(load)),
    onTabSignal('placeChanged', refresh),
    onTabSignal('signedOut', forgetPlace(refresh)),
  ]
  return () => {
    clearTimeout(expiry)
    document.removeEventListener('visibilitychange', look)
    for (const stop of stops) stop()
  }
}
