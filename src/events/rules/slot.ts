import type { ClockTime, IsoDate } from '#core/rules/time.ts'
import { addDays, HOUR_MS, londonDate, londonInstant, londonParts } from '#core/rules/time.ts'
import type { ScreeningEvent } from '#events/rules/event.ts'

type SlotGrid = Pick<ScreeningEvent, 'startsAt' | 'endsAt' | 'endTime' | 'sessionMinutes'>

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
export function listSlots(event: SlotGrid): Slot[] {
  const minutes = event.sessionMinutes
  if (event.endTime === undefined || minutes === undefined) return []
  if (!Number.isInteger(minutes) || minutes <= 0) return []
  const step = minutes * MINUTE_MS
  const end = endMs(event)
  const slots = new Map<string, Slot>()
  for (let at = event.startsAt.getTime(); at + step <= end; at += step) {
    const startsAt = new Date(at)
    const { date, time } = londonParts(startsAt)
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

/**
 * The slot of `listSlots` with this London day and label, or undefined when the grid has none, without building the grid.
 * Throws a RangeError when either is not a real one.
 */
export function findSlot(event: SlotGrid, date: IsoDate, time: ClockTime): Slot | undefined {
  const minutes = event.sessionMinutes
  if (event.endTime === undefined || minutes === undefined) return undefined
  if (!Number.isInteger(minutes) || minutes <= 0) return undefined
  const step = minutes * MINUTE_MS
  const start = event.startsAt.getTime()
  const first = londonInstant(date, time).getTime()
  // When the clocks go back, a label occurs a second time an hour later.
  for (const minute of [first, first + HOUR_MS]) {
    const at = start + Math.max(0, Math.ceil((minute - start) / step)) * step
    if (at >= minute + MINUTE_MS || at + step > endMs(event)) continue
    const startsAt = new Date(at)
    const shown = londonParts(startsAt)
    if (shown.date === date && shown.time === time) {
      return { date, time, startsAt, endsAt: new Date(at + step) }
    }
  }
  return undefined
}

/** The heading under which a time is shown: Afternoon from 12:00, Evening from 17:00. */
export function partOfDay(time: ClockTime): 'Morning' | 'Afternoon' | 'Evening' {
  if (time < '12:00') return 'Morning'
  return time < '17:00' ? 'Afternoon' : 'Evening'
}
