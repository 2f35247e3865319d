import { atom, type ReadableAtom } from 'nanostores'
import { call } from '#contract/call.ts'
import { listEvents } from '#contract/events.ts'
import { reportError } from '#stores/error-log.ts'
import { type EventFacts, eventFacts } from '#stores/events/event-facts.ts'
import { $filter, followAddress, queryOf } from '#stores/events/event-filter.ts'
import { onReturn } from '#stores/navigation.ts'

/** Maximum time of the spinner (EVL-03); afterwards the page says that loading takes longer. */
export const SPINNER_MS = 1500

export type EventList =
  | { readonly state: 'loading' }
  | { readonly state: 'slow' }
  | { readonly state: 'loaded'; readonly events: readonly EventFacts[] }
  | { readonly state: 'failed' }

const $state = atom<EventList>({ state: 'loading' })
export const $events: ReadableAtom<EventList> = $state

let latest = 0

/** Loads the events of the present filter; the response to an outdated request is dropped. */
export async function loadEvents(product: string): Promise<void> {
  latest += 1
  const mine = latest
  $state.set({ state: 'loading' })
  const slow = setTimeout(() => {
    if (mine === latest) $state.set({ state: 'slow' })
  }, SPINNER_MS)
  const answer = await call(listEvents, queryOf($filter.get()))
  clearTimeout(slow)
  if (mine !== latest) return
  if (!answer.ok) {
    reportError({ errorMessage: 'Error fetching events', description: answer.text })
    $state.set({ state: 'failed' })
    return
  }
  const now = new Date(answer.value.server_time)
  const events = answer.value.events.map((wire) => eventFacts(wire, product, now))
  $state.set({ state: 'loaded', events })
}

/** Shows the list for the address and follows its changes. Returns a function that stops it. */
export function openEvents(product: string): () => void {
  const load = () => void loadEvents(product)
  const stops = [followAddress(), $filter.subscribe(load), onReturn(load)]
  return () => {
    for (const stop of stops) stop()
  }
}
