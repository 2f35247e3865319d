import { listPastAppointments } from '#contract/appointments.ts'
import { call } from '#contract/call.ts'
import { ownRecords } from '#stores/portal/own-records.ts'

/** The patient's booked and cancelled appointments that have ended, newest first (APPT-01). */
export const { $records: $pastAppointments, load: loadPastAppointments } = ownRecords(
  (profileId: number) => call(listPastAppointments, { profileId }),
)
