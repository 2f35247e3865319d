import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { LabColumn } from '#results/rules/lab-mapping.ts'
import { type LabCells, type LabRow, readLabRow } from '#results/rules/lab-row.ts'
import type { Finding } from '#results/rules/result.ts'
import { storedMapping } from '#results/server/database/lab-mappings.ts'
import { labRowContext } from '#results/server/database/results-contexts.ts'
import {
  findQuarantined,
  findSamplesOfLabels,
  listQuarantine,
  type QuarantinedRow,
  type SampleOfLabel,
  type WaitingRow,
} from '#results/server/database/results-files.ts'
import type { LabImportDeps } from '#results/server/laboratory/lab-import.ts'

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

/** The cells of a row; undefined when it had too many or too few, or its content is deleted. */
export function cellsOfRow(
  { rowId, rowSealed }: QuarantinedRow,
  sealer: Pick<Sealer, 'open'>,
): LabCells | undefined {
  if (rowSealed === null) return undefined
  const sent: unknown = JSON.parse(sealer.open(rowSealed, labRowContext(rowId)))
  return Array.isArray(sent) ? undefined : (sent as LabCells)
}

/** The proposal of a row and the newest result of its tube: what a person who read the row acts on. */
export const stateOfRow = (
  { proposedEnd, proposedAt }: QuarantinedRow,
  about: string | null,
): string => [proposedEnd ?? 'open', proposedAt?.getTime() ?? 0, about ?? 'none'].join(' ')

/** A waiting row beside its tube. */
export type RowBesideTube = {
  readonly row: QuarantinedRow
  readonly cells: Readonly<Record<LabColumn, string>> | undefined
  /** The cells as the mapping of the file reads them. */
  readonly read: LabRow | undefined
  /** The plain meaning of a value in the wrong notation. */
  readonly plainFinding: Finding | undefined
  readonly sample: SampleOfLabel | undefined
}

/** One waiting row beside its tube (LAB-05), for a caller who has recorded the reading. */
export async function findBesideTube(
  { database, sealer }: LabImportDeps,
  rowId: string,
): Promise<RowBesideTube | undefined> {
  const row = await findQuarantined(database, rowId)
  if (row === undefined) return undefined
  const samples = await findSamplesOfLabels(database, row.label === null ? [] : [row.label])
  const cells = cellsOfRow(row, sealer)
  const read = cells && readLabRow(cells, storedMapping(row.mapping))
  return {
    row,
    cells,
    read,
    plainFinding: read?.finding ? undefined : read?.plainFinding,
    sample: samples.get(row.label ?? ''),
  }
}

/** The same for a command; the entry in the audit log comes first. */
export async function showQuarantined(
  deps: LabImportDeps,
  rowId: string,
  by: string,
): Promise<RowBesideTube | undefined> {
  await audit(deps.database, 'quarantine-row-read', rowId, by)
  return await findBesideTube(deps, rowId)
}
