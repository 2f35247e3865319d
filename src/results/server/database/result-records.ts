import { sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import { WAITS_FOR_JUDGEMENT } from '#results/server/database/results-judgements.ts'

type RecordState =
  | 'matched'
  | 'graded'
  | 'deferred'
  | 'released'
  | 'on_hold'
  | 'superseded'
  | 'withdrawn'

/** A tube and its patient by number, without a name. */
export type RecordedTube = {
  readonly sampleId: string
  readonly profileId: number
  readonly label: string
  readonly takenAt: Date
  readonly labName: string
  readonly eventName: string | null
  readonly eventOn: IsoDate
}

/** A version of a result of a tube. */
export type RecordedVersion = {
  readonly resultId: string
  readonly version: number
  readonly state: RecordState
  readonly isHeld: boolean
  readonly matchedAt: Date
  readonly matchedBy: string
  readonly findingSealed: Buffer
  readonly isTakenBack: boolean
  /** Whether its page leads to a judgement, also to another one. */
  readonly isJudgeable: boolean
  /** Whether only the address, which is not confirmed, keeps it out of a release. */
  readonly isReadyUnconfirmed: boolean
  /** The case that was opened because it is another patient's. */
  readonly wrongPatientCase: string | null
}

export type RecordedJudgement = {
  readonly gradingId: string
  readonly resultId: string
  readonly round: number
  readonly reader: number
  readonly givenBy: string
  readonly givenAt: Date
  /** Null while the result waits for a judgement, so that no reader sees an earlier opinion; and so is the reason. */
  readonly lightSealed: Buffer | null
  /** Why the date of the next test differs from the text. Encrypted even when empty. */
  readonly retestReasonSealed: Buffer | null
}

export type RecordedAction = {
  readonly action: string
  readonly at: Date
  readonly by: string
  readonly reason: string | null
}

/** The newest result of a tube by its label; undefined when there is none. */
export async function findNewestOfLabel(
  { kysely }: Queries,
  label: string,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('results as r')
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .select('r.result_id as resultId')
    .where('s.label', '=', label)
    .where('s.state', '<>', 'mistaken')
    .orderBy('r.version', 'desc')
    .executeTakeFirst()
  return row?.resultId
}

export async function findRecordedTube(
  { kysely }: Queries,
  resultId: string,
): Promise<RecordedTube | undefined> {
  return await kysely
    .selectFrom('samples as s')
    .innerJoin('results as r', 'r.sample_id', 's.sample_id')
    .innerJoin('labs as l', 'l.lab_id', 's.lab_id')
    .innerJoin('events as e', 'e.event_id', 's.event_id')
    .select([
      's.sample_id as sampleId',
      's.profile_id as profileId',
      's.label',
      's.taken_at as takenAt',
      'l.lab_name as labName',
      'e.event_name as eventName',
      'e.event_on as eventOn',
    ])
    .where('r.result_id', '=', resultId)
    .executeTakeFirst()
}

export async function listVersions(
  { kysely }: Queries,
  sampleId: string,
): Promise<RecordedVersion[]> {
  return await kysely
    .selectFrom('results as r')
    .select([
      'r.result_id as resultId',
      'r.version',
      'r.state',
      'r.held as isHeld',
      'r.matched_at as matchedAt',
      'r.matched_by as matchedBy',
      'r.finding_sealed as findingSealed',
      sql<boolean>`r.refused_by_lab_at is not null`.as('isTakenBack'),
      sql<boolean>`lab.is_judgeable(r)`.as('isJudgeable'),
      sql<boolean>`r.state = 'graded' and not r.held and r.call_needed is false and lab.unready(r) is null
        and exists (select from app.profiles p where p.profile_id = r.profile_id and not p.is_verified)`.as(
        'isReadyUnconfirmed',
      ),
      sql<
        string | null
      >`(select f.follow_up_id from app.follow_ups f where f.result_id = r.result_id and f.kind = 'wrong-patient' limit 1)`.as(
        'wrongPatientCase',
      ),
    ])
    .where('r.sample_id', '=', sampleId)
    .orderBy('r.version', 'desc')
    .$narrowType<{ state: RecordState }>()
    .execute()
}

export const isOpen = ({ state }: RecordedVersion) =>
  state !== 'withdrawn' && state !== 'superseded'

/** The tube that a value may be of, and what naming it hides. */
export type OtherTube = {
  readonly label: string
  readonly isShown: boolean
  readonly hasResult: boolean
}

export async function findOtherTube(
  { kysely }: Queries,
  label: string,
): Promise<OtherTube | undefined> {
  const tube = await kysely
    .selectFrom('samples')
    .select('sample_id as sampleId')
    .where('label', '=', label)
    .where('state', '<>', 'mistaken')
    .executeTakeFirst()
  if (tube === undefined) return undefined
  const [newest] = await listVersions({ kysely }, tube.sampleId)
  return {
    label,
    isShown: newest?.state === 'released',
    hasResult: newest !== undefined && isOpen(newest),
  }
}

export async function listRecordedJudgements(
  { kysely }: Queries,
  sampleId: string,
): Promise<RecordedJudgement[]> {
  return await kysely
    .selectFrom('gradings as g')
    .innerJoin('results as r', 'r.result_id', 'g.result_id')
    .select([
      'g.grading_id as gradingId',
      'g.result_id as resultId',
      'g.round',
      'g.reader',
      'g.given_by as givenBy',
      'g.given_at as givenAt',
      sql<Buffer | null>`case when not ${WAITS_FOR_JUDGEMENT} then g.light_sealed end`.as(
        'lightSealed',
      ),
      sql<Buffer | null>`case when not ${WAITS_FOR_JUDGEMENT} then g.retest_reason_sealed end`.as(
        'retestReasonSealed',
      ),
    ])
    .where('r.sample_id', '=', sampleId)
    .orderBy('g.given_at')
    .execute()
}

/** What was done with the results of a tube, the first one first. */
export async function listActions(
  { kysely }: Queries,
  resultIds: readonly string[],
): Promise<RecordedAction[]> {
  const subjects = resultIds.map((id) => `result:${id}`)
  return await kysely
    .selectFrom('audit_log')
    .select(['action', 'at', sql<string>`coalesce(operator, 'the patient')`.as('by'), 'reason'])
    .where('subject', 'like', 'result:%')
    .where('subject', 'in', subjects)
    .orderBy('at')
    .orderBy('audit_id')
    .execute()
}

/** What a step may change, locked as every step does: the result, and the newest one of the tube that was exchanged with its tube. */
export async function lockSeen(
  { kysely }: Queries,
  resultId: string,
  otherLabel: string | undefined,
): Promise<string> {
  await sql`select from app.samples s
     where s.sample_id = (select r.sample_id from app.results r where r.result_id = ${resultId})
        or (s.label = ${otherLabel ?? null} and s.state <> 'mistaken')
     order by s.profile_id, s.sample_id for update`.execute(kysely)
  return await seen({ kysely }, resultId, otherLabel)
}

/** The state of the results of a tube and of another tube, as a page shows it: a form that has another text is out of date. */
export async function seen(
  { kysely }: Queries,
  resultId: string,
  otherLabel: string | undefined,
): Promise<string> {
  const { rows } = await sql<{ seen: string }>`
    select coalesce(string_agg(r.result_id || '.' || r.revision, ' ' order by r.result_id), '') as seen
      from app.results r join app.samples s using (sample_id)
     where r.sample_id = (select own.sample_id from app.results own where own.result_id = ${resultId}) or (s.label = ${otherLabel ?? null} and s.state <> 'mistaken')`.execute(
    kysely,
  )
  return rows[0]?.seen ?? ''
}
