import { sql } from 'kysely'
import { londonDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import { namesakesOf } from '#results/rules/attendees.ts'
import { type DeskCase, type DeskPlace, stepOf } from '#results/rules/desk-case.ts'

type Row = Omit<DeskCase, 'place' | 'step' | 'hasNamesake' | 'undoable' | 'paperConsent'> &
  DeskPlace & {
    readonly isCancelled: boolean
    readonly isClosed: boolean
    readonly isIdentified: boolean
    readonly isUnconfirmed: boolean
    readonly hasConsent: boolean
    readonly hasAnswers: boolean
    readonly undoableId: string | null
    readonly label: string | null
    readonly by: string | null
    readonly at: Date | null
    readonly isArrival: boolean | null
    readonly consentId: string | null
    readonly form: string | null
  }

async function hasNamesake({ kysely }: Queries, row: Row): Promise<boolean> {
  const { rows } = await sql<Pick<Row, 'profileId' | 'firstName' | 'lastName' | 'birthDate'>>`
    select p.profile_id as "profileId", p.first_name as "firstName", p.last_name as "lastName", p.birth_date as "birthDate"
      from app.attendance a join app.profiles p using (profile_id)
     where a.event_id = ${row.eventId} and p.birth_date = ${row.birthDate}`.execute(kysely)
  return namesakesOf(row, rows).length > 0
}

/**
 * The case of this id at an event, or undefined. The id is that of the appointment; of a patient who came without one, that of the record of
 * the arrival.
 */
export async function findCase(
  db: Queries,
  eventId: number,
  caseId: string,
  now: Date,
): Promise<DeskCase | undefined> {
  const { rows } = await sql<Row>`
    select a.profile_id as "profileId", a.event_id as "eventId", a.appointment_id as "appointmentId", e.event_on as day, a.state,
           p.first_name as "firstName", p.last_name as "lastName", p.birth_date as "birthDate", a.slot_start as "startsAt",
           e.cancelled_at is not null as "isCancelled", e.closed_at is not null as "isClosed",
           lab.is_identified(a.profile_id, a.event_id) and lab.has_record(a.profile_id, a.event_id, 'arrived') as "isIdentified",
           lab.is_unconfirmed(a.profile_id, a.event_id) as "isUnconfirmed",
           lab.has_record(a.profile_id, a.event_id, 'answers') as "hasAnswers",
           lab.has_consent(a.profile_id, e.event_on) as "hasConsent", c.consent_id as "consentId", c.paper_ref as form,
           o.r_id as "undoableId", o.r_label as label, o.r_by as by, o.r_at as at, o.r_arrival as "isArrival"
      from app.attendance a
      join app.events e using (event_id)
      join app.profiles p using (profile_id)
      left join lateral lab.undoable(a.profile_id, a.event_id) o on true
      left join lateral (
        select consent_id, paper_ref from app.consents
         where profile_id = a.profile_id and test_on = e.event_on and channel = 'paper' and taken_back_at is null
         order by agreed_at desc limit 1) c on true
     where a.event_id = ${eventId} and (a.appointment_id = ${caseId} or (a.appointment_id is null and exists (
       select from app.desk_in_force d where d.desk_record_id = ${caseId} and d.event_id = a.event_id and d.profile_id = a.profile_id
          and d.kind = 'arrived')))`.execute(db.kysely)
  const [row] = rows
  if (row === undefined) return undefined
  const { profileId, appointmentId, undoableId: id, label, by, at } = row
  const { day, state, firstName, lastName, birthDate, startsAt } = row
  const { consentId, form } = row
  const paperConsent = consentId === null || form === null ? undefined : { consentId, form }
  const undoable =
    id === null || by === null || at === null
      ? undefined
      : { id, label, by, at, isArrival: row.isArrival === true }
  return {
    place: { profileId, eventId, appointmentId },
    ...{ day, state, firstName, lastName, birthDate, startsAt, undoable, paperConsent },
    step: stepOf(row, londonDate(now)),
    hasNamesake: await hasNamesake(db, row),
  }
}
