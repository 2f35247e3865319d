import { NOT_CANCELLED } from '#domain/appointment.ts'
import type { IsoDate } from '#domain/time.ts'
import type { Queries } from '#server/database/database.ts'

/** One patient on an event's run sheet; `place` numbers the places of a slot from 1. */
export type RunSheetRow = {
  readonly startsAt: Date
  readonly place: number
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: IsoDate | null
  readonly phone: string | null
  readonly status: 'booked' | 'attended' | 'no_show'
  /** Encrypted; `openNumber` opens it. */
  readonly user_id: string
  readonly nhs_number_sealed: Buffer | null
  /** Whether the patient answered 'I will come' to a reminder of this time. */
  readonly isConfirmed: boolean
}

/** The patients who are expected at an event or attended it, by time and place; without holds and cancelled appointments. */
export async function listRunSheet({ kysely }: Queries, eventId: number): Promise<RunSheetRow[]> {
  return await kysely
    .selectFrom('appointments as a')
    .innerJoin('profiles as p', 'p.profile_id', 'a.profile_id')
    .select([
      'a.slot_start as startsAt',
      'a.place_no as place',
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.birth_date as birthDate',
      'p.phone',
      'a.status',
      'p.user_id',
      'p.nhs_number_sealed',
      (eb) =>
        eb
          .exists(
            eb
              .selectFrom('reminders as r')
              .select('r.reminder_id')
              .whereRef('r.appointment_id', '=', 'a.appointment_id')
              .whereRef('r.slot_start', '=', 'a.slot_start')
              .where('r.confirmed_at', 'is not', null),
          )
          .as('isConfirmed'),
    ])
    .where('a.event_id', '=', eventId)
    .where('a.status', 'in', NOT_CANCELLED)
    .orderBy('a.slot_start')
    .orderBy('a.place_no')
    .$narrowType<{ status: RunSheetRow['status']; isConfirmed: boolean }>()
    .execute()
}
