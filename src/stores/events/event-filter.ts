import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Audience } from '#domain/event.ts'
import type { DateFilter } from '#domain/event-filter.ts'
import { AUDIENCE_LABELS, DATE_FILTER_LABELS } from '#domain/texts/events.ts'

/** What the list of events is narrowed to; all of it together (EVL-01). */
export type EventFilter = {
  readonly date: DateFilter
  readonly location: string
  readonly audiences: readonly Audience[]
}

export const NO_FILTER: EventFilter = { date: '', location: '', audiences: [] }

const AUDIENCES = Object.keys(AUDIENCE_LABELS) as Audience[]
const LONGEST_LOCATION = 100

const isDate = (text: string): text is DateFilter => Object.hasOwn(DATE_FILTER_LABELS, text)

/** The filter that an address asks for; what it does not understand is left out (EVL-07). */
export function filterOf(search: string): EventFilter {
  const asked = new URLSearchParams(search)
  const date = asked.get('date') ?? ''
  const classes = (asked.get('for') ?? '').split(',')
  return {
    date: isDate(date) ? date : '',
    location: (asked.get('location') ?? '').trim().slice(0, LONGEST_LOCATION),
    audiences: AUDIENCES.filter((audience) => classes.includes(audience)),
  }
}

/** The query of GET /events; the classes are left out when none or all are chosen (EVL-01). */
export function queryOf({ date, location, audiences }: EventFilter) {
  const isNarrowed = audiences.length > 0 && audiences.length < AUDIENCES.length
  return {
    date: date === '' ? undefined : date,
    location: location === '' ? undefined : location,
    for: isNarrowed ? audiences.join(',') : undefined,
  }
}

/** The filter as the part of an address after the path; '' for none. */
export function addressOf(filter: EventFilter): string {
  const query = new URLSearchParams()
  if (filter.date !== '') query.set('date', filter.date)
  if (filter.location !== '') query.set('location', filter.location)
  if (filter.audiences.length > 0) query.set('for', filter.audiences.join(','))
  // A comma may stand in a query as it is, and reads better in a shared address.
  const text = query.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

const $state = atom<EventFilter>(NO_FILTER)
export const $filter: ReadableAtom<EventFilter> = $state

/** The filter in words, such as `What's on today, “York”, Corporate`; '' for none. */
export const $filterWords = computed($state, ({ date, location, audiences }) =>
  [
    date === '' ? '' : DATE_FILTER_LABELS[date],
    location === '' ? '' : `“${location}”`,
    ...audiences.map((audience) => AUDIENCE_LABELS[audience]),
  ]
    .filter((words) => words !== '')
    .join(', '),
)

function readAddress(): void {
  const asked = filterOf(location.search)
  // A link to a place in the page comes here too, and changes nothing.
  if (addressOf(asked) !== addressOf($state.get())) $state.set(asked)
}

/** Takes the filter from the address, also when Back or Forward changes it; returns how to stop. */
export function followAddress(): () => void {
  readAddress()
  window.addEventListener('popstate', readAddress)
  return () => window.removeEventListener('popstate', readAddress)
}

/** Changes a part of the filter; the address follows, so that it can be kept, shared and gone back to. */
export function changeFilter(change: Partial<EventFilter>): void {
  const before = $state.get()
  const next = { ...before, ...change }
  next.location = next.location.trim().slice(0, LONGEST_LOCATION)
  if (addressOf(next) === addressOf(before)) return
  history.pushState(null, '', `${location.pathname}${addressOf(next)}`)
  $state.set(next)
}

export function toggleAudience(audience: string): void {
  const { audiences } = $state.get()
  changeFilter({
    audiences: AUDIENCES.filter(
      (one) => (one === audience) !== (audiences as readonly string[]).includes(one),
    ),
  })
}
