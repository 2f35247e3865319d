import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { IsoDate } from '#core/rules/time.ts'
import type { Patient } from '#core/server/caller.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import {
  type Finding,
  LIGHTS,
  type Light,
  RISK_GROUPS,
  type RiskGroup,
} from '#results/rules/result.ts'
import type { KnownResult } from '#results/rules/result-saying.ts'
import {
  patientNameContext,
  type ResultColumn,
  resultContext,
} from '#results/server/database/results-contexts.ts'
import { retestOnOf } from '#results/server/database/sealed-judgement.ts'

/** What a patient reads of a result; undefined colour and risk group: none is stored (RES-02). */
export type ResultContent = {
  readonly finding: Finding
  readonly light: Light | undefined
  readonly riskGroup: RiskGroup | undefined
  readonly comments: string | undefined
  readonly retestOn: IsoDate | null
  /** Whom the sample was taken from, as it was then. */
  readonly patient: { readonly name: string; readonly birthDate: IsoDate }
}

export type ShownResult = {
  readonly resultId: string
  readonly sampleId: string
  /** Null for a sample that was taken without an appointment. */
  readonly appointmentId: string | null
  readonly laboratory: string
  readonly takenAt: Date
  readonly version: number
  /** Counts the judgements of this version; null without one. */
  readonly round: number | null
  readonly corrected: boolean
  readonly releasedAt: Date
  readonly readAt: Date | null
  /** 'withheld' while it is held or withdrawn; 'unreadable' when a key is missing. Both show nothing of its content. */
  readonly content: ResultContent | 'withheld' | 'unreadable'
}

/** Why results are read, for the audit log. */
export type Reading = 'result-read' | 'result-letter-read' | 'result-exported'

type Row = {
  result_id: string
  appointment_id: string | null
  lab_name: string
  taken_at: Date
  version: number
  round: number | null
  corrected: boolean
  state: string
  finding_sealed: Buffer | null
  light_sealed: Buffer | null
  risk_group_sealed: Buffer | null
  comments_sealed: Buffer | null
  retest_on_sealed: Buffer | null
  released_at: Date
  sample_id: string
  patient_name_sealed: Buffer | null
  birth_date: IsoDate | null
  acknowledged_at: Date | null
}

const findingSchema = z.object({ value: z.string(), unit: z.string() })

function contentOf(row: Row, sealer: Sealer): ShownResult['content'] {
  const { finding_sealed: finding, patient_name_sealed: name, birth_date: birthDate } = row
  if (row.state !== 'released' || !finding || !name || !birthDate) return 'withheld'
  const open = (sealed: Buffer | null, column: ResultColumn): string | undefined =>
    sealed === null ? undefined : sealer.open(sealed, resultContext(row.result_id, column))
  try {
    const light = open(row.light_sealed, 'light_sealed')
    const group = open(row.risk_group_sealed, 'risk_group_sealed')
    return {
      finding: findingSchema.parse(JSON.parse(open(finding, 'finding_sealed') ?? '')),
      light: LIGHTS.find((known) => known === light),
      riskGroup: RISK_GROUPS.find((known) => known === group),
      comments: open(row.comments_sealed, 'comments_sealed') || undefined,
      retestOn: retestOnOf(open(row.retest_on_sealed, 'retest_on_sealed')),
      patient: { name: sealer.open(name, patientNameContext(row.sample_id)), birthDate },
    }
  } catch {
    // The error may quote what was decrypted.
    return 'unreadable'
  }
}

/**
 * The results that `caller` is shown, newest release first: all of them, or only `resultId`. Adds an audit entry for each in
 * the same statement. Empty while the address of the profile is not confirmed.
 */
export async function readResults(
  { kysely }: Queries,
  sealer: Sealer,
  caller: Pick<Patient, 'profileId' | 'userId'>,
  reading: { why: Reading; requestId: string | null; resultId?: string },
): Promise<ShownResult[]> {
  const { rows } = await sql<Row>`
    select * from lab.read_results(p_profile => ${caller.profileId}, p_user => ${caller.userId}, p_action => ${reading.why},
      p_request => ${reading.requestId}, p_result => ${reading.resultId ?? null})`.execute(kysely)
  return rows.map((row) => ({
    resultId: row.result_id,
    sampleId: row.sample_id,
    appointmentId: row.appointment_id,
    laboratory: row.lab_name,
    takenAt: row.taken_at,
    version: row.version,
    round: row.round,
    corrected: row.corrected,
    releasedAt: row.released_at,
    readAt: row.acknowledged_at,
    content: contentOf(row, sealer),
  }))
}

/** What decides what may be said of a result. */
export const knownResult = ({
  resultId,
  takenAt,
  releasedAt,
  content,
}: Pick<ShownResult, 'resultId' | 'takenAt' | 'releasedAt' | 'content'>): KnownResult => ({
  resultId,
  takenAt,
  releasedAt,
  isShown: typeof content !== 'string',
  advises:
    typeof content !== 'string' && content.light !== undefined && content.riskGroup !== undefined,
})

/** A result that the patient was shown, without its content. */
export type ResultFacts = KnownResult & {
  /** The name of what was measured. */
  readonly test: string
  /** Its last release, hold or withdrawal, or when a row of the laboratory that hid it came or was dealt with. */
  readonly changedAt: Date
}

/** All results that the patient was shown. No content leaves this function, so no reading is recorded. */
export async function listResultFacts(
  { kysely }: Queries,
  sealer: Sealer,
  profileId: number,
): Promise<ResultFacts[]> {
  const { rows } = await sql<Row & { product_name: string; changed_at: Date }>`
    select s.*, p.product_name,
        greatest(r.changed_at, (select max(greatest(f.imported_at, w.resolved_at))
           from app.lab_rows w join app.lab_files f using (file_id)
          where w.label = t.label and w.decision = 'quarantined')) as changed_at
      from app.released_results s
      join app.results r using (result_id)
      join app.samples t on t.sample_id = s.sample_id
      join app.events e on e.event_id = s.event_id
      join app.products p on p.product_id = e.product_id
     where s.profile_id = ${profileId}`.execute(kysely)
  return rows.map((row) => ({
    ...knownResult({
      resultId: row.result_id,
      takenAt: row.taken_at,
      releasedAt: row.released_at,
      content: contentOf(row, sealer),
    }),
    test: row.product_name,
    changedAt: row.changed_at,
  }))
}

/** Stores 'I have read this' of the judgement `round` once; when it was, or why not. */
export async function acknowledge(
  { kysely }: Queries,
  caller: Pick<Patient, 'profileId' | 'userId'>,
  read: { resultId: string; round: number; requestId: string },
): Promise<Date | 'result-not-found' | 'result-changed'> {
  const { rows } = await sql<{
    reason: 'result-not-found' | 'result-changed' | null
    readAt: Date | null
  }>`
    select r_reason as reason, r_read_at as "readAt" from lab.acknowledge_result(p_profile => ${caller.profileId}, p_user => ${caller.userId},
      p_result => ${read.resultId}, p_round => ${read.round}, p_request => ${read.requestId})`.execute(
    kysely,
  )
  return rows[0]?.reason ?? rows[0]?.readAt ?? 'result-not-found'
}

/** The profile that a shown result belongs to; undefined for any other id. */
export async function findResultOwner(
  { kysely }: Queries,
  resultId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ profileId: number }>`
    select profile_id as "profileId" from app.released_results where result_id = ${resultId}`.execute(
    kysely,
  )
  return rows[0]?.profileId
}
