import { CHANGE_CUT_OFF_HOURS } from '#booking/rules/change-cut-off.ts'
import { withoutGaps } from '#core/rules/one-line.ts'
import { HOUR_MS } from '#core/rules/time.ts'

/** The states of an appointment: held becomes booked, cancelled or expired; booked becomes cancelled, attended or no_show. */
export type AppointmentStatus = 'held' | 'booked' | 'cancelled' | 'expired' | 'attended' | 'no_show'

/** The states of an appointment that was made and not cancelled. */
export const NOT_CANCELLED = [
  'booked',
  'attended',
  'no_show',
] as const satisfies readonly AppointmentStatus[]

/** Whether a patient may change an appointment, or why not. */
export type ChangeVerdict = 'yes' | 'too-late' | 'wrong-status'

type Changeable = { status: AppointmentStatus; startsAt: Date }
type Change = 'cancel' | 'reschedule'

/** The states that allow each change (APPT-01). */
const ALLOWED: Record<Change, ReadonlySet<AppointmentStatus>> = {
  cancel: new Set(['booked']),
  reschedule: new Set(['booked']),
}

/** The last instant at which a patient may change an appointment: 48 elapsed hours before its start, also when the clocks change in between (APPT-02). */
export const changeDeadline = ({ startsAt }: Pick<Changeable, 'startsAt'>): Date =>
  new Date(startsAt.getTime() - CHANGE_CUT_OFF_HOURS * HOUR_MS)

/** Whether the patient can no longer change or cancel an appointment at this time. */
export const isLocked = (time: Pick<Changeable, 'startsAt'>, now: Date): boolean =>
  now.getTime() > changeDeadline(time).getTime()

function verdict(change: Change, appointment: Changeable, now: Date): ChangeVerdict {
  if (!ALLOWED[change].has(appointment.status)) return 'wrong-status'
  return isLocked(appointment, now) ? 'too-late' : 'yes'
}

/** Whether a patient may change an appointment: its state must allow it, and at least 48 elapsed hours must be left (APPT-02, APPT-03). */
export const appointmentCan = {
  cancel: (appointment: Changeable, now: Date): ChangeVerdict =>
    verdict('cancel', appointment, now),
  reschedule: (appointment: Changeable, now: Date): ChangeVerdict =>
    verdict('reschedule', appointment, now),
}

/** Whether the appointment's slot has ended; its end instant counts as ended. */
export function hasEnded(appointment: { endsAt: Date }, now: Date): boolean {
  return appointment.endsAt.getTime() <= now.getTime()
}

/** Whether the appointment blocks another booking: only a booked one that has not ended does (BOOK-05). */
export function blocksBooking(
  appointment: { status: AppointmentStatus; endsAt: Date },
  now: Date,
): boolean {
  return appointment.status === 'booked' && !hasEnded(appointment, now)
}

/** Whether a payment status is shown as negative: missing, blank or `not paid` (APPT-01). */
export function isPaymentNegative(paymentStatus: string | null | undefined): boolean {
  const text = paymentStatus?.trim().toLowerCase() ?? ''
  return text === '' || text === 'not paid'
}

/**
 * The number that page, mail and calendar entry show, so that a patient can name their appointment on the telephone
 * (BOOK-09, BOOK-10): the first eight hexadecimal digits of its id. Example: `0D8F-2F36`.
 */
export function referenceNumber(appointmentId: string): string {
  const digits = appointmentId.replaceAll('-', '').slice(0, 8).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

/**
 * The eight digits of a reference number in any spelling, also with the word 'Reference' before it; undefined when it is not one. It has
 * digits and the letters A to F only: a letter O is a zero, and I or L a one.
 */
export function readReference(text: string): string | undefined {
  const digits = withoutGaps(text)
    .toLowerCase()
    .replace(/^ref(?:erence)?(?:number)?[.:#]*/, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return /^[\da-f]{8}$/.test(digits) ? digits : undefined
}
