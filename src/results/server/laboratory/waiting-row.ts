import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { LabColumn } from '#results/rules/lab-mapping.ts'
import { type LabCells, type LabRow, readLabRow } from '#results/rules/lab-row.ts'
import type { Finding } from '#results/rules/result.ts'
import { storedMapping } from '#results/server/database/lab-mappings.ts'
import {
  findSamplesOfLabels,
  type SampleOfLabel,
} from '#results/server/database/labelled-samples.ts'
import {
  findQuarantined,
  listQuarantine,
  type QuarantinedRow,
  type WaitingRow,
} from '#results/server/database/quarantine.ts'
import { labRowContext } from '#results/server/database/results-contexts.ts'
import { findTubeOfLabel } from '#results/server/database/tubes.ts'
import type { LabImportDeps } from '#results/server/laboratory/lab-import.ts'

/** Records who read or ended a row, or read the list ('all'), and the patient of its tube. */
export const auditRow = (
  db: Queries,
  row: {
    readonly action: string
    readonly rowId: string
    readonly by: string
    readonly staffId?: number
    readonly profileId?: number | undefined
  },
) =>
  insertAudit(db, {
    actor: null,
    action: row.action,
    subject: `lab-row:${row.rowId}`,
    requestId: null,
    operator: row.by,
    ...(row.staffId === undefined ? {} : { staffId: row.staffId }),
    subjects: row.profileId === undefined ? [] : [row.profileId],
  })

/** The rows that wait, without names and values; the list is recorded. */
export async function readQuarantine(
  database: Database,
  by: string,
  staffId?: number,
): Promise<WaitingRow[]> {
  const who = staffId === undefined ? { by } : { by, staffId }
  await auditRow(database, { action: 'quarantine-listed', rowId: 'all', ...who })
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

/** The same for a command; the entry in the audit log comes first. Undefined when the row does not wait. */
export async function showQuarantined(
  deps: LabImportDeps,
  rowId: string,
  by: string,
): Promise<RowBesideTube | undefined> {
  const row = await findQuarantined(deps.database, rowId)
  if (row === undefined) return undefined
  const tube = row.label === null ? undefined : await findTubeOfLabel(deps.database, row.label)
  const action = 'quarantine-row-read'
  await auditRow(deps.database, { action, rowId, by, profileId: tube?.profileId })
  return await findBesideTube(deps, rowId)
}
