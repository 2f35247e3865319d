import { atom, type ReadableAtom } from 'nanostores'
import { call } from '#contract/call.ts'
import { listEvents } from '#contract/events.ts'
import { reportError } from '#stores/error-log.ts'
import { type EventFacts, eventFacts } from '#stores/events/event-facts.ts'
import { $filter, followAddress, queryOf } from '#stores/events/event-filter.ts'
import { onReturn } from '#stores/navigation.ts'

/** The longest that a spinner turns (§9, EVL-03); after it the page says that it is still waiting. */
export const SPINNER_MS = 1500

export type EventList =
  | { readonly state: 'loading' }
  | { readonly state: 'slow' }
  | { readonly state: 'loaded'; readonly events: readonly EventFacts[] }
  | { readonly state: 'failed' }

const $state = atom<EventList>({ state: 'loading' })
export const $events: ReadableAtom<EventList> = $state

let latest = 0

/** Asks for the events of the present filter; an answer that a newer question has overtaken is dropped. */
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

/** Shows the list that the address asks for, and follows it; returns how to stop. */
export function openEvents(product: string): () => void {
  const load = () => void loadEvents(product)
  const stops = [followAddress(), $filter.subscribe(load), onReturn(load)]
  return () => {
    for (const stop of stops) stop()
  }
}
