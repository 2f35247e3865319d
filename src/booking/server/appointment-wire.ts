import type { AppointmentOnWire } from '#booking/contract/appointment-on-wire.ts'
import type { ListedAppointmentOnWire } from '#booking/contract/appointments.ts'
import type { AppointmentEvent } from '#booking/server/database/appointment-events.ts'
import type { Appointment } from '#booking/server/database/appointments.ts'
import { formatAddress } from '#core/rules/address-line.ts'
import { londonDate, londonTime } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import { eventName, productName } from '#events/rules/event.ts'
import { paidToWire } from '#payments/server/appointment-payments.ts'
import {
  findPaymentOfAppointment,
  type PaymentOfAppointment,
} from '#payments/server/database/payment-records.ts'

/** An appointment with the names of the wire format (API-07); `product` fills a missing event name (EVL-08). */
export function appointmentToWire(
  appointment: Appointment,
  product: string,
  payment: PaymentOfAppointment | undefined,
): AppointmentOnWire {
  const { startsAt, endsAt, eventName: name, addressParts } = appointment
  return {
    appointment_id: appointment.appointmentId,
    event_id: appointment.eventId,
    event_name: eventName(name === null ? {} : { name }, product),
    product_name: productName(appointment),
    email: appointment.email,
    appt_date: londonDate(startsAt),
    appt_time: londonTime(startsAt),
    status: appointment.status,
    payment_status: appointment.paymentStatus,
    event_location: formatAddress(addressParts),
    what_to_bring: appointment.whatToBring,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    version: appointment.calendarSequence,
    payment: paidToWire(payment),
  }
}

/** The same with its payment, which is read. */
export const withPayment = async (
  db: Queries,
  appointment: Appointment,
  product: string,
): Promise<AppointmentOnWire> =>
  appointmentToWire(
    appointment,
    product,
    await findPaymentOfAppointment(db, appointment.appointmentId),
  )

/** What was paid for an appointment, and what cancelling it returns now. */
export type ListedPayment = {
  readonly payment: PaymentOfAppointment | undefined
  readonly ifCancelled: ListedAppointmentOnWire['refund_if_cancelled']
}

/** An appointment of a list, with its history (APPT-04). */
export const listedToWire = (
  appointment: Appointment,
  events: readonly AppointmentEvent[],
  confirmedAt: Date | undefined,
  product: string,
  { payment, ifCancelled }: ListedPayment,
): ListedAppointmentOnWire => ({
  ...appointmentToWire(appointment, product, payment),
  history: events.map((event) => ({
    at: event.at.toISOString(),
    action: event.action,
    changed_by: event.changedBy,
    from_starts_at: event.fromStart?.toISOString() ?? null,
    to_starts_at: event.toStart?.toISOString() ?? null,
  })),
  confirmed_at: confirmedAt?.toISOString() ?? null,
  refund_if_cancelled: ifCancelled,
})
