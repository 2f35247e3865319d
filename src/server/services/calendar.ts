import { createEvent, type DateArray, type EventAttributes } from 'ics'

/** The data of a calendar entry; instants in UTC. */
export type CalendarEntry = {
  readonly appointmentId: string
  /** Incremented with every change; a calendar keeps the highest. */
  readonly sequence: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly cancelled: boolean
  readonly address: string
  readonly charityName: string
  /** DTSTAMP: when the entry is written. */
  readonly now: Date
}

/** The file name of the download and the attachment. */
export const CALENDAR_FILENAME = 'appointment.ics'

const utc = (at: Date): DateArray => [
  at.getUTCFullYear(),
  at.getUTCMonth() + 1,
  at.getUTCDate(),
  at.getUTCHours(),
  at.getUTCMinutes(),
]

/**
 * The appointment as iCalendar text in UTC with a stable UID; METHOD is PUBLISH, or CANCEL when it is cancelled. The
 * title does not say what the appointment is for: other people may see the calendar.
 * @throws when the library refuses the values.
 */
export function calendarText(entry: CalendarEntry): string {
  // `timestamp` is missing in the library's types, but supported.
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
  if (!value) throw error ?? new Error('The calendar entry could not be created.')
  return value
}
