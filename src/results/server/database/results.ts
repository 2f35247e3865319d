import { sql } from 'kysely'
import { personKey } from '#core/rules/staff-person.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { ReleaseReason } from '#results/rules/release-list.ts'

/** Why `lab.hold` or `lab.withdraw` changes nothing. */
export type HideReason = 'not-found' | 'not-open'

/** A result as the list of work shows it: no name, no value, and of the colours only red, once its judgement is complete. */
export type ResultState = {
  readonly resultId: string
  readonly label: string
  readonly version: number
  readonly state: 'matched' | 'graded' | 'deferred' | 'on_hold'
  /** A person holds it: only `lab.release_held` shows it. */
  readonly isHeld: boolean
  readonly changeReason: string | null
  /** The clinician who has judged it, when another one must agree (LAB-06). */
  readonly firstJudge: string | null
  /** A row of the laboratory with its label waits: it is neither released nor shown (LAB-04). */
  readonly rowWaits: boolean
  /** It is red, or judged before red was recorded: it is released alone, after the call (LAB-12). */
  readonly isRed: boolean
  /** What was done by telephone about this judgement. */
  readonly call: 'spoken-to' | 'tried' | null
}

/** Who is mailed about a result. */
export type ResultRecipient = {
  readonly email: string
  readonly firstName: string
  readonly isVerified: boolean
  readonly state: 'released' | 'withheld'
}

/** Shows a result to its patient and queues the mail, as one of many (`lab.release`); returns the reason of a refusal, or undefined. */
export async function release(
  { kysely }: Queries,
  resultId: string,
  { by, revision }: { by: string; revision?: number | undefined },
): Promise<ReleaseReason | undefined> {
  const { rows } = await sql<{ reason: ReleaseReason | null }>`
    select lab.release(p_result => ${resultId}, p_by => ${by}, p_revision => ${revision ?? null}) as reason`.execute(
    kysely,
  )
  return rows[0]?.reason ?? undefined
}

/** The same for a result that a person named alone (`lab.release_alone`). */
export async function releaseAlone(
  { kysely }: Queries,
  resultId: string,
  { by, reason }: { by: string; reason: string | undefined },
): Promise<ReleaseReason | undefined> {
  const { rows } = await sql<{ reason: ReleaseReason | null }>`
    select lab.release_alone(p_result => ${resultId}, p_by => ${by}, p_reason => ${reason ?? null}) as reason`.execute(
    kysely,
  )
  return rows[0]?.reason ?? undefined
}

/** Ends the hold of one result and shows it (`lab.release_held`); returns the reason of a refusal, or undefined. */
export async function releaseHeld(
  { kysely }: Queries,
  resultId: string,
  { by, reason }: { by: string; reason: string },
): Promise<ReleaseReason | undefined> {
  const { rows } = await sql<{ reason: ReleaseReason | null }>`
    select lab.release_held(p_result => ${resultId}, p_by => ${by}, p_by_key => ${personKey(by)},
      p_reason => ${reason}) as reason`.execute(kysely)
  return rows[0]?.reason ?? undefined
}

