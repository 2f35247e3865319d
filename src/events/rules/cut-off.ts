import { HOUR_MS, londonDate, weekday } from '#core/rules/time.ts'

const SUNDAY = 0
const MONDAY = 1

/** How many hours before its start an event closes, by its London weekday: Monday 72, Sunday 48, else 24 (EVL-06). */
export function bookingCutOffHours(startsAt: Date): 24 | 48 | 72 {
  const day = weekday(londonDate(startsAt))
  if (day === MONDAY) return 72
  return day === SUNDAY ? 48 : 24
}

/** Whether an event is exclusive to corporate bookings and so exempt from the cut-off (EVL-06; case-insensitive). */
export function isCorporateExclusive(exclusiveFor: string | null | undefined): boolean {
  return exclusiveFor?.trim().toUpperCase() === 'CORPORATE'
}

/**
 * Whether booking has closed: the start is at most the cut-off away. Counted in elapsed hours, so that a clock change
 * in between makes no difference (EVL-06). Events exclusive to CORPORATE never close.
 */
export function isBookingRestricted(
  event: { startsAt: Date; exclusiveFor?: string | null | undefined },
  now: Date,
): boolean {
  if (isCorporateExclusive(event.exclusiveFor)) return false
  const left = event.startsAt.getTime() - now.getTime()
  return left <= bookingCutOffHours(event.startsAt) * HOUR_MS
}
