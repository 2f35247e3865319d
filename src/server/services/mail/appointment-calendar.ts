import type { Clock } from '#server/database/clock.ts'
import type { Charity } from '#server/gateways/content.ts'
import type { MailMessage } from '#server/gateways/mail.ts'
import type { MailedAppointment } from '#server/repositories/mailed-appointments.ts'
import { CALENDAR_FILENAME, calendarText } from '#server/services/calendar.ts'

export type MailedCalendar = NonNullable<MailMessage['calendar']>

/** The calendar entry that a mail about an appointment has with it. */
export function appointmentCalendar(
  appointment: MailedAppointment,
  sequence: number,
  cancelled: boolean,
  { siteUrl, organizerEmail, clock }: { siteUrl: string; organizerEmail: string; clock: Clock },
  charity: Charity,
): MailedCalendar {
  const ics = calendarText(
    { ...appointment, sequence, cancelled },
    { charity, organizerEmail, siteUrl, now: clock.now() },
  )
  return { filename: CALENDAR_FILENAME, ics, method: cancelled ? 'CANCEL' : 'PUBLISH' }
}
