import { appointmentCalendar, type MailedCalendar } from '#booking/mails/appointment-calendar.ts'
import { reminderLetter } from '#booking/mails/letters.ts'
import { appointmentCan } from '#booking/rules/appointment.ts'
import { nextReminderTime } from '#booking/rules/reminder.ts'
import { findMailedAppointment } from '#booking/server/database/mailed-appointments.ts'
import { findReminder, findVenue, setReminderToken } from '#booking/server/database/reminders.ts'
import { mailedLink } from '#core/rules/mailed-link.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { Letter } from '#core/server/mail/letter.ts'
import { PostponedError } from '#core/server/postponed.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { hashToken } from '#core/server/security/token.ts'
import { cancellingText } from '#payments/mails/cancelling-text.ts'

export type ReminderMailDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Pick<Sealer, 'lookup'>
  readonly siteUrl: string
  readonly organizerEmail: string
}

type Draft = { readonly to: string; readonly letter: Letter; readonly calendar: MailedCalendar }

/** Of a reminder always the same token: the link of a mail that was sent works, also when the mail is sent again. */
const tokenOf = (reminderId: string, sealer: Pick<Sealer, 'lookup'>): string =>
  sealer.lookup(reminderId, 'reminder-link').toString('base64url')

/**
 * The reminder's mail; undefined when its appointment was cancelled, was moved or is too near (REM-01).
 * @throws PostponedError when it must wait for the morning.
 */
export async function draftReminder(
  reminderId: string,
  deps: ReminderMailDeps,
  charity: Charity,
): Promise<Draft | undefined> {
  const { database, clock, sealer, siteUrl } = deps
  const reminder = await findReminder(database, reminderId)
  if (reminder === undefined || reminder.status !== 'booked') return undefined
  if (reminder.startsAt.getTime() !== reminder.remindedStart.getTime()) return undefined
  const now = clock.now()
  const next = nextReminderTime(reminder.kind, reminder, now)
  if (next === undefined) return undefined
  if (next > now) throw new PostponedError(next, now)
  const appointment = await findMailedAppointment(database, reminder.appointmentId)
  if (appointment === undefined) return undefined
  const token = tokenOf(reminderId, sealer)
  // Stored before the mail is sent, so that the link works when it arrives.
  await setReminderToken(database, reminderId, hashToken(token))
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
}
