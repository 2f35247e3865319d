import { atom, computed, type ReadableAtom } from 'nanostores'
import { call } from '#contract/call.ts'
import { listEvents } from '#contract/events.ts'
import { getOwnPlace } from '#contract/own-place.ts'
import { signedInUntil } from '#domain/session-marker.ts'
import { reportError } from '#stores/error-log.ts'
import { type EventFacts, eventFacts } from '#stores/events/event-facts.ts'
import { $filter, followAddress, queryOf } from '#stores/events/event-filter.ts'
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

const isMarked = () => signedInUntil(document.cookie) !== undefined

/** What the signed-in patient holds and has booked; undefined for a visitor, and when it is not known. */
async function readOwnPlace() {
  if (!isMarked()) return undefined
  const answer = await call(getOwnPlace, {})
  return answer.ok ? answer.value : undefined
}

/**
 * Loads the events of the present filter; the response to an outdated request is dropped. `quietly` keeps the list on
 * screen meanwhile, and also after a failure.
 */
export async function loadEvents(product: string, quietly = false): Promise<void> {
  latest += 1
  const mine = latest
  if (!quietly) $state.set({ state: 'loading' })
  const slow = setTimeout(() => {
    if (mine === latest && !quietly) $state.set({ state: 'slow' })
  }, SPINNER_MS)
  const [answer, own] = await Promise.all([
    call(listEvents, queryOf($filter.get())),
    readOwnPlace(),
  ])
  clearTimeout(slow)
  if (mine !== latest) return
  if (!answer.ok) {
    reportError({ errorMessage: 'Error fetching events', description: answer.text })
    if (!quietly) $state.set({ state: 'failed' })
    return
  }
  const now = new Date(answer.value.server_time)
  const events = answer.value.events.map((wire) => eventFacts(wire, product, now, own))
  $state.set({ state: 'loaded', events })
  reloadAtExpiry(product, events)
}

/** A hold that is over frees its place: the list must not say that the patient has it (BOOK-06). */
function reloadAtExpiry(product: string, events: readonly EventFacts[]): void {
  clearTimeout(expiry)
  const seconds = events.find(({ own }) => own?.secondsLeft !== undefined)?.own?.secondsLeft
  if (seconds === undefined) return
  expiry = setTimeout(() => void loadEvents(product, true), (seconds + 1) * 1000)
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
    if (document.visibilityState === 'visible' && isMarked()) refresh()
  }
  document.addEventListener('visibilitychange', look)
  const stops = [
    followAddress(),
    $filter.subscribe(follow),
    onReturn(load),
    onTabSignal('placeChanged', refresh),
    onTabSignal('signedOut', refresh),
  ]
  return () => {
    clearTimeout(expiry)
    document.removeEventListener('visibilitychange', look)
    for (const stop of stops) stop()
  }
}
