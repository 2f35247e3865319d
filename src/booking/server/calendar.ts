import { referenceNumber } from '#booking/rules/appointment.ts'
import {
  type ContentLine,
  icalendar,
  parameterValue,
  textValue,
  utcValue,
} from '#booking/server/icalendar.ts'
import { APPOINTMENT_LABELS } from '#booking/texts/appointments.ts'
import { changeOnlineText, onTheDay, REFERENCE_LABEL } from '#booking/texts/booking.ts'
import { formatAddress } from '#core/rules/address-line.ts'
import type { Charity } from '#core/server/gateways/content.ts'

/** The appointment as a calendar shows it; instants in UTC. */
export type CalendarEntry = {
  readonly appointmentId: string
  /** Incremented with every change; a calendar keeps the highest. */
  readonly sequence: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly cancelled: boolean
  readonly addressParts: readonly (string | null)[]
  readonly contactEmail: string | null
  /** What the event requires besides the usual. */
  readonly whatToBring: string | null
}

/** Who publishes the entry. */
export type Publisher = {
  readonly charity: Pick<Charity, 'charityName' | 'bookingPhone'>
  /** The address that mails come from: a calendar takes changes of an entry only from its organizer. */
  readonly organizerEmail: string
  readonly siteUrl: string
  /** DTSTAMP: when the entry is written. */
  readonly now: Date
}

/** The file name of the download and the attachment. */
export const CALENDAR_FILENAME = 'appointment.ics'

/** The note of a booked appointment: the reference number, what to bring, when to come, the telephone number. */
function noteOf(
  { appointmentId, contactEmail, whatToBring }: CalendarEntry,
  { charity }: Publisher,
): string {
  const contact = contactEmail?.trim() ?? ''
  return [
    `${REFERENCE_LABEL}: ${referenceNumber(appointmentId)}`,
    ...onTheDay(whatToBring).map(({ text }) => text),
    changeOnlineText(charity.bookingPhone),
    ...(contact === '' ? [] : [`${APPOINTMENT_LABELS.contact}: ${contact}`]),
  ].join('\n')
}

/** The lines that only a booked appointment has; a cancellation names the entry and takes it out (RFC 5546, 3.2.5). */
function detailsOf(entry: CalendarEntry, publisher: Publisher): ContentLine[] {
  const location = formatAddress(entry.addressParts)
  return [
    ['URL', `${publisher.siteUrl}/upcoming-events`],
    ['DESCRIPTION', textValue(noteOf(entry, publisher))],
    ...(location === '' ? [] : [['LOCATION', textValue(location)] as const]),
  ]
}

/**
 * The appointment as iCalendar text with a stable UID; METHOD is PUBLISH, or CANCEL when it is cancelled (RFC 5545,
 * RFC 5546). The title does not say what the appointment is for: other people may see the calendar.
 */
export function calendarText(entry: CalendarEntry, publisher: Publisher): string {
  const { charity, organizerEmail, now } = publisher
  const { cancelled } = entry
  return icalendar([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Halyard//Booking//EN'],
    ['METHOD', cancelled ? 'CANCEL' : 'PUBLISH'],
    ['BEGIN', 'VEVENT'],
    ['UID', entry.appointmentId],
    ['DTSTAMP', utcValue(now)],
    ['SEQUENCE', String(entry.sequence)],
    ['STATUS', cancelled ? 'CANCELLED' : 'CONFIRMED'],
    ['DTSTART', utcValue(entry.startsAt)],
    ['DTEND', utcValue(entry.endsAt)],
    ['SUMMARY', textValue(`Appointment with ${charity.charityName}`)],
    [`ORGANIZER;CN=${parameterValue(charity.charityName)}`, `mailto:${encodeURI(organizerEmail)}`],
    ...(cancelled ? [] : detailsOf(entry, publisher)),
    ['CLASS', 'PRIVATE'],
    ['TRANSP', cancelled ? 'TRANSPARENT' : 'OPAQUE'],
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ])
}
