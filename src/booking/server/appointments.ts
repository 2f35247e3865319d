import { refuseForeign } from '#account/server/foreign-access.ts'
import {
  getAppointment,
  getCalendar,
  listPastAppointments,
  listUpcomingAppointments,
} from '#booking/contract/appointments.ts'
import { bookingOf } from '#booking/server/appointment-booking.ts'
import { changesOf } from '#booking/server/appointment-changes.ts'
import { type ListedPayment, listedToWire, withPayment } from '#booking/server/appointment-wire.ts'
import { CALENDAR_FILENAME, calendarText } from '#booking/server/calendar.ts'
import { listAppointmentEvents } from '#booking/server/database/appointment-events.ts'
import { type Appointment, listPast, listUpcoming } from '#booking/server/database/appointments.ts'
import { listConfirmations } from '#booking/server/database/reminders.ts'
import { type AppointmentDeps, findOwn } from '#booking/server/own-appointment.ts'
import { MOST_PAST_APPOINTMENTS } from '#core/server/config/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done } from '#core/server/outcome.ts'
import { readRefundRules, refundIfCancelled } from '#payments/server/appointment-payments.ts'
import { listPaymentsOfAppointments } from '#payments/server/database/payment-records.ts'

/** What was paid for each appointment, and what cancelling it returns now. */
async function paymentsOf(
  { database, clock, charity }: AppointmentDeps,
  found: readonly Appointment[],
): Promise<(one: Appointment) => ListedPayment> {
  const ids = found.map(({ appointmentId }) => appointmentId)
  const payments = await listPaymentsOfAppointments(database, ids)
  if (payments.length === 0) return () => ({ payment: undefined, ifCancelled: null })
  const rules = await readRefundRules(database, (await charity()).paymentCharge)
  return (one) => {
    const payment = payments.find(({ appointmentId }) => appointmentId === one.appointmentId)
    return { payment, ifCancelled: refundIfCancelled(payment, one, rules, clock.now()) }
  }
}

function readingOf(deps: AppointmentDeps) {
  const { database, clock, charity, siteUrl, organizerEmail } = deps

  /** Appointments of one patient with their histories. */
  async function withHistory(profileId: number, found: readonly Appointment[]) {
    const [events, confirmations, { product }] = await Promise.all([
      listAppointmentEvents(database, profileId),
      listConfirmations(database, profileId),
      charity(),
    ])
    const paid = await paymentsOf(deps, found)
    return found.map((one) => {
      const { appointmentId: id } = one
      return listedToWire(one, events.get(id) ?? [], confirmations.get(id), product, paid(one))
    })
  }

  return {
    listUpcoming: bind(listUpcomingAppointments, async (input, caller, context) => {
      if (input.profileId !== caller.profileId) {
        return refuseForeign(database, caller, `profile:${input.profileId}`, context)
      }
      const now = clock.now()
      const found = await listUpcoming(database, caller.profileId, now)
      const appointments = await withHistory(caller.profileId, found)
      return done({ appointments, server_time: now.toISOString() })
    }),

    listPast: bind(listPastAppointments, async (input, caller, context) => {
      const { profileId } = caller
      if (input.profileId !== profileId) {
        return refuseForeign(database, caller, `profile:${input.profileId}`, context)
      }
      const found = await listPast(database, profileId, clock.now(), MOST_PAST_APPOINTMENTS)
      return done({ appointments: await withHistory(profileId, found) })
    }),

    get: bind(getAppointment, async (input, caller, context) => {
      const found = await findOwn(database, input.appointment_id, caller, context)
      if (!found.ok) return found
      return done(await withPayment(database, found.value, (await charity()).product))
    }),

    calendar: bind(getCalendar, async (input, caller, context) => {
      const found = await findOwn(database, input.appointment_id, caller, context)
      if (!found.ok) return found
      const { status, calendarSequence } = found.value
      const ics = calendarText(
        { ...found.value, sequence: calendarSequence, cancelled: status === 'cancelled' },
        { charity: await charity(), organizerEmail, siteUrl, now: clock.now() },
      )
      return done({ filename: CALENDAR_FILENAME, ics })
    }),
  }
}

/** Reads, books, cancels and moves the patient's own appointments (API-03). */
export const appointmentsService = (deps: AppointmentDeps) => ({
  ...readingOf(deps),
  ...bookingOf(deps),
  ...changesOf(deps),
})
