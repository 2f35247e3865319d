import type { IsoDate } from '#core/rules/time.ts'
import { addDays, londonDate, weekday } from '#core/rules/time.ts'

/** The date filters, as in the query of GET /events (API-01). */
export const DATE_FILTERS = ['today', 'next-week', 'next-month', 'future-events'] as const

/** The value of the date filter; empty means none chosen. */
export type DateFilter = '' | (typeof DATE_FILTERS)[number]

/**
 * The order of the list: by start; events that can be booked first and each part by start; or by distance from the place that
 * the visitor named (EVL-03, EVL-07).
 */
export type EventOrder = 'start' | 'open' | 'nearest'

/** Inclusive London calendar days; without `to` there is no end. */
export type DateWindow = { from: IsoDate; to?: IsoDate }

function firstOfNextMonth(date: IsoDate): IsoDate {
  // The 28th plus four days is always in the next month.
  const inNextMonth = addDays(`${date.slice(0, 7)}-28`, 4)
  return `${inNextMonth.slice(0, 7)}-01`
}

/**
 * The days on which listed events start: today; the next calendar week, Monday to Sunday; the next calendar month;
 * or everything from today on (EVL-01, in London).
 */
export function dateWindow(filter: DateFilter, now: Date): DateWindow {
  const today = londonDate(now)
  if (filter === 'today') return { from: today, to: today }
  if (filter === 'next-week') {
    const daysToMonday = (8 - weekday(today)) % 7 || 7
    const monday = addDays(today, daysToMonday)
    return { from: monday, to: addDays(monday, 6) }
  }
  if (filter === 'next-month') {
    const from = firstOfNextMonth(today)
    return { from, to: addDays(firstOfNextMonth(from), -1) }
  }
  return { from: today }
}
