import { CALENDAR_FILENAME, calendarText } from '#booking/server/calendar.ts'
import type { MailedAppointment } from '#booking/server/database/mailed-appointments.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { MailMessage } from '#core/server/gateways/mail.ts'

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
