import { sql } from 'kysely'
import { personKey } from '#core/rules/staff-person.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { RowEnd } from '#core/server/database/result-tables.ts'

/** A row that waits, as the list shows it: no name and no value. */
export type WaitingRow = {
  readonly rowId: string
  readonly importedAt: Date
  readonly line: number
  readonly label: string | null
  readonly reasons: readonly string[]
  readonly proposedEnd: RowEnd | null
  readonly proposedBy: string | null
  readonly importedBy: string
}

/** A row in quarantine with its content and the tube that has its label. */
export type QuarantinedRow = WaitingRow & {
  readonly fileId: string
  readonly rowSealed: Buffer | null
  readonly proposedReason: string | null
  readonly proposedAt: Date | null
  /** How its laboratory writes rows (`storedMapping`). */
  readonly mapping: unknown
  /** The newest result of the tube when its end was proposed. */
  readonly proposedAbout: string | null
}

const waiting = (db: Queries) =>
  db.kysely
    .selectFrom('lab_rows as r')
    .innerJoin('lab_files as f', 'f.file_id', 'r.file_id')
    .where('r.decision', '=', 'quarantined')
    .where('r.resolution', 'is', null)

const WAITING = [
  'r.row_id as rowId',
  'f.imported_at as importedAt',
  'r.line',
  'r.label',
  'r.reasons',
  'r.proposed_resolution as proposedEnd',
  'r.proposed_by as proposedBy',
  'f.imported_by as importedBy',
] as const

/** Every row that waits, the oldest file first. */
export const listQuarantine = (db: Queries): Promise<WaitingRow[]> =>
  waiting(db).select(WAITING).orderBy('f.imported_at').orderBy('r.line').execute()

/** One row that waits, or undefined. */
export const findQuarantined = (db: Queries, rowId: string): Promise<QuarantinedRow | undefined> =>
  waiting(db)
    .leftJoin('lab_mappings as m', 'm.mapping_id', 'f.mapping_id')
    .select([
      ...WAITING,
      'm.mapping',
      'r.file_id as fileId',
      'r.row_sealed as rowSealed',
      'r.proposed_reason as proposedReason',
      'r.proposed_at as proposedAt',
      'r.proposed_about as proposedAbout',
    ])
    .where('r.row_id', '=', rowId)
    .executeTakeFirst()

/** How a row that waited ended; undefined when it waits, or is none. */
export async function findEnd(
  { kysely }: Queries,
  rowId: string,
): Promise<{ end: RowEnd | 'overtaken'; by: string; at: Date } | undefined> {
  return await kysely
    .selectFrom('lab_rows')
    .select(['resolution as end', 'resolved_by as by', 'resolved_at as at'])
    .where('row_id', '=', rowId)
    .where('resolution', 'is not', null)
    .$narrowType<{ end: RowEnd | 'overtaken'; by: string; at: Date }>()
    .executeTakeFirst()
}

/** What a person says about a row that waits; `about` is the newest result of its tube. */
export type RowStep = {
  readonly end: RowEnd
  readonly by: string
  readonly reason: string
  readonly about: string | null
  /** The identifier that differs, as the paper form has it. */
  readonly paper: string | undefined
}

/** Stores how a person proposes to end a row; the row still waits. An earlier proposal is replaced. */
export async function proposeEnd(
  { kysely }: Queries,
  rowId: string,
  { end, by, reason, about, paper }: RowStep,
): Promise<void> {
  await kysely
    .updateTable('lab_rows')
    .set({
      proposed_resolution: end,
      proposed_by: by,
      proposed_by_key: personKey(by),
      proposed_at: databaseNow,
      proposed_reason: reason,
      proposed_about: about,
      proposed_paper: paper ?? null,
    })
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow()
}

/** Closes a row without a result, as another person proposed. */
export async function closeQuarantined(
  { kysely }: Queries,
  rowId: string,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  await kysely
    .updateTable('lab_rows')
    .set({
      resolution: 'closed',
      resolved_by: by,
      resolved_by_key: personKey(by),
      resolved_at: databaseNow,
      resolution_reason: reason,
    })
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow()
}

/** Days for which the content of a row that was dealt with is kept. */
const ROW_CONTENT_DAYS = 90

/** Deletes the content of rows that were dealt with, and deletes rows of no patient after a year. */
export async function tidyLabRows({ kysely }: Queries): Promise<void> {
  await sql`select app.forget_lab_rows(${ROW_CONTENT_DAYS}::int)`.execute(kysely)
}
