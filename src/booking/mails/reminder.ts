import * as z from 'zod/mini'
import {
  type AppointmentWriting,
  appointmentCalendar,
  details,
  textOfProduct,
} from '#booking/mails/parts.ts'
import { appointmentCan } from '#booking/rules/appointment.ts'
import { nextReminderTime } from '#booking/rules/reminder.ts'
import {
  findMailedAppointment,
  type MailedAppointment,
} from '#booking/server/database/mailed-appointments.ts'
import { findReminder, findVenue, setReminderToken } from '#booking/server/database/reminders.ts'
import { REMINDER_MAIL } from '#booking/texts/reminders.ts'
import { mailedLink } from '#core/rules/mailed-link.ts'
import { greet } from '#core/server/mail/greeting.ts'
import { type Block, facts, type Letter, link, text } from '#core/server/mail/letter.ts'
import { mail, type Writing } from '#core/server/mail/mail.ts'
import { PostponedError } from '#core/server/postponed.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { hashToken } from '#core/server/security/token.ts'
import type { Venue } from '#events/rules/venue.ts'
import { VENUE_LABELS } from '#events/texts/venue.ts'
import { cancellingText } from '#payments/mails/cancelling-text.ts'

/** The advice of the site settings on how to prepare; empty when there is none (REM-01). */
const preparation = ({ charity }: Writing): Block[] =>
  charity.preparationAdvice.length === 0
    ? []
    : [text(REMINDER_MAIL.advice), ...charity.preparationAdvice.map(text)]

/** What is known about the venue; what to bring is in `details` (EVD-07). */
const aboutVenue = (venue: Venue): Block[] => {
  const known = (Object.keys(VENUE_LABELS) as (keyof typeof VENUE_LABELS)[]).filter(
    (fact) => venue[fact] !== undefined,
  )
  return known.length === 0
    ? []
    : [facts(...known.map((fact) => [VENUE_LABELS[fact], venue[fact] ?? ''] as const))]
}

/** Reminds of an appointment; `answerUrl` is the page where the patient can answer (REM-01). */
export const reminderLetter = (
  appointment: MailedAppointment,
  writing: AppointmentWriting,
  { answerUrl, isConfirmed, venue }: { answerUrl: string; isConfirmed: boolean; venue: Venue },
): Letter => ({
  subject: `Reminder of your appointment with ${writing.charity.charityName}`,
  greeting: greet(appointment),
  blocks: [
    text(REMINDER_MAIL.intro),
    text(isConfirmed ? REMINDER_MAIL.confirmed : REMINDER_MAIL.answer),
    link(REMINDER_MAIL.link, answerUrl),
    text(REMINDER_MAIL.spare),
    ...textOfProduct(appointment, writing),
    ...details(appointment, writing),
    ...aboutVenue(venue),
    ...preparation(writing),
  ],
})

/** Of a reminder always the same token: the link of a mail that was sent works, also when the mail is sent again. */
const tokenOf = (reminderId: string, sealer: Pick<Sealer, 'lookup'>): string =>
  sealer.lookup(reminderId, 'reminder-link').toString('base64url')

/** Not sent when its appointment was cancelled, was moved or is too near; postponed when it must wait for the morning (REM-01). */
export const REMINDER = mail({
  name: 'reminder',
  // Behind the confirmations of bookings.
  priority: 2,
  payload: z.object({ appointment_id: z.uuid(), reminder_id: z.uuid() }),
  async draft({ reminder_id }, deps, charity) {
    const { database, clock, sealer, siteUrl } = deps
    const reminder = await findReminder(database, reminder_id)
    if (reminder === undefined || reminder.status !== 'booked') return undefined
    if (reminder.startsAt.getTime() !== reminder.remindedStart.getTime()) return undefined
    const now = clock.now()
    const next = nextReminderTime(reminder.kind, reminder, now)
    if (next === undefined) return undefined
    if (next > now) throw new PostponedError(next, now)
    const appointment = await findMailedAppointment(database, reminder.appointmentId)
    if (appointment === undefined) return undefined
    const token = tokenOf(reminder_id, sealer)
    // Stored before the mail is sent, so that the link works when it arrives.
    await setReminderToken(database, reminder_id, hashToken(token))
    const answerUrl = mailedLink(siteUrl, '/appointment-reminder', token)
    const isConfirmed = reminder.confirmedAt !== null
    const venue = await findVenue(database, reminder.appointmentId)
    const cancelling = await cancellingText(deps, appointment, charity)
    const canCancel = appointmentCan.cancel(appointment, now) === 'yes'
    return {
      to: appointment.email,
      letter: reminderLetter(
        appointment,
        { charity, siteUrl, cancelling, canCancel },
        { answerUrl, isConfirmed, venue },
      ),
      calendar: appointmentCalendar(appointment, reminder.calendarSequence, false, deps, charity),
    }
  },
})
