import { referenceNumber } from '#booking/rules/appointment.ts'
import { CALENDAR_FILENAME, calendarText } from '#booking/server/calendar.ts'
import type { MailedAppointment } from '#booking/server/database/mailed-appointments.ts'
import { APPOINTMENT_LABELS } from '#booking/texts/appointments.ts'
import { callUs, onTheDay, REFERENCE_LABEL } from '#booking/texts/booking.ts'
import { formatAddress } from '#core/rules/address-line.ts'
import { saysWhatIsTested } from '#core/rules/clinical-words.ts'
import { formatLongDate, londonDate, londonTime } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { nameOf } from '#core/server/mail/greeting.ts'
import { type Block, facts, link, text } from '#core/server/mail/letter.ts'
import type { Draft, DraftDeps, Writing } from '#core/server/mail/mail.ts'
import { fillPlaceholders, paragraphsOf } from '#core/server/mail/placeholders.ts'
import { isTold } from '#events/rules/event-notices.ts'
import { listEvents } from '#events/server/database/events.ts'

/** With what cancelling returns, and until when the appointment can be changed, in sentences (PAY-14), and whether it can be cancelled online now. */
export type AppointmentWriting = Writing & {
  readonly cancelling: readonly string[]
  readonly canCancel: boolean
}

/** The event's name as a mail may say it. */
export const neutralName = (
  appointment: Pick<MailedAppointment, 'eventName'>,
  { product }: Charity,
): string => {
  const name = appointment.eventName?.trim() ?? ''
  return name === '' || saysWhatIsTested(name) ? `${product} event` : name
}

const dayOf = (appointment: MailedAppointment) => formatLongDate(londonDate(appointment.startsAt))
const addressOf = (appointment: MailedAppointment) => formatAddress(appointment.addressParts)

export const whenAndWhere = (appointment: MailedAppointment): Block =>
  facts(
    [APPOINTMENT_LABELS.date, dayOf(appointment)],
    [APPOINTMENT_LABELS.time, londonTime(appointment.startsAt)],
    [APPOINTMENT_LABELS.place, addressOf(appointment)],
    [APPOINTMENT_LABELS.contact, appointment.contactEmail ?? ''],
    [REFERENCE_LABEL, referenceNumber(appointment.appointmentId)],
  )

const forTheDay = ({ whatToBring }: MailedAppointment): Block =>
  text(
    [
      ...onTheDay(whatToBring).map((one) => one.text),
      'The attached file adds the appointment to your calendar.',
    ].join(' '),
  )

const howToCancel = ({ siteUrl, charity, cancelling, canCancel }: AppointmentWriting): Block[] => {
  const phone = charity.bookingPhone
  const sentences = [...cancelling, ...(phone === '' ? [] : [callUs(phone)])]
  return [
    ...(sentences.length === 0 ? [] : [text(sentences.join(' '))]),
    link(
      canCancel ? 'See or cancel your appointment' : 'See your appointment',
      `${siteUrl}/upcoming-events`,
    ),
  ]
}

/** The product's text (BOOK-10); empty when it has none. */
export function textOfProduct(appointment: MailedAppointment, { charity }: Writing): Block[] {
  const filled = (paragraph: string) =>
    fillPlaceholders(paragraph, {
      first_name: nameOf(appointment) ?? 'patient',
      event_name: neutralName(appointment, charity),
      date: dayOf(appointment),
      time: londonTime(appointment.startsAt),
      address: addressOf(appointment),
    })
  return paragraphsOf(appointment.emailTemplate ?? '').map((paragraph) => text(filled(paragraph)))
}

/** What a patient needs until the day. Every letter but a cancellation has it, because it may supersede an earlier one (decision 018). */
export const details = (appointment: MailedAppointment, writing: AppointmentWriting): Block[] => [
  whenAndWhere(appointment),
  forTheDay(appointment),
  ...howToCancel(writing),
]

/** Whether a public event can be booked at `now`. */
export const hasOpenEvents = async (db: Queries, now: Date): Promise<boolean> =>
  (await listEvents(db, { now })).some((event) => isTold(event, now))

/** Invites with these words to book, when an event can be booked at the time of writing; otherwise says that none can. */
export function invitation(
  { siteUrl, isOpen }: { readonly siteUrl: string; readonly isOpen: boolean },
  words: string,
): Block[] {
  const list = `${siteUrl}/book-event-main`
  if (!isOpen) {
    return [
      text('No event can be booked at the moment. New dates are added all the time.'),
      link('See the list of events', list),
    ]
  }
  return [text(words), link('Book an event', list)]
}

/** The calendar entry that a mail about an appointment has with it. */
export function appointmentCalendar(
  appointment: MailedAppointment,
  sequence: number,
  cancelled: boolean,
  { siteUrl, organizerEmail, clock }: Pick<DraftDeps, 'siteUrl' | 'organizerEmail' | 'clock'>,
  charity: Charity,
): NonNullable<Draft['calendar']> {
  const ics = calendarText(
    { ...appointment, sequence, cancelled },
    { charity, organizerEmail, siteUrl, now: clock.now() },
  )
  return { filename: CALENDAR_FILENAME, ics, method: cancelled ? 'CANCEL' : 'PUBLISH' }
}
