import { atom, computed, type ReadableAtom } from 'nanostores'
import { call } from '#core/contract/call.ts'
import { latestOnly } from '#core/store/latest-only.ts'
import { listEvents } from '#events/contract/events.ts'
import type { EventFacts } from '#events/store/event-facts.ts'
import { $filter, queryOf } from '#events/store/event-filter.ts'
import { $events, $listed, $search, type Listed, listedEvents } from '#events/store/events.ts'
import { type ListedEvent, suggestEvents } from '#events/store/find-events.ts'

/** What is shown in place of an empty list (EVL-10). */
export type Suggestions = {
  readonly nearest: readonly EventFacts[]
  readonly next: readonly EventFacts[]
}

/** Every upcoming event, read when a filter finds none. */
const $all = atom<readonly ListedEvent[] | undefined>()

const isEmpty = (list: { state: string; events?: readonly unknown[] }) =>
  list.state === 'loaded' && list.events?.length === 0

/** The nearest three and the next three events; undefined while there are events in the list, or none at all. */
export const $suggestions: ReadableAtom<Suggestions | undefined> = computed(
  [$events, $all, $search],
  (list, all, search) => {
    if (!isEmpty(list) || all === undefined || all.length === 0) return undefined
    return suggestEvents(all, search)
  },
)

const isNarrowed = () => Object.values(queryOf($filter.get())).some((value) => value !== undefined)

const beginLoad = latestOnly()

/** Without a filter of days or classes the list itself has every event. */
async function loadAll(product: string, listed: Listed): Promise<void> {
  const isLatest = beginLoad()
  if (!isNarrowed()) return $all.set(listed.state === 'loaded' ? listed.events : undefined)
  const answer = await call(listEvents, {})
  // Suggestions are an extra: without them the page still says that nothing was found.
  if (isLatest() && answer.ok) $all.set(listedEvents(answer.value.events, product))
}

/** Reads suggestions whenever the list is empty. Returns a function that stops it. */
export function followEmptyLists(product: string): () => void {
  return $events.subscribe((list) => {
    if (isEmpty(list)) void loadAll(product, $listed.get())
  })
}
