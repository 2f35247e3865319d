import { changeDeadline } from '#booking/rules/appointment.ts'
import { addDays, type ClockTime, HOUR_MS, londonDate, londonInstant } from '#core/rules/time.ts'

/** The two reminders of an appointment: a week before, and the last one before the deadline for changes (REM-01). */
export type ReminderKind = 'week' | 'last'

export const REMINDER_KINDS = ['week', 'last'] as const satisfies readonly ReminderKind[]

/** What decides when an appointment's reminders are sent. */
export type Reminded = {
  readonly startsAt: Date
  /** When the patient was last sent the time: at the booking or the last move. */
  readonly toldAt: Date
}

/**
 * The London days of a reminder, counted back from the appointment's. A reminder missed on its first day (late booking, outage) is
 * sent on the next one.
 */
const DAYS: Record<ReminderKind, readonly number[]> = { week: [-7, -6], last: [-3, -2] }

/** Reminders are sent from nine to eight in London. */
const DAY_BEGINS: ClockTime = '09:00'
const DAY_ENDS: ClockTime = '20:00'

/** Least hours after the patient was sent the time: the confirmation contains the same. */
export const MIN_HOURS_AFTER_CONFIRMATION = 24

/** The last reminder leaves at least this time until the deadline for changes, in hours. */
export const BEFORE_DEADLINE_HOURS = 4

/** The earliest London day, counted back from the appointment's, on which a reminder can be due. */
export const FIRST_REMINDER_DAY = Math.min(...Object.values(DAYS).flat())

/**
 * The first instant from `now` on at which this reminder may be sent, or undefined when it may not be sent any more: in the daytime of its
 * days, not within a day of the booking or the move, and the last one hours before the deadline for changes (REM-01).
 */
export function nextReminderTime(
  kind: ReminderKind,
  { startsAt, toldAt }: Reminded,
  now: Date,
): Date | undefined {
  const day = londonDate(startsAt)
  const latest = changeDeadline({ startsAt }).getTime() - BEFORE_DEADLINE_HOURS * HOUR_MS
  const earliest = Math.max(
    now.getTime(),
    toldAt.getTime() + MIN_HOURS_AFTER_CONFIRMATION * HOUR_MS,
  )
  for (const days of DAYS[kind]) {
    const date = addDays(day, days)
    const from = Math.max(earliest, londonInstant(date, DAY_BEGINS).getTime())
    const until = Math.min(latest, londonInstant(date, DAY_ENDS).getTime())
    if (from < until) return new Date(from)
  }
  return undefined
}

/** The reminders that may be sent at `now`. */
export const dueReminders = (appointment: Reminded, now: Date): ReminderKind[] =>
  REMINDER_KINDS.filter(
    (kind) => nextReminderTime(kind, appointment, now)?.getTime() === now.getTime(),
  )
