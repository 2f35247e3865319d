import { londonDate, weekday } from '#domain/time.ts'

const HOUR_MS = 3_600_000
const SUNDAY = 0
const MONDAY = 1

/** How many hours before its start an event closes, by its London weekday: Monday 72, Sunday 48, else 24 (§5 Booking restriction, EVL-06). */
export function bookingCutOffHours(startsAt: Date): 24 | 48 | 72 {
  const day = weekday(londonDate(startsAt))
  if (day === MONDAY) return 72
  return day === SUNDAY ? 48 : 24
}

/** Whether an event is for one company's people and so exempt from the cut-off (§5; any case). */
export function isCorporateExclusive(exclusiveFor: string | null | undefined): boolean {
  return exclusiveFor?.trim().toUpperCase() === 'CORPORATE'
}

/**
 * Whether booking has closed: the start is at most the cut-off away, in hours that really pass, so that a clock
 * change in between neither adds nor takes one (EVL-06). Never for events exclusive to CORPORATE.
 */
export function isBookingRestricted(
  event: { startsAt: Date; exclusiveFor?: string | null | undefined },
  now: Date,
): boolean {
  if (isCorporateExclusive(event.exclusiveFor)) return false
  const left = event.startsAt.getTime() - now.getTime()
  return left <= bookingCutOffHours(event.startsAt) * HOUR_MS
}
