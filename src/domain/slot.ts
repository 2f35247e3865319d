import type { ScreeningEvent } from '#domain/event.ts'
import type { ClockTime, IsoDate } from '#domain/time.ts'
import { addDays, londonDate, londonInstant, londonTime } from '#domain/time.ts'

/** One bookable start time of an event: its London day and label, and its instants (end exclusive). */
export type Slot = { date: IsoDate; time: ClockTime; startsAt: Date; endsAt: Date }

const MINUTE_MS = 60_000

/** The instant at which an event of that London day ends; `00:00` is the next midnight (BOOK-03). */
export function endInstant(date: IsoDate, endTime: ClockTime): Date {
  return londonInstant(endTime === '00:00' ? addDays(date, 1) : date, endTime)
}

function endMs(event: Pick<ScreeningEvent, 'startsAt' | 'endsAt' | 'endTime'>): number {
  // A row that ends at 00:00 of its own day means the following midnight.
  if (event.endTime === '00:00' && event.endsAt <= event.startsAt) {
    return endInstant(londonDate(event.startsAt), event.endTime).getTime()
  }
  return event.endsAt.getTime()
}

/**
 * The event's grid in time order: from start to end in steps of `sessionMinutes` of elapsed time, without a
 * partial last one; empty when end or duration is missing (BOOK-03). A label that occurs twice on the day the clocks
 * go back is offered only once, because day and label must identify one slot.
 */
export function listSlots(
  event: Pick<ScreeningEvent, 'startsAt' | 'endsAt' | 'endTime' | 'sessionMinutes'>,
): Slot[] {
  const minutes = event.sessionMinutes
  if (event.endTime === undefined || minutes === undefined) return []
  if (!Number.isInteger(minutes) || minutes <= 0) return []
  const step = minutes * MINUTE_MS
  const end = endMs(event)
  const slots = new Map<string, Slot>()
  for (let at = event.startsAt.getTime(); at + step <= end; at += step) {
    const startsAt = new Date(at)
    const date = londonDate(startsAt)
    const time = londonTime(startsAt)
    const key = `${date} ${time}`
    if (!slots.has(key)) slots.set(key, { date, time, startsAt, endsAt: new Date(at + step) })
  }
  return [...slots.values()]
}

/** The future slots that have a free place; `taken` counts booked and live held places by start in milliseconds (BOOK-03). */
export function availableSlots(
  slots: readonly Slot[],
  taken: ReadonlyMap<number, number>,
  placesPerSlot: number,
  now: Date,
): Slot[] {
  return slots.filter(({ startsAt }) => {
    const start = startsAt.getTime()
    return start > now.getTime() && (taken.get(start) ?? 0) < placesPerSlot
  })
}

/** The slot with this London day and label, or undefined when the grid has none. */
export function findSlot(slots: readonly Slot[], date: IsoDate, time: ClockTime): Slot | undefined {
  return slots.find((slot) => slot.date === date && slot.time === time)
}

/** The heading under which a time is shown: Afternoon from 12:00, Evening from 17:00. */
export function partOfDay(time: ClockTime): 'Morning' | 'Afternoon' | 'Evening' {
  if (time < '12:00') return 'Morning'
  return time < '17:00' ? 'Afternoon' : 'Evening'
}
