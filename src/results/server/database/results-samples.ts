import { sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import { callFunction } from '#core/server/database/call-function.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { AttendReason, MissReason } from '#results/rules/desk-reason.ts'

/** Why `lab.void_sample` and `lab.spoil_sample` change nothing. */
export type EndReason = 'label-unknown' | 'not-live' | 'has-result' | 'event-closed' | 'row-waits'

/** The outcome of one line; `isKnown`: it was recorded before, and nothing changed. */
export type StepOutcome<Reason extends string> =
  | { readonly ok: true; readonly isKnown: boolean }
  | { readonly ok: false; readonly reason: Reason }

/** A patient at an event, with what a sample freezes of the profile. */
export type AttendedPatient = {
  readonly profileId: number
  readonly eventId: number
  readonly labName: string | null
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: IsoDate | null
}

export type NewSample = {
  readonly sampleId: string
  /** Null for a patient who came without an appointment. */
  readonly appointmentId: string | null
  readonly profileId: number
  readonly eventId: number
  readonly labId: number
  readonly label: string
  readonly takenAt: Date
  readonly surnameKey: string
  readonly forenameKey: string
  readonly birthDate: IsoDate
  readonly patientNameSealed: Buffer
  readonly by: string
}

/** What a step of the laboratory returns. */
export type StepRow<Reason> = { r_reason: Reason | null; r_known: boolean }

export const outcomeOf = <Reason extends string>(row: StepRow<Reason>): StepOutcome<Reason> =>
  row.r_reason === null ? { ok: true, isKnown: row.r_known } : { ok: false, reason: row.r_reason }

/** The patient and the event of an appointment, or undefined. */
export async function findAppointmentPlace(
  { kysely }: Queries,
  appointmentId: string,
): Promise<{ profileId: number; eventId: number } | undefined> {
  return await kysely
    .selectFrom('appointments')
    .select(['profile_id as profileId', 'event_id as eventId'])
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst()
}

/**
 * Waits for a running import of a laboratory file, which compares its rows with the tubes that are there (`lab.queue_for_rows`), and locks
 * patients and then events, each in the order of their ids (decision 003), until the transaction ends.
 */
export async function lockPlaces(
  { kysely }: Queries,
  profileIds: readonly number[],
  eventIds: readonly number[],
): Promise<void> {
  await sql`select lab.queue_for_rows(false)`.execute(kysely)
  await sql`select from app.profiles where profile_id = any(${[...profileIds]}::bigint[])
    order by profile_id for no key update`.execute(kysely)
  await sql`select from app.events where event_id = any(${[...eventIds]}::bigint[])
    order by event_id for no key update`.execute(kysely)
}

/** What a sample of this patient at this event would freeze, or undefined when one of them does not exist. */
export async function findAttendedPatient(
  { kysely }: Queries,
  profileId: number,
  eventId: number,
): Promise<AttendedPatient | undefined> {
  return await kysely
    .selectFrom('profiles as p')
    .innerJoin('events as e', (join) => join.on('e.event_id', '=', eventId))
    .select([
      'p.profile_id as profileId',
      'e.event_id as eventId',
      'e.lab_name as labName',
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.birth_date as birthDate',
    ])
    .where('p.profile_id', '=', profileId)
    .executeTakeFirst()
}

/** The id of a laboratory, which is added when its name, as `comparedName` has it, is new. */
export async function saveLab({ kysely }: Queries, name: string, key: string): Promise<number> {
  const added = await kysely
    .insertInto('labs')
    .values({ lab_name: name, lab_key: key })
    .onConflict((conflict) => conflict.column('lab_key').doNothing())
    .returning('lab_id')
    .executeTakeFirst()
  if (added !== undefined) return added.lab_id
  const { lab_id } = await kysely
    .selectFrom('labs')
    .select('lab_id')
    .where('lab_key', '=', key)
    .executeTakeFirstOrThrow()
  return lab_id
}

/** Marks the appointment as attended and binds the tube to its patient (`lab.attend`). */
export async function attend(db: Queries, sample: NewSample): Promise<StepOutcome<AttendReason>> {
  const { label, takenAt, surnameKey, forenameKey, birthDate, by } = sample
  const row = await callFunction<StepRow<AttendReason>>(db, 'lab.attend', {
    sample: sample.sampleId,
    appointment: sample.appointmentId,
    profile: sample.profileId,
    event: sample.eventId,
    lab: sample.labId,
    ...{ label, takenAt, surnameKey, forenameKey, birthDate, by },
    patientName: sample.patientNameSealed,
  })
  return outcomeOf(row)
}

/** Marks an appointment as missed (`lab.miss`). */
export async function miss(
  db: Queries,
  appointmentId: string,
  recording: { readonly by: string; readonly source: 'online' | 'paper' },
): Promise<StepOutcome<MissReason>> {
  const missed = { appointment: appointmentId, ...recording }
  return outcomeOf(await callFunction<StepRow<MissReason>>(db, 'lab.miss', missed))
}

/** Ends the sample with this label without a result; returns the reason of a refusal, or undefined. */
export async function endSample(
  { kysely }: Queries,
  label: string,
  { as, by, reason }: { as: 'void' | 'spoiled'; by: string; reason: string },
): Promise<EndReason | undefined> {
  const step = sql.raw(as === 'void' ? 'lab.void_sample' : 'lab.spoil_sample')
  const { rows } = await sql<{ reason: EndReason | null }>`
    select ${step}(p_label => ${label}, p_by => ${by}, p_reason => ${reason}) as reason`.execute(
    kysely,
  )
  return rows[0]?.reason ?? undefined
}
