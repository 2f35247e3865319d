import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'
import type { CipherContext } from '#core/server/security/seal.ts'
import type { DeskPlace } from '#results/rules/desk-case.ts'
import type { TakeBackReason } from '#results/rules/desk-reason.ts'

/** What is recorded of a patient at an event. */
export type RecordedOutcome = {
  readonly status: string | null
  readonly label: string | null
  readonly takenAt: Date | null
  readonly isNotTested: boolean
  readonly isIdentified: boolean
  /** Name or birth date did not agree, and no coordinator has confirmed the patient since. */
  readonly isUnconfirmed: boolean
  readonly hasAnswers: boolean
}

/** The cipher context of the details of a desk record. */
export const deskRecordContext = (recordId: string): CipherContext => ({
  table: 'desk_records',
  row: recordId,
  column: 'details_sealed',
})

export async function findOutcome(
  { kysely }: Queries,
  { profileId, eventId, appointmentId }: DeskPlace,
): Promise<RecordedOutcome> {
  const { rows } = await sql<RecordedOutcome>`
    select (select status from app.appointments where appointment_id = ${appointmentId}) as status, s.label, s.taken_at as "takenAt",
           lab.has_record(${profileId}, ${eventId}, 'not-tested') as "isNotTested",
           lab.is_identified(${profileId}, ${eventId}) and lab.has_record(${profileId}, ${eventId}, 'arrived') as "isIdentified",
           lab.is_unconfirmed(${profileId}, ${eventId}) as "isUnconfirmed",
           lab.has_record(${profileId}, ${eventId}, 'answers') as "hasAnswers"
      from (values (1)) one
      left join app.samples s on s.profile_id = ${profileId} and s.event_id = ${eventId} and lab.is_live(s.state)`.execute(
    kysely,
  )
  const [outcome] = rows
  if (outcome === undefined) throw new Error('A patient at an event has no row.')
  return outcome
}

/** Takes back what is recorded of a patient (`lab.take_back`); returns the reason of a refusal, or undefined. */
export async function takeBack(
  { kysely }: Queries,
  { profileId, eventId, appointmentId }: DeskPlace,
  { staysAttended, by, reason }: { staysAttended: boolean; by: string; reason: string },
): Promise<TakeBackReason | undefined> {
  const { rows } = await sql<{ reason: TakeBackReason | null }>`
    select lab.take_back(p_appointment => ${appointmentId}, p_profile => ${profileId}, p_event => ${eventId},
      p_stays_attended => ${staysAttended}, p_by => ${by}, p_reason => ${reason}) as reason`.execute(
    kysely,
  )
  return rows[0]?.reason ?? undefined
}

/** Whether a label may be bound (`lab.is_label_free`). */
export async function isLabelFree({ kysely }: Queries, label: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select lab.is_label_free(${label}) as free`.execute(
    kysely,
  )
  return rows[0]?.free ?? false
}

/** The labels of live tubes of these events whose patients have one surname and birth date, by such patients. */
export async function findNamesakes(
  { kysely }: Queries,
  eventIds: readonly number[],
): Promise<string[][]> {
  const { rows } = await sql<{ labels: string[] }>`
    select array_agg(label order by taken_at, label) as labels from app.samples
     where event_id = any(${[...eventIds]}::bigint[]) and lab.is_live(state)
     group by event_id, surname_key, birth_date having count(*) > 1 order by 1`.execute(kysely)
  return rows.map(({ labels }) => labels)
}

/** How many results of namesakes this transaction has held (`app.hold_namesakes`). */
export async function countHeld({ kysely }: Queries): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(nullif(current_setting('app.held_namesakes', true), ''), '0')::int as held`.execute(
    kysely,
  )
  return rows[0]?.held ?? 0
}

/** The appointment of a patient at an event that was not cancelled, or undefined. */
export async function findAppointmentAt(
  { kysely }: Queries,
  profileId: number,
  eventId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select appointment_id as id from app.appointments
     where profile_id = ${profileId} and event_id = ${eventId} and status in ('booked', 'attended', 'no_show')
     order by slot_start desc limit 1`.execute(kysely)
  return rows[0]?.id
}
