import { isSamePerson } from '#core/rules/staff-person.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { RowEnd } from '#core/server/database/result-tables.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { mayBeConfirmed } from '#results/rules/lab-match.ts'
import { type LabCells, type LabColumn, readLabRow } from '#results/rules/lab-row.ts'
import type { Finding } from '#results/rules/result.ts'
import { labRowContext } from '#results/server/database/results-contexts.ts'
import {
  closeQuarantined,
  findQuarantined,
  findSamplesOfLabels,
  listQuarantine,
  lockSamples,
  proposeEnd,
  type QuarantinedRow,
  type SampleOfLabel,
  takeOver,
  type WaitingRow,
  waitForLabImports,
} from '#results/server/database/results-files.ts'
import {
  type DecidedRow,
  decideRecord,
  sealRow,
  storedOf,
} from '#results/server/laboratory/lab-decide.ts'
import type { LabImportDeps } from '#results/server/laboratory/lab-import.ts'

/** Who acts on a row, and why; both are kept. */
export type RowAction = { readonly by: string; readonly reason: string }

/** What a step did: the row waits for another person, or it ended. */
export type RowOutcome = { readonly done: 'proposed' | 'ended' } | { readonly refused: RowRefusal }

/**
 * Why a step about a row changed nothing: it does not wait, its content is deleted, the person imported its file, has proposed the same
 * already, it waits for reasons that a confirmation does not settle, or its tube or another row is against it now.
 */
export type RowRefusal =
  | 'not-waiting'
  | 'content-deleted'
  | 'importer'
  | 'own-proposal'
  | 'other-reasons'
  | 'another-row-waits'
  | 'known-already'
  | 'changed'

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
      /** The plain meaning of a value in the wrong notation. */
      plainFinding: Finding | undefined
      sample: SampleOfLabel | undefined
    }
  | undefined
> {
  await audit(database, 'quarantine-row-read', rowId, by)
  const row = await findQuarantined(database, rowId)
  if (row === undefined) return undefined
  const samples = await findSamplesOfLabels(database, row.label === null ? [] : [row.label])
  const cells = cellsOf(row, sealer)
  const { finding, plainFinding } = cells ? readLabRow(cells) : {}
  return {
    row,
    cells,
    plainFinding: finding ? undefined : plainFinding,
    sample: samples.get(row.label ?? ''),
  }
}

/** What a row is decided with, once its samples are locked. */
type OpenCase = {
  readonly row: QuarantinedRow
  readonly about: string | null
  /** The row as two people would take it over; undefined when its content is deleted. */
  readonly decided: DecidedRow | undefined
}

/** Finds a row that waits and locks the sample of its label, in the order of every step; rows of one label wait for each other. */
async function findCase(
  transaction: Queries,
  rowId: string,
  sealer: LabImportDeps['sealer'],
): Promise<OpenCase | undefined> {
  await waitForLabImports(transaction)
  const row = await findQuarantined(transaction, rowId)
  if (row === undefined) return undefined
  const labels = row.label === null ? [] : [row.label]
  await lockSamples(transaction, labels)
  const stored = (await storedOf(transaction, labels))(row.label ?? '')
  const about = stored.sample?.resultId ?? null
  const cells = cellsOf(row, sealer)
  if (cells === undefined) return { row, about, decided: undefined }
  const record = {
    line: row.line,
    sent: cells,
    row: readLabRow(cells),
    label: row.label ?? undefined,
  }
  const others = stored.open.filter((one) => one.rowId !== rowId)
  const options = { sealer, isTwiceInFile: false, isConfirmed: true }
  return { row, about, decided: decideRecord(record, { ...stored, open: others }, options) }
}

/** Why a row cannot be taken over, independent of the person. */
function confirmRefusal({ row, decided }: OpenCase): RowRefusal | undefined {
  if (!mayBeConfirmed(row.reasons)) return 'other-reasons'
  if (decided === undefined) return 'content-deleted'
  const { decision } = decided
  if (decision.kind === 'unchanged') return 'known-already'
  if (decision.kind !== 'quarantined') return undefined
  return decision.reasons.join() === 'another-row-waits' ? 'another-row-waits' : 'changed'
}

/** What one person proposes for a row. */
type Step = RowAction & { readonly end: RowEnd }

const sameEnd = ({ row, about }: OpenCase, { end }: Step): boolean =>
  row.proposedEnd === end && row.proposedAbout === about

/** Why this person's step changes nothing. */
function stepRefusal(found: OpenCase, step: Step): RowRefusal | undefined {
  const { importedBy, proposedBy } = found.row
  if (isSamePerson(importedBy, step.by)) return 'importer'
  if (sameEnd(found, step) && isSamePerson(proposedBy ?? '', step.by)) return 'own-proposal'
  return step.end === 'confirmed' ? confirmRefusal(found) : undefined
}

/** Ends a row as another person proposed. False: the database refuses to take it over. */
async function accept(
  transaction: Queries,
  { row, decided }: OpenCase,
  { end, by, reason }: Step,
  sealer: LabImportDeps['sealer'],
): Promise<boolean> {
  if (end === 'closed' || decided === undefined) {
    await closeQuarantined(transaction, row.rowId, { by, reason })
    return true
  }
  const taken = sealRow(decided, sealer, row.rowId)
  const { counts } = await takeOver(transaction, row.fileId, [taken], { by, confirmed: reason })
  return counts.quarantined === undefined
}

/**
 * One person's step to end a row (LAB-05): the first proposes, and the row still waits; another person accepts by the same step.
 * Neither imported its file. A proposal about an earlier result of the tube no longer counts.
 */
async function stepOn(
  { database, sealer }: LabImportDeps,
  rowId: string,
  step: Step,
): Promise<RowOutcome> {
  return await database.transaction(async (transaction) => {
    const found = await findCase(transaction, rowId, sealer)
    if (found === undefined) return { refused: 'not-waiting' }
    const refused = stepRefusal(found, step)
    if (refused !== undefined) return { refused }
    if (!sameEnd(found, step)) {
      await proposeEnd(transaction, rowId, { ...step, about: found.about })
      await audit(transaction, `lab-row-${step.end}-proposed`, rowId, step.by)
      return { done: 'proposed' }
    }
    if (!(await accept(transaction, found, step, sealer))) return { refused: 'changed' }
    await audit(transaction, `lab-row-${step.end}`, rowId, step.by)
    return { done: 'ended' }
  })
}

/**
 * Takes over a row that two people have clarified with the laboratory by telephone: whose blood it is, and the value (LAB-03, LAB-04). Every
 * condition that the laboratory cannot settle by telephone is checked again.
 */
export const confirmRow = (
  deps: LabImportDeps,
  rowId: string,
  action: RowAction,
): Promise<RowOutcome> => stepOn(deps, rowId, { ...action, end: 'confirmed' })

/** Closes a row without a result: the laboratory sends it again, the stored value stands, or the patient is tested again. */
export const closeRow = (
  deps: LabImportDeps,
  rowId: string,
  action: RowAction,
): Promise<RowOutcome> => stepOn(deps, rowId, { ...action, end: 'closed' })
