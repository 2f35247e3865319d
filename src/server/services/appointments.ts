import type {
  getAppointment,
  getCalendar,
  listUpcomingAppointments,
} from '#contract/appointments.ts'
import type { InputOf, OutputOf, ReasonOf } from '#contract/endpoint.ts'
import type { Patient, RequestContext } from '#server/caller.ts'
import { done, type Outcome } from '#server/outcome.ts'
import { listUpcoming } from '#server/repositories/appointments.ts'
import { bookingOf } from '#server/services/appointment-booking.ts'
import { changesOf } from '#server/services/appointment-changes.ts'
import { appointmentToWire } from '#server/services/appointment-wire.ts'
import { CALENDAR_FILENAME, calendarText } from '#server/services/calendar.ts'
import { refuseForeign } from '#server/services/foreign-access.ts'
import { type AppointmentDeps, findOwn } from '#server/services/own-appointment.ts'

function readingOf({ database, clock, charity, siteUrl, organizerEmail }: AppointmentDeps) {
  return {
    async listUpcoming(
      input: InputOf<typeof listUpcomingAppointments>,
      caller: Patient,
      context: RequestContext,
    ): Promise<Outcome<OutputOf<typeof listUpcomingAppointments>>> {
      if (input.profileId !== caller.profileId) {
        return refuseForeign(database, caller, `profile:${input.profileId}`, context)
      }
      const now = clock.now()
      const found = await listUpcoming(database, caller.profileId, now)
      const { product } = await charity()
      const appointments = found.map((one) => appointmentToWire(one, product))
      return done({ appointments, server_time: now.toISOString() })
    },

    async get(
      input: InputOf<typeof getAppointment>,
      caller: Patient,
      context: RequestContext,
    ): Promise<Outcome<OutputOf<typeof getAppointment>, ReasonOf<typeof getAppointment>>> {
      const found = await findOwn(database, input.appointment_id, caller, context)
      if (!found.ok) return found
      return done(appointmentToWire(found.value, (await charity()).product))
    },

    async calendar(
      input: InputOf<typeof getCalendar>,
      caller: Patient,
      context: RequestContext,
    ): Promise<Outcome<OutputOf<typeof getCalendar>, ReasonOf<typeof getCalendar>>> {
      const found = await findOwn(database, input.appointment_id, caller, context)
      if (!found.ok) return found
      const { status, calendarSequence } = found.value
      const ics = calendarText(
        { ...found.value, sequence: calendarSequence, cancelled: status === 'cancelled' },
        { charity: await charity(), organizerEmail, siteUrl, now: clock.now() },
      )
      return done({ filename: CALENDAR_FILENAME, ics })
    },
  }
}

/** Reads, books, cancels and moves the patient's own appointments (API-03). */
export const appointmentsService = (deps: AppointmentDeps) => ({
  ...readingOf(deps),
  ...bookingOf(deps),
  ...changesOf(deps),
})
