import { type LabCells, type LabColumn, readLabRow } from '#domain/lab-row.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { decideRecord, sealRow } from '#server/operations/results-decide.ts'
import type { LabImportDeps } from '#server/operations/results-import.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { labRowContext } from '#server/repositories/results-contexts.ts'
import {
  closeQuarantined,
  findQuarantined,
  findSamplesOfLabels,
  listQuarantine,
  type QuarantinedRow,
  type SampleOfLabel,
  takeOver,
  type WaitingRow,
} from '#server/repositories/results-files.ts'
import type { Sealer } from '#server/security/seal.ts'

/** Who acts on a row, and why; both are kept. */
export type RowAction = { readonly by: string; readonly reason: string }

/** Why a row was not confirmed: it does not wait, its content is deleted, or it is quarantined for other reasons too. */
export type ConfirmReason = 'not-waiting' | 'content-deleted' | 'other-reasons' | 'changed'

const audit = (db: Queries, action: string, rowId: string, by: string) =>
  insertAudit(db, {
    actor: null,
    action,
    subject: `lab-row:${rowId}`,
    requestId: null,
    operator: by,
  })

/** The rows that wait, without names and values; the list is recorded. */
export async function readQuarantine(database: Database, by: string): Promise<WaitingRow[]> {
  await audit(database, 'quarantine-listed', 'all', by)
  return await listQuarantine(database)
}

function cellsOf(row: QuarantinedRow, sealer: Pick<Sealer, 'open'>): LabCells | undefined {
  if (row.rowSealed === null) return undefined
  const sent: unknown = JSON.parse(sealer.open(row.rowSealed, labRowContext(row.rowId)))
  return Array.isArray(sent) ? undefined : (sent as LabCells)
}

/**
 * One waiting row beside its tube (LAB-05); the entry in the audit log comes first. `cells` is undefined when the row had too
 * many or too few, or is deleted.
 */
export async function showQuarantined(
  { database, sealer }: LabImportDeps,
  rowId: string,
  by: string,
): Promise<
  | {
      row: WaitingRow
      cells: Readonly<Record<LabColumn, string>> | undefined
      sample: SampleOfLabel | undefined
    }
  | undefined
> {
  await audit(database, 'quarantine-row-read', rowId, by)
  const row = await findQuarantined(database, rowId)
  if (row === undefined) return undefined
  const samples = await findSamplesOfLabels(database, row.label === null ? [] : [row.label])
  return { row, cells: cellsOf(row, sealer), sample: samples.get(row.label ?? '') }
}

/**
 * Takes over a row whose value is very low or very high, after a person has confirmed it with the laboratory (LAB-03). Every
 * other condition is checked again; a row with any other reason stays where it is.
 */
export async function confirmValue(
  { database, sealer }: LabImportDeps,
  rowId: string,
  { by, reason }: RowAction,
): Promise<ConfirmReason | undefined> {
  return await database.transaction(async (transaction) => {
    const row = await findQuarantined(transaction, rowId)
    if (row === undefined) return 'not-waiting'
    const cells = cellsOf(row, sealer)
    if (cells === undefined) return 'content-deleted'
    if (row.reasons.join() !== 'value-implausible') return 'other-reasons'
    const samples = await findSamplesOfLabels(transaction, row.label === null ? [] : [row.label])
    const record = { line: row.line, sent: cells, row: readLabRow(cells) }
    const decided = decideRecord(record, samples.get(row.label ?? ''), {
      sealer,
      isTwiceInFile: false,
      isConfirmed: true,
    })
    if (decided.decision.kind !== 'accepted' && decided.decision.kind !== 'amended')
      return 'changed'
    const taken = sealRow(decided, sealer, rowId)
    const { counts } = await takeOver(transaction, row.fileId, [taken], { by, confirmed: reason })
    if (counts.quarantined !== undefined) return 'changed'
    await audit(transaction, 'lab-value-confirmed', rowId, by)
    return undefined
  })
}

/** Closes a waiting row without a result: it was asked back, or the patient is tested again. False when it does not wait. */
export async function closeRow(
  database: Database,
  rowId: string,
  { by, reason }: RowAction,
): Promise<boolean> {
  return await database.transaction(async (transaction) => {
    if (!(await closeQuarantined(transaction, rowId, { by, reason }))) return false
    await audit(transaction, 'lab-row-closed', rowId, by)
    return true
  })
}
