import { findAppointment } from '#booking/server/database/appointments.ts'
import {
  type CancelReason,
  cancelBooked,
  type RescheduleReason,
  rescheduleBooked,
} from '#booking/server/database/booking.ts'
import type { ClockTime, IsoDate } from '#core/rules/time.ts'
import { readClockTime, readDay } from '#core/rules/typed-cell.ts'
import type { Database } from '#core/server/database/database.ts'
import { findSlot } from '#events/rules/slot.ts'
import { findKnownEvent } from '#events/server/database/events.ts'

/** Who makes a change at the command line, and why; both are kept in the audit log. */
export type Operator = { readonly operator: string; readonly reason: string }

/** Why an appointment was not changed, for the operator. */
export const APPOINTMENT_CHANGE_REFUSALS: Record<RescheduleReason, string> = {
  'appointment-not-found': 'There is no appointment with this id.',
  'not-booked': 'Nothing was changed: the appointment is not booked, or it has ended.',
  'event-cancelled': 'Nothing was changed: the event is cancelled.',
  'slot-not-found': 'Nothing was changed: the event does not offer this time, or it has begun.',
  'slot-taken': 'Nothing was changed: this time is taken.',
  'appointment-changed': 'Nothing was changed: the appointment has changed in the meantime.',
}

/** Cancels a booked appointment without the 48-hour rule and queues the mail; undefined when done. Idempotent. */
export async function cancelAppointment(
  database: Database,
  appointmentId: string,
  by: Operator,
): Promise<CancelReason | undefined> {
  const found = await findAppointment(database, appointmentId)
  if (found === undefined) return 'appointment-not-found'
  const answer = await cancelBooked(database, appointmentId, found.profileId, by)
  return answer.ok ? undefined : answer.reason
}

/** A day and a time in London as a person types them: `16/06/2027 9:00`. */
export function readSlotTime(text: string): { date: IsoDate; time: ClockTime } | undefined {
  const [day = '', clock = '', ...rest] = text.split(' ')
  const [date, time] = [readDay(day), readClockTime(clock)]
  return rest.length === 0 && date && time ? { date, time } : undefined
}

/** Moves a booked appointment to another slot of its event without the 48-hour rule and queues the mail; undefined when done. */
export async function moveAppointment(
  database: Database,
  appointmentId: string,
  to: { date: IsoDate; time: ClockTime },
  by: Operator,
): Promise<RescheduleReason | undefined> {
  const found = await findAppointment(database, appointmentId)
  if (found === undefined) return 'appointment-not-found'
  const known = await findKnownEvent(database, found.eventId)
  const slot = known && findSlot(known.event, to.date, to.time)
  if (slot === undefined) return 'slot-not-found'
  const { profileId } = found
  const move = { appointmentId, profileId, startsAt: slot.startsAt }
  const answer = await rescheduleBooked(database, move, by)
  return answer.ok ? undefined : answer.reason
}
