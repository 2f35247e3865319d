import { sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { DeskState } from '#results/rules/attendees.ts'

/** One patient on an event's run sheet. */
export type RunSheetRow = {
  /** Null for a patient who came without an appointment; so are time and place. */
  readonly appointmentId: string | null
  /** Names the patient's case at the desk: the appointment, or the arrival of a patient without one. */
  readonly caseId: string | null
  readonly startsAt: Date | null
  /** Numbers the places of a slot from 1. */
  readonly place: number | null
  readonly profileId: number
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: IsoDate | null
  readonly phone: string | null
  /** Null without an appointment. */
  readonly status: 'booked' | 'attended' | 'no_show' | null
  readonly state: DeskState
  /** Name and birth date did not agree at the desk, and no coordinator has confirmed the patient since (CLI-02). */
  readonly isUnconfirmed: boolean
  /** The tube of the patient, and when it was taken. */
  readonly label: string | null
  readonly takenAt: Date | null
  /** The last consent for the day of the event; the number of the form where it is on paper. */
  readonly hasConsent: boolean
  readonly paperForm: string | null
  /** Encrypted; `openNumber` opens it. */
  readonly user_id: string
  readonly nhs_number_sealed: Buffer | null
  /** Whether the patient answered 'I will come' to a reminder of this time. */
  readonly isConfirmed: boolean
}

/**
 * The patients who are expected at an event or came to it, by time and place, without holds and cancelled appointments; below them
 * those who came without an appointment.
 */
export async function listRunSheet({ kysely }: Queries, eventId: number): Promise<RunSheetRow[]> {
  const { rows } = await sql<RunSheetRow>`
    select a.appointment_id as "appointmentId", a.slot_start as "startsAt", a.place_no as place, a.profile_id as "profileId",
           p.first_name as "firstName", p.last_name as "lastName", p.birth_date as "birthDate", p.phone, a.status, a.state, a.label,
           a.taken_at as "takenAt", c.consent_id is not null as "hasConsent", c.paper_ref as "paperForm", p.user_id, p.nhs_number_sealed,
           lab.is_unconfirmed(a.profile_id, a.event_id) as "isUnconfirmed",
           exists (select from app.reminders r where r.appointment_id = a.appointment_id and r.slot_start = a.slot_start
             and r.confirmed_at is not null) as "isConfirmed",
           coalesce(a.appointment_id, (select d.desk_record_id from app.desk_in_force d
             where d.profile_id = a.profile_id and d.event_id = a.event_id and d.kind = 'arrived' limit 1)) as "caseId"
      from app.attendance a
      join app.profiles p using (profile_id)
      join app.events e on e.event_id = a.event_id
      left join lateral (
        select consent_id, paper_ref from app.consents c where c.profile_id = a.profile_id and c.test_on = e.event_on and c.taken_back_at is null
         order by agreed_at desc limit 1) c on true
     where a.event_id = ${eventId}
     order by a.slot_start nulls last, a.place_no, a.taken_at, a.profile_id`.execute(kysely)
  return rows
}
