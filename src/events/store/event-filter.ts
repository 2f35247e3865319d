import { atom, type ReadableAtom } from 'nanostores'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { AUDIENCES, type Audience } from '#events/rules/event.ts'
import type { DateFilter, EventOrder } from '#events/rules/event-filter.ts'
import { AUDIENCE_LABELS, DATE_FILTER_LABELS, EVENT_ORDER_LABELS } from '#events/texts/events.ts'

/** The filter of the list of events; its parts combine (EVL-01). The order is not a filter, but has an address too. */
export type EventFilter = {
  readonly date: DateFilter
  readonly location: string
  readonly audiences: readonly Audience[]
  /** '' while none was chosen: then a named place puts the nearest first (EVL-07). */
  readonly order: EventOrder | ''
}

const START: EventFilter = { date: '', location: '', audiences: [], order: '' }

const isOrder = (text: string): text is EventOrder => Object.hasOwn(EVENT_ORDER_LABELS, text)
const isDate = (text: string): text is DateFilter => Object.hasOwn(DATE_FILTER_LABELS, text)

/** The filter in an address; unknown values are ignored (EVL-07). */
export function filterOf(search: string): EventFilter {
  const query = new URLSearchParams(search)
  const date = query.get('date') ?? ''
  const classes = (query.get('for') ?? '').split(',')
  const order = query.get('order') ?? ''
  return {
    date: isDate(date) ? date : '',
    location: (query.get('location') ?? '').trim().slice(0, CHARACTER_LIMITS.place),
    audiences: AUDIENCES.filter((audience) => classes.includes(audience)),
    order: isOrder(order) ? order : START.order,
  }
}

/**
 * The query of GET /events; `for` is left out when no class or all are chosen (EVL-01). The location is searched and the list put
 * in order in the browser, because events near the place are found as well.
 */
export function queryOf({ date, audiences }: Pick<EventFilter, 'date' | 'audiences'>) {
  const isNarrowed = audiences.length > 0 && audiences.length < AUDIENCES.length
  return {
    date: date === '' ? undefined : date,
    for: isNarrowed ? audiences.join(',') : undefined,
  }
}

/** The filter and the order as the query of an address; '' for none. */
export function addressOf(filter: EventFilter): string {
  const query = new URLSearchParams()
  if (filter.date !== '') query.set('date', filter.date)
  if (filter.location !== '') query.set('location', filter.location)
  if (filter.audiences.length > 0) query.set('for', filter.audiences.join(','))
  if (filter.order !== START.order) query.set('order', filter.order)
  // A comma is allowed in a query and is easier to read in a shared address.
  const text = query.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

const $state = atom<EventFilter>(START)
export const $filter: ReadableAtom<EventFilter> = $state

/** The filter as text, such as `What's on today, “York”, Corporate`; '' for none. */
export const filterText = ({ date, location, audiences }: EventFilter): string =>
  [
    date === '' ? '' : DATE_FILTER_LABELS[date],
    location === '' ? '' : `“${location}”`,
    ...audiences.map((audience) => AUDIENCE_LABELS[audience]),
  ]
    .filter((text) => text !== '')
    .join(', ')

/** How many filters are set: day, place, and each class. */
export const filterCount = ({ date, location, audiences }: EventFilter): number =>
  (date === '' ? 0 : 1) + (location === '' ? 0 : 1) + audiences.length

function readAddress(): void {
  const requested = filterOf(location.search)
  // Also called for a fragment link, which changes nothing.
  if (addressOf(requested) !== addressOf($state.get())) $state.set(requested)
}

/** Reads the filter from the address, also after Back or Forward. Returns a function that stops it. */
export function followAddress(): () => void {
  readAddress()
  window.addEventListener('popstate', readAddress)
  return () => window.removeEventListener('popstate', readAddress)
}

/** Changes a part of the filter and the address, so that it can be bookmarked, shared and undone with Back (EVL-07). */
export function changeFilter(change: Partial<EventFilter>): void {
  const before = $state.get()
  const next = { ...before, ...change }
  next.location = next.location.trim().slice(0, CHARACTER_LIMITS.place)
  if (addressOf(next) === addressOf(before)) return
  history.pushState(null, '', `${location.pathname}${addressOf(next)}`)
  $state.set(next)
}

/** 'Show all events': the order stays. */
export function clearFilter(): void {
  changeFilter({ ...START, order: $state.get().order })
}

export function toggleAudience(audience: string): void {
  const { audiences } = $state.get()
  changeFilter({
    audiences: AUDIENCES.filter(
      (one) => (one === audience) !== (audiences as readonly string[]).includes(one),
    ),
  })
}
