import * as z from 'zod/mini'
import { appointmentOnWire } from '#booking/contract/appointment-on-wire.ts'
import { CANCEL_REFUSALS, CHANGE_REFUSALS } from '#booking/texts/appointments.ts'
import { defineEndpoint, pick } from '#core/contract/endpoint.ts'
import { clockTime, isoDate, line, wholeId } from '#core/contract/fields.ts'
import { BOOK_REFUSALS } from '#events/texts/place-refusals.ts'
import { AGREED_REFUND } from '#payments/contract/agreed-refund.ts'
import { refundableOnWire, refundOnWire } from '#payments/contract/payment-on-wire.ts'

/** One change of an appointment (APPT-04), ours; the instants are starts of slots. Never an operator's name. */
export const appointmentChange = z.object({
  at: z.iso.datetime(),
  action: z.enum(['booked', 'moved', 'cancelled']),
  changed_by: z.enum(['patient', 'charity']),
  from_starts_at: z.nullable(z.iso.datetime()),
  to_starts_at: z.nullable(z.iso.datetime()),
})

/** An appointment of a list, with its history, oldest change first. */
export const listedAppointment = z.extend(appointmentOnWire, {
  history: z.array(appointmentChange),
  /** When the patient answered 'I will come' to a reminder of this time (REM-01). */
  confirmed_at: z.nullable(z.iso.datetime()),
  /** Null when nothing was paid or it cannot be cancelled. */
  refund_if_cancelled: z.nullable(refundableOnWire),
})
export type ListedAppointmentOnWire = z.output<typeof listedAppointment>

const NOT_FOUND = pick(CANCEL_REFUSALS, 'appointment-not-found')

/** GET /appointments/upcoming-appointments/user/{profileId}: booked and cancelled ones that have not ended, by start; never holds. */
export const listUpcomingAppointments = defineEndpoint({
  name: 'listUpcomingAppointments',
  method: 'GET',
  path: '/appointments/upcoming-appointments/user/:profileId',
  summary: 'The caller’s own appointments that have not ended.',
  access: 'patient',
  input: z.strictObject({ profileId: wholeId }),
  output: z.object({ appointments: z.array(listedAppointment), server_time: z.iso.datetime() }),
  reasons: {},
})

/** GET /appointments/past-appointments/user/{profileId} (ours): booked and cancelled ones that have ended, newest first (APPT-01). */
export const listPastAppointments = defineEndpoint({
  name: 'listPastAppointments',
  method: 'GET',
  path: '/appointments/past-appointments/user/:profileId',
  summary: 'The caller’s own appointments that have ended, newest first.',
  access: 'patient',
  input: z.strictObject({ profileId: wholeId }),
  output: z.object({ appointments: z.array(listedAppointment) }),
  reasons: {},
})

const nullishText = (most: number) => z.nullish(line(most))

/**
 * POST /appointments with the booking payload (API-03). Only profileId, eventId, eventDate and appointmentStartTime are
 * used; price, product and paymentStatus come from the server (PAY-06). Uses the caller's live hold or a free place.
 */
export const createAppointment = defineEndpoint({
  name: 'createAppointment',
  method: 'POST',
  path: '/appointments',
  summary: 'Books a place; repeated, it answers the same appointment.',
  access: 'patient',
  status: 201,
  input: z.strictObject({
    profileId: wholeId,
    eventId: wholeId,
    eventDate: isoDate,
    appointmentStartTime: z.pipe(
      z.string().check(z.regex(/^\d\d:\d\d(:\d\d)?$/)),
      z.pipe(
        z.transform((value: string) => value.slice(0, 5)),
        clockTime,
      ),
    ),
    appointmentEndTime: nullishText(8),
    eventPrice: z.nullish(z.union([z.number(), line(20)])),
    eventName: nullishText(300),
    eventLocation: nullishText(1000),
    lab: nullishText(100),
    product: z.nullish(
      z.strictObject({
        productId: z.nullish(z.union([z.number(), line(40)])),
        productName: nullishText(300),
        price: z.nullish(z.union([z.number(), line(20)])),
        emailTemplate: nullishText(5000),
      }),
    ),
    paymentStatus: nullishText(40),
  }),
  output: appointmentOnWire,
  reasons: BOOK_REFUSALS,
})

/** GET /appointments/{id}: one own appointment. */
export const getAppointment = defineEndpoint({
  name: 'getAppointment',
  method: 'GET',
  path: '/appointments/:appointment_id',
  summary: 'One own appointment.',
  access: 'patient',
  input: z.strictObject({ appointment_id: z.uuid() }),
  output: appointmentOnWire,
  reasons: NOT_FOUND,
})

/**
 * PATCH /appointments/{id}/cancel: allowed until exactly 48 hours before (APPT-02). A repeated call returns the cancelled appointment.
 * With `refund_pence`, what the patient was shown, nothing is cancelled when another amount would be returned (PAY-08).
 */
export const cancelAppointment = defineEndpoint({
  name: 'cancelAppointment',
  method: 'PATCH',
  path: '/appointments/:appointment_id/cancel',
  summary: 'Cancels an own appointment.',
  access: 'patient',
  input: z.strictObject({
    appointment_id: z.uuid(),
    ...AGREED_REFUND,
  }),
  output: z.object({
    status: z.literal('success'),
    appointment: appointmentOnWire,
    /** What this cancellation returns; null when nothing is. */
    refund: z.nullable(refundOnWire),
  }),
  reasons: CANCEL_REFUSALS,
})

/**
 * PATCH /appointments/{id}/update: another time of the same event (APPT-03); the new place is taken before the old one is freed.
 * With `version` nothing changes when the appointment has a newer one.
 */
export const rescheduleAppointment = defineEndpoint({
  name: 'rescheduleAppointment',
  method: 'PATCH',
  path: '/appointments/:appointment_id/update',
  summary: 'Moves an own appointment to another time of its event.',
  access: 'patient',
  input: z.strictObject({
    appointment_id: z.uuid(),
    appt_time: clockTime,
    version: z.optional(z.int().check(z.gte(0))),
  }),
  output: z.object({ status: z.literal('success'), appointment: appointmentOnWire }),
  reasons: CHANGE_REFUSALS,
})

/** GET /appointments/{id}/calendar: the content of the add-to-calendar file of /booking-success (BOOK-09). */
export const getCalendar = defineEndpoint({
  name: 'getCalendar',
  method: 'GET',
  path: '/appointments/:appointment_id/calendar',
  summary: 'The iCalendar text of an own appointment.',
  access: 'patient',
  input: z.strictObject({ appointment_id: z.uuid() }),
  output: z.object({ filename: z.string(), ics: z.string() }),
  reasons: NOT_FOUND,
})
