import { type RawBuilder, sql } from 'kysely'
import { nhsNumberContext } from '#account/server/database/profiles.ts'
import { consentContext } from '#booking/server/database/consents.ts'
import { enquiryContext } from '#content/server/database/enquiries.ts'
import type { Queries } from '#core/server/database/database.ts'
import {
  type CipherContext,
  paddingStep,
  SEALED_OVERHEAD,
  sealedPrefix,
} from '#core/server/security/seal.ts'
import { accessCodeContext } from '#events/server/access-code.ts'
import { deskRecordContext } from '#results/server/database/desk-records.ts'
import { uploadPieceContext } from '#results/server/database/lab-uploads.ts'
import {
  callContext,
  deferralContext,
  type JudgementColumn,
  judgementContext,
  labRowContext,
  patientNameContext,
  type ResultColumn,
  resultContext,
} from '#results/server/database/results-contexts.ts'
import { factorContext } from '#staff/server/database/factors.ts'

const ofResult = (column: ResultColumn) => ({
  table: 'results' as const,
  id: 'result_id',
  column,
  contextOf: (id: string) => resultContext(id, column),
})
const ofGrading = (column: JudgementColumn) => ({
  table: 'gradings' as const,
  id: 'grading_id',
  column,
  contextOf: (id: string) => judgementContext(id, column),
})

/**
 * The columns with encrypted values, by their names in `app.reseal`: the table, and the id that each value is bound to.
 */
export const SEALED_TABLES = {
  profiles: {
    table: 'profiles',
    id: 'user_id',
    column: 'nhs_number_sealed',
    contextOf: nhsNumberContext,
  },
  consents: {
    table: 'consents',
    id: 'consent_id',
    column: 'answers_sealed',
    contextOf: consentContext,
  },
  enquiries: {
    table: 'enquiries',
    id: 'enquiry_id',
    column: 'content_sealed',
    contextOf: enquiryContext,
  },
  access_codes: {
    table: 'access_codes',
    id: 'code_id',
    column: 'code_sealed',
    contextOf: accessCodeContext,
  },
  staff_factors: {
    table: 'staff_factors',
    id: 'user_id',
    column: 'secret_sealed',
    contextOf: factorContext,
  },
  desk_records: {
    table: 'desk_records',
    id: 'desk_record_id',
    column: 'details_sealed',
    contextOf: deskRecordContext,
  },
  lab_rows: { table: 'lab_rows', id: 'row_id', column: 'row_sealed', contextOf: labRowContext },
  lab_upload_pieces: {
    table: 'lab_upload_pieces',
    id: 'piece_id',
    column: 'content_sealed',
    contextOf: uploadPieceContext,
  },
  samples: {
    table: 'samples',
    id: 'sample_id',
    column: 'patient_name_sealed',
    contextOf: patientNameContext,
  },
  follow_up_notes: {
    table: 'follow_up_notes',
    id: 'note_id',
    column: 'details_sealed',
    contextOf: callContext,
  },
  'results.finding_sealed': ofResult('finding_sealed'),
  'results.light_sealed': ofResult('light_sealed'),
  'results.risk_group_sealed': ofResult('risk_group_sealed'),
  'results.comments_sealed': ofResult('comments_sealed'),
  'results.retest_on_sealed': ofResult('retest_on_sealed'),
  'gradings.light_sealed': ofGrading('light_sealed'),
  'gradings.risk_group_sealed': ofGrading('risk_group_sealed'),
  'gradings.comments_sealed': ofGrading('comments_sealed'),
  'gradings.retest_on_sealed': ofGrading('retest_on_sealed'),
  'gradings.retest_reason_sealed': ofGrading('retest_reason_sealed'),
  deferrals: {
    table: 'deferrals',
    id: 'deferral_id',
    column: 'details_sealed',
    contextOf: deferralContext,
  },
} as const satisfies Record<
  string,
  { table: string; id: string; column: string; contextOf(id: string): CipherContext }
>
export type SealedTable = keyof typeof SEALED_TABLES

/** An encrypted value and the id of its row. */
export type SealedValue = { readonly id: string; readonly sealed: Buffer }

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** At most `most` values by id, after the id `after` (from the beginning without it). */
type Page = { readonly after: string | undefined; readonly most: number }

async function listValues(
  { kysely }: Queries,
  table: SealedTable,
  { after, most }: Page,
  condition: RawBuilder<unknown>,
): Promise<SealedValue[]> {
  const id = sql.ref(SEALED_TABLES[table].id)
  const column = sql.ref(SEALED_TABLES[table].column)
  const { rows } = await sql<SealedValue>`
    select ${id}::text as id, ${column} as sealed from app.${sql.ref(SEALED_TABLES[table].table)}
     where ${id} > ${after ?? FIRST_ID}::uuid and ${column} is not null and ${condition}
     order by ${id} limit ${most}`.execute(kysely)
  return rows
}

/** Values that are not encrypted under `keyId`, or were encrypted without padding. */
export function listOutdated(
  db: Queries,
  table: SealedTable,
  keyId: string,
  page: Page,
): Promise<SealedValue[]> {
  const prefix = sealedPrefix(keyId)
  const column = sql.ref(SEALED_TABLES[table].column)
  const step = paddingStep(SEALED_TABLES[table].contextOf('').column)
  const condition = sql`(substring(${column} from 1 for ${prefix.length}::int) <> ${prefix}
    or (octet_length(${column}) - ${prefix.length + SEALED_OVERHEAD}::int) % ${step}::int <> 0)`
  return listValues(db, table, page, condition)
}

/** Values that a migration left in clear text: they begin with a zero byte, which no encrypted value does. */
export const listClear = (db: Queries, table: SealedTable, page: Page): Promise<SealedValue[]> =>
  listValues(db, table, page, sql`get_byte(${sql.ref(SEALED_TABLES[table].column)}, 0) = 0`)

/**
 * Replaces values by their new encryption under `keyId`, each only while it is still `old`, and adds an audit entry. Returns
 * the number of replaced values.
 */
export async function replaceSealed(
  { kysely }: Queries,
  table: SealedTable,
  values: readonly { id: string; old: Buffer; new: Buffer }[],
  { keyId, operator }: { keyId: string; operator: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select app.reseal(p_table => ${table}, p_rows => ${values.map((value) => value.id)}::text[],
      p_old => ${values.map((value) => value.old)}::bytea[],
      p_new => ${values.map((value) => value.new)}::bytea[],
      p_key => ${keyId}, p_operator => ${operator}) as count`.execute(kysely)
  return rows[0]?.count ?? 0
}

/** The number of values of a table by the id of the key they are encrypted under. */
export async function countByKey(
  { kysely }: Queries,
  table: SealedTable,
): Promise<{ keyId: string; count: number }[]> {
  const column = sql.ref(SEALED_TABLES[table].column)
  const { rows } = await sql<{ keyId: string; count: number }>`
    select convert_from(substring(${column} from 2 for get_byte(${column}, 0)), 'UTF8') as "keyId", count(*) as count
      from app.${sql.ref(SEALED_TABLES[table].table)} where ${column} is not null group by 1 order by 1`.execute(
    kysely,
  )
  return rows
}
