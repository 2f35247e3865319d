import { createEvent, type DateArray, type EventAttributes } from 'ics'

/** What a calendar entry is made of; instants in UTC. */
export type CalendarEntry = {
  readonly appointmentId: string
  /** Grows with every change, so that a calendar keeps the newest. */
  readonly sequence: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly cancelled: boolean
  readonly address: string
  readonly charityName: string
  /** When the entry is written. */
  readonly now: Date
}

/** The name under which the entry is saved and attached. */
export const CALENDAR_FILENAME = 'appointment.ics'

const utc = (at: Date): DateArray => [
  at.getUTCFullYear(),
  at.getUTCMonth() + 1,
  at.getUTCDate(),
  at.getUTCHours(),
  at.getUTCMinutes(),
]

/**
 * The appointment as iCalendar text: UTC in and out, a stable UID, METHOD:PUBLISH, or CANCEL when it is cancelled. Who
 * looks over a man's shoulder learns where and when, not what for.
 * @throws when the library refuses the values.
 */
export function calendarText(entry: CalendarEntry): string {
  // The library takes the time of writing, although its types do not say so.
  const attributes: EventAttributes & { timestamp: number } = {
    uid: entry.appointmentId,
    sequence: entry.sequence,
    timestamp: entry.now.getTime(),
    start: utc(entry.startsAt),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: utc(entry.endsAt),
    endInputType: 'utc',
    endOutputType: 'utc',
    title: `Appointment with ${entry.charityName}`,
    location: entry.address,
    method: entry.cancelled ? 'CANCEL' : 'PUBLISH',
    status: entry.cancelled ? 'CANCELLED' : 'CONFIRMED',
    classification: 'PRIVATE',
    busyStatus: entry.cancelled ? 'FREE' : 'BUSY',
    productId: 'halyard/booking',
  }
  const { error, value } = createEvent(attributes)
  if (!value) throw error ?? new Error('No calendar entry was made.')
  return value
}
