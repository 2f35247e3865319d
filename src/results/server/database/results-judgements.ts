import { sql } from 'kysely'
import { personKey } from '#core/rules/staff-person.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { SealedJudgement } from '#results/server/database/sealed-judgement.ts'

/** The audit entry of a person who reads a value with its evidence. */
export const EVIDENCE_READ = 'result-evidence-read'

/** A result that waits for a judgement, or for the second one. */
export type ResultToJudge = {
  readonly resultId: string
  readonly label: string
  readonly state: 'matched' | 'graded' | 'deferred' | 'on_hold'
  /** Who imported the file, and who took the row over. */
  readonly takenBy: readonly string[]
  /** Counts the changes of the result: a judgement is about what its sheet showed. */
  readonly revision: number
  readonly findingSealed: Buffer
  /** Whom the sample is of, and when it was taken. */
  readonly profileId: number
  readonly sampleId: string
  readonly birthDate: IsoDate
  readonly takenAt: Date
  /** Put off by a clinician since its last judgement. */
  readonly isDeferred: boolean
  readonly isHeld: boolean
  readonly rowId: string
  /** The laboratory's row, while it is kept. */
  readonly rowSealed: Buffer | null
}

/** A stored judgement with its sealed values. */
export type StoredJudgement = {
  readonly gradingId: string
  readonly resultId: string
  readonly round: number
  readonly reader: 1 | 2
  readonly givenBy: string
  readonly judgementMac: Buffer
  readonly secondNeeded: boolean
}

/** A judgement to store; `result` is there when it completes its round: the same values sealed for the result. */
export type NewStoredJudgement = SealedJudgement & {
  readonly resultId: string
  readonly gradingId: string
  readonly round: number
  readonly reader: 1 | 2
  readonly by: string
  /** The result as it was in the sheet. */
  readonly revision: number
  readonly mac: Buffer
  readonly secondNeeded: boolean
  /** The colour is red: the patient is telephoned first (LAB-12). */
  readonly callNeeded: boolean
  /** Why the date of the next test differs from the text. Encrypted even when empty. */
  readonly retestReasonSealed: Buffer
  readonly result: SealedJudgement | undefined
}

export type JudgeReason = 'not-found' | 'not-open' | 'changed-meanwhile'

/** The results that can be judged: the newest version of a sample, not shown, and not taken back by the laboratory. */
const toJudge = (db: Queries) =>
  db.kysely
    .selectFrom('results as r')
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .innerJoin('lab_rows as w', 'w.row_id', 'r.row_id')
    .innerJoin('lab_files as f', 'f.file_id', 'w.file_id')
    .select([
      'r.result_id as resultId',
      's.label',
      'r.state',
      sql<string[]>`array[f.imported_by, r.matched_by]`.as('takenBy'),
      'r.revision',
      'r.finding_sealed as findingSealed',
      'r.row_id as rowId',
      'r.profile_id as profileId',
      'r.sample_id as sampleId',
      's.birth_date as birthDate',
      's.taken_at as takenAt',
      'r.held as isHeld',
      sql<boolean>`lab.is_deferred(r.result_id)`.as('isDeferred'),
      'w.row_sealed as rowSealed',
    ])
    .where(sql<boolean>`lab.is_judgeable(r)`)
    .$narrowType<{ state: ResultToJudge['state'] }>()

/** Whether a result r waits for a judgement; of a shown one that is held, only when its new judgement has begun. */
export const WAITS_FOR_JUDGEMENT = sql<boolean>`(r.state in ('matched', 'deferred')
  or r.state = 'on_hold' and exists (select from app.gradings g where g.result_id = r.result_id and g.round > r.round))`

/** The results without a complete judgement, the oldest first. */
export const listToJudge = (db: Queries): Promise<ResultToJudge[]> =>
  toJudge(db).where(WAITS_FOR_JUDGEMENT).orderBy('r.matched_at').orderBy('r.result_id').execute()

