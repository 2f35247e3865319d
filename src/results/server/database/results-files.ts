import { sql } from 'kysely'
import { personKey } from '#core/rules/staff-person.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { callFunction, snakeCase } from '#core/server/database/call-function.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { RowDecision } from '#results/rules/lab-match.ts'

/** A row that is taken over, with the names of `lab.take_over`; the sealed values are bound to `rowId` and `resultId`. */
export type TakenRow = {
  readonly rowId: string
  readonly line: number
  readonly label: string | undefined
  readonly decision: RowDecision['kind']
  readonly reasons: readonly string[]
  readonly corrected: boolean
  readonly surnameKey: string
  readonly forenameKey: string | undefined
  readonly birthDate: IsoDate | undefined
  readonly labKey: string
  readonly collectedOn: IsoDate | undefined
  readonly nhsHash: Buffer | undefined
  readonly identityHash: Buffer | undefined
  readonly contentHash: Buffer | undefined
  /** The newest result of the sample when the row was decided. */
  readonly previousId: string | null
  readonly rowSealed: Buffer | undefined
  readonly resultId: string
  readonly findingSealed: Buffer | undefined
}

export type KnownFile = { readonly importedAt: Date; readonly importedBy: string }
export type NewFile = {
  readonly fileId: string
  readonly sha256: Buffer
  readonly rowCount: number
  readonly by: string
  /** Null for a file in the standard format. */
  readonly labId: number | null
  readonly mappingId: string | null
}
export type DecisionCounts = Partial<Record<RowDecision['kind'], number>>
/** The rows by what became of them, and the lines that the database sent back to quarantine. */
export type TakenOver = { readonly counts: DecisionCounts; readonly sentBack: readonly number[] }

/** Makes other imports, confirmations and new tubes wait until the transaction ends. */
export async function waitForLabImports({ kysely }: Queries): Promise<void> {
  await sql`select lab.queue_for_rows(true)`.execute(kysely)
}

/** Locks the samples of these labels until the transaction ends, in the order of every step (`lab.lock_samples`). */
export async function lockSamples({ kysely }: Queries, labels: readonly string[]): Promise<void> {
  await sql`select lab.lock_samples(${[...labels]}::text[])`.execute(kysely)
}

/** When and by whom a file with this content was imported. */
export async function findLabFile(
  { kysely }: Queries,
  sha256: Buffer,
): Promise<KnownFile | undefined> {
  return await kysely
    .selectFrom('lab_files')
    .select(['imported_at as importedAt', 'imported_by as importedBy'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** Adds a file; the caller writes the audit entry. */
export async function insertLabFile({ kysely }: Queries, file: NewFile): Promise<void> {
  await kysely
    .insertInto('lab_files')
    .values({
      file_id: file.fileId,
      sha256: file.sha256,
      imported_by: file.by,
      imported_by_key: personKey(file.by),
      imported_at: databaseNow,
      row_count: file.rowCount,
      lab_id: file.labId,
      mapping_id: file.mappingId,
    })
    .execute()
}

/** A row as JSON for SQL, with its bytes as base64. */
const rowJson = (row: TakenRow) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      snakeCase(name),
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  )

/**
 * Gives the values of decided rows to their patients; the database checks each row again (`lab.take_over`). `confirmed`: why the person
 * accepts what another proposed for a row that waits; `paper`: the one identifier that differs, as the paper form has it.
 */
export async function takeOver(
  db: Queries,
  file: string,
  rows: readonly TakenRow[],
  { by, confirmed, paper }: { by: string; confirmed?: string; paper?: string | undefined },
): Promise<TakenOver> {
  const answer = await callFunction<{
    r_decisions: DecisionCounts | null
    r_sent_back: number[] | null
  }>(db, 'lab.take_over', {
    file,
    by,
    byKey: personKey(by),
    rows: JSON.stringify(rows.map(rowJson)),
    confirmed,
    paper,
  })
  return { counts: answer.r_decisions ?? {}, sentBack: answer.r_sent_back ?? [] }
}