/** Lets the statements of this transaction wait so long for a lock, in milliseconds. */
export async function waitForLocks({ kysely }: Queries, milliseconds: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(milliseconds)}, true),
    set_config('statement_timeout', ${String(milliseconds + 10_000)}, true)`.execute(kysely)
}

/** Hides a result immediately (`lab.hold`), or withdraws it permanently (`lab.withdraw`); returns the reason of a refusal, or undefined. */
export async function hide(
  { kysely }: Queries,
  step: 'hold' | 'withdraw',
  resultId: string,
  { by, reason }: { by: string; reason: string },
): Promise<HideReason | undefined> {
  const { rows } = await sql<{ reason: HideReason | null }>`
    select ${sql.ref(`lab.${step}`)}(p_result => ${resultId}, p_by => ${by}, p_reason => ${reason}) as reason`.execute(
    kysely,
  )
  return rows[0]?.reason ?? undefined
}

/** Who gave the first judgement of the result `r` that waits for a second one; null when none waits. */
const FIRST_JUDGE = sql<string | null>`(
  select g.given_by from app.gradings g
   where g.result_id = r.result_id and g.reader = 1 and g.second_needed and r.refused_by_lab_at is null
     and not exists (select from app.gradings other
       where other.result_id = g.result_id and (other.round, other.reader) > (g.round, g.reader))
     and not exists (select from app.results newer where newer.sample_id = r.sample_id and newer.version > r.version))`

/** Those of these results that wait for a second judgement, with who gave the first. */
export async function findFirstJudges(
  { kysely }: Queries,
  resultIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await kysely
    .selectFrom('results as r')
    .select(['r.result_id as resultId', FIRST_JUDGE.as('firstJudge')])
    .where('r.result_id', '=', sql<string>`any(${[...resultIds]}::uuid[])`)
    .execute()
  return new Map(
    rows.flatMap(({ resultId, firstJudge }) =>
      firstJudge === null ? [] : [[resultId, firstJudge]],
    ),
  )
}

/** The results that wait for a judgement, a release or a decision, the oldest first. */
export async function listOpenResults({ kysely }: Queries): Promise<ResultState[]> {
  return await kysely
    .selectFrom('results as r')
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .select([
      'r.result_id as resultId',
      's.label',
      'r.version',
      'r.state',
      'r.held as isHeld',
      'r.change_reason as changeReason',
      FIRST_JUDGE.as('firstJudge'),
      sql<boolean>`lab.row_waits(s.label)`.as('rowWaits'),
      sql<boolean>`r.round is not null and coalesce(r.call_needed, true)`.as('isRed'),
      sql<ResultState['call']>`lab.call_state(r.result_id, r.round)`.as('call'),
    ])
    .where('r.state', 'in', ['matched', 'graded', 'deferred', 'on_hold'])
    .orderBy('r.matched_at')
    .orderBy('r.result_id')
    .$narrowType<{ state: ResultState['state'] }>()
    .execute()
}

/** Those of these results that exist, in the order in which rows are locked: by patient and sample. */
export async function sortByPatient(
  { kysely }: Queries,
  resultIds: readonly string[],
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('results')
    .select('result_id')
    .where('result_id', '=', sql<string>`any(${[...resultIds]}::uuid[])`)
    .orderBy('profile_id')
    .orderBy('sample_id')
    .orderBy('result_id')
    .execute()
  return rows.map((row) => row.result_id)
}

/** The ids among these whose patient has not confirmed the address: the portal does not show them results (AUTH-12). */
export async function findUnreadable(
  { kysely }: Queries,
  resultIds: readonly string[],
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('results as r')
    .innerJoin('profiles as p', 'p.profile_id', 'r.profile_id')
    .select('r.result_id')
    .where('r.result_id', '=', sql<string>`any(${[...resultIds]}::uuid[])`)
    .where('p.is_verified', '=', false)
    .orderBy('r.result_id')
    .execute()
  return rows.map((row) => row.result_id)
}

/** The patient of a result that they can see or that is withheld from them; undefined when it was replaced or erased. */
export async function findResultRecipient(
  { kysely }: Queries,
  resultId: string,
): Promise<ResultRecipient | undefined> {
  return await kysely
    .selectFrom('released_results as r')
    .innerJoin('profiles as p', 'p.profile_id', 'r.profile_id')
    .select(['p.email', 'p.first_name as firstName', 'p.is_verified as isVerified', 'r.state'])
    .where('r.result_id', '=', resultId)
    .$narrowType<{ state: 'released' | 'withheld' }>()
    .executeTakeFirst()
}

/** The number of rows about a patient, by table, which an erasure deletes by the foreign keys. */
export async function countResultRows(
  { kysely }: Queries,
  profileId: number,
): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from app.samples where profile_id = ${profileId}) as samples,
           (select count(*) from app.lab_rows w join app.samples s using (sample_id) where s.profile_id = ${profileId}) as lab_rows,
           (select count(*) from app.results where profile_id = ${profileId}) as results,
           (select count(*) from app.gradings g join app.results r using (result_id) where r.profile_id = ${profileId}) as gradings,
           (select count(*) from app.deferrals d join app.results r using (result_id) where r.profile_id = ${profileId}) as deferrals,
           (select count(*) from app.result_acknowledgements k join app.results r using (result_id)
             where r.profile_id = ${profileId}) as result_acknowledgements,
           (select count(*) from app.follow_ups f join app.results r using (result_id) where r.profile_id = ${profileId}) as follow_ups,
           (select count(*) from app.follow_up_notes n join app.follow_ups f using (follow_up_id) join app.results r using (result_id)
             where r.profile_id = ${profileId}) as follow_up_notes,
           (select count(*) from app.desk_records where profile_id = ${profileId}) as desk_records,
           (select count(*) from app.free_repeats where profile_id = ${profileId}) as free_repeats`.execute(
    kysely,
  )
  return rows[0] ?? {}
}