/** Those of these results that can be judged, by id. */
export async function findToJudge(
  db: Queries,
  resultIds: readonly string[],
): Promise<Map<string, ResultToJudge>> {
  const rows = await toJudge(db)
    .where('r.result_id', '=', sql<string>`any(${[...resultIds]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.resultId, row]))
}

/** Every judgement of these results. */
export async function listJudgements(
  { kysely }: Queries,
  resultIds: readonly string[],
): Promise<StoredJudgement[]> {
  return await kysely
    .selectFrom('gradings')
    .select([
      'grading_id as gradingId',
      'result_id as resultId',
      'round',
      'reader',
      'given_by as givenBy',
      'judgement_mac as judgementMac',
      'second_needed as secondNeeded',
    ])
    .where('result_id', '=', sql<string>`any(${[...resultIds]}::uuid[])`)
    .$narrowType<{ reader: 1 | 2 }>()
    .execute()
}

/** Stores a judgement, and the colour of the result when it completes its round (`lab.judge`); returns the reason of a refusal, or undefined. */
export async function judge(
  { kysely }: Queries,
  grading: NewStoredJudgement,
): Promise<JudgeReason | undefined> {
  const { result } = grading
  const { rows } = await sql<{ reason: JudgeReason | null }>`
    select lab.judge(p_result => ${grading.resultId}, p_grading => ${grading.gradingId}, p_round => ${grading.round},
      p_reader => ${grading.reader}, p_by => ${grading.by}, p_light => ${grading.lightSealed},
      p_risk_group => ${grading.riskGroupSealed}, p_comments => ${grading.commentsSealed}, p_retest_on => ${grading.retestOnSealed},
      p_mac => ${grading.mac}, p_second_needed => ${grading.secondNeeded}, p_completes => ${result !== undefined},
      p_result_light => ${result?.lightSealed ?? null}, p_result_risk_group => ${result?.riskGroupSealed ?? null},
      p_result_comments => ${result?.commentsSealed ?? null},
      p_result_retest_on => ${result?.retestOnSealed ?? null}, p_by_key => ${personKey(grading.by)},
      p_revision => ${grading.revision}, p_call_needed => ${grading.callNeeded},
      p_retest_reason => ${grading.retestReasonSealed}) as reason`.execute(kysely)
  return rows[0]?.reason ?? undefined
}

/** A case that was put off. */
export type Deferral = {
  readonly deferralId: string
  readonly resultId: string
  readonly deferredBy: string
  readonly deferredAt: Date
  readonly detailsSealed: Buffer
}

/** Puts a case off (`lab.defer`); returns the reason of a refusal, or undefined. */
export async function defer(
  { kysely }: Queries,
  deferral: Pick<Deferral, 'deferralId' | 'resultId' | 'detailsSealed'> & {
    readonly by: string
    readonly revision: number
    readonly judgements: number
  },
): Promise<JudgeReason | undefined> {
  const { rows } = await sql<{ reason: JudgeReason | null }>`
    select lab.defer(p_deferral => ${deferral.deferralId}, p_result => ${deferral.resultId}, p_by => ${deferral.by},
      p_details => ${deferral.detailsSealed}, p_revision => ${deferral.revision}, p_judgements => ${deferral.judgements}) as reason`.execute(
    kysely,
  )
  return rows[0]?.reason ?? undefined
}

/** The newest deferral of each of these results that is put off. */
export async function listDeferrals(
  { kysely }: Queries,
  resultIds: readonly string[],
): Promise<Deferral[]> {
  return await kysely
    .selectFrom('deferrals')
    .distinctOn('result_id')
    .select([
      'deferral_id as deferralId',
      'result_id as resultId',
      'deferred_by as deferredBy',
      'deferred_at as deferredAt',
      'details_sealed as detailsSealed',
    ])
    .where('result_id', '=', sql<string>`any(${[...resultIds]}::uuid[])`)
    .where(sql<boolean>`lab.is_deferred(result_id)`)
    .orderBy('result_id')
    .orderBy('deferred_at', 'desc')
    .execute()
}

/** Those of these results that another member of staff has opened in the last minutes. */
export async function findOpenedByOthers(
  { kysely }: Queries,
  resultIds: readonly string[],
  { staffId, minutes }: { staffId: number; minutes: number },
): Promise<Set<string>> {
  const { rows } = await sql<{ resultId: string }>`
    select distinct r.result_id as "resultId"
      from app.results r join app.audit_log a on a.subjects @> array[r.profile_id] and a.subject = 'result:' || r.result_id
     where r.result_id = any(${[...resultIds]}::uuid[]) and a.action = ${EVIDENCE_READ} and a.staff_id <> ${staffId}
       and a.at > app.clock_now() - make_interval(mins => ${minutes})`.execute(kysely)
  return new Set(rows.map(({ resultId }) => resultId))
}
