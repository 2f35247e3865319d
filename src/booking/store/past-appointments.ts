import { ownRecords } from '#account/store/own-records.ts'
import { listPastAppointments } from '#booking/contract/appointments.ts'
import { call } from '#core/contract/call.ts'

/** The patient's booked and cancelled appointments that have ended, newest first (APPT-01). */
export const { $records: $pastAppointments, load: loadPastAppointments } = ownRecords(
  (profileId: number) => call(listPastAppointments, { profileId }),
)
