import type { Queries } from '#core/server/database/database.ts'

/** One change of an appointment, as its patient sees it (APPT-04); instants in UTC, written by the booking functions. */
export type AppointmentEvent = {
  readonly appointmentId: string
  readonly at: Date
  readonly action: 'booked' | 'moved' | 'cancelled'
  /** Starts of slots. */
  readonly fromStart: Date | null
  readonly toStart: Date | null
  readonly changedBy: 'patient' | 'charity'
}

/** The histories of all appointments of a patient, by appointment, oldest change first. */
export async function listAppointmentEvents(
  { kysely }: Queries,
  profileId: number,
): Promise<Map<string, AppointmentEvent[]>> {
  const events = await kysely
    .selectFrom('appointment_events')
    .select([
      'appointment_id as appointmentId',
      'at',
      'action',
      'from_slot as fromStart',
      'to_slot as toStart',
      'changed_by as changedBy',
    ])
    .where('profile_id', '=', profileId)
    .orderBy('appointment_event_id')
    .execute()
  return Map.groupBy(events, ({ appointmentId }) => appointmentId)
}
