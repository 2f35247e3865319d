import { isSamePerson } from '#core/rules/staff-person.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { RowEnd } from '#core/server/database/result-tables.ts'
import {
  type AcceptableDifference,
  mayBeConfirmed,
  oneDifference,
} from '#results/rules/lab-match.ts'
import { readLabRow } from '#results/rules/lab-row.ts'
import { paperWord, type RowRefusal, tubeWord } from '#results/rules/row-end.ts'
import { storedMapping } from '#results/server/database/lab-mappings.ts'
import { agreesElsewhere, type SampleOfLabel } from '#results/server/database/labelled-samples.ts'
import {
  closeQuarantined,
  findQuarantined,
  proposeEnd,
  type QuarantinedRow,
} from '#results/server/database/quarantine.ts'
import { lockSamples, takeOver, waitForLabImports } from '#results/server/database/results-files.ts'
import {
  type DecidedRow,
  decideRecord,
  sealRow,
  storedOf,
} from '#results/server/laboratory/lab-decide.ts'
import type { LabImportDeps } from '#results/server/laboratory/lab-import.ts'
import { auditRow, cellsOfRow, stateOfRow } from '#results/server/laboratory/waiting-row.ts'

/** Who acts on a row, and why; both are kept. */
export type RowAction = {
  readonly by: string
  /** The member of staff; undefined for a command. */
  readonly staffId?: number
  readonly reason: string
  /** The state of the row that the person saw (`stateOfRow`); undefined for a command. */
  readonly seen?: string
}

/** What a step did: the row waits for another person, or it ended. */
export type RowOutcome = { readonly done: 'proposed' | 'ended' } | { readonly refused: RowRefusal }

/** What one person proposes for a row; `paper`: what the person read on the paper form. */
export type RowStep = RowAction & { readonly end: RowEnd; readonly paper?: string }

/** What a row is decided with, once its samples are locked. */
type OpenCase = {
  readonly row: QuarantinedRow
  readonly sample: SampleOfLabel | undefined
  readonly about: string | null
  /** The row as two people would take it over; undefined when its content is deleted. */
  readonly decided: DecidedRow | undefined
}

const differenceOf = (row: QuarantinedRow, end: RowEnd): AcceptableDifference | undefined =>
  end === 'difference-accepted' ? oneDifference(row.reasons) : undefined

/** Finds a row that waits and locks the sample of its label, in the order of every step; rows of one label wait for each other. */
async function findCase(
  transaction: Queries,
  rowId: string,
  end: RowEnd,
  sealer: LabImportDeps['sealer'],
): Promise<OpenCase | undefined> {
  await waitForLabImports(transaction)
  const row = await findQuarantined(transaction, rowId)
  if (row === undefined) return undefined
  const labels = row.label === null ? [] : [row.label]
  await lockSamples(transaction, labels)
  const { sample, open } = (await storedOf(transaction, labels))(row.label ?? '')
  const about = sample?.resultId ?? null
  const cells = cellsOfRow(row, sealer)
  if (cells === undefined) return { row, sample, about, decided: undefined }
  const record = {
    line: row.line,
    sent: cells,
    row: readLabRow(cells, storedMapping(row.mapping)),
    label: row.label ?? undefined,
  }
  // Two people end the row, so what an earlier check said does not count.
  const stored = { sample, open: open.filter((one) => one.rowId !== rowId), checked: [] }
  const accepted = differenceOf(row, end)
  const isConfirmed = accepted === undefined
  const options = { sealer, isTwiceInFile: false, isConfirmed, accepted }
  return { row, sample, about, decided: decideRecord(record, stored, options) }
}

/** Why a row is not taken over as it was decided now, independent of the person. */
function takeRefusal({ decided }: OpenCase): RowRefusal | undefined {
  if (decided === undefined) return 'content-deleted'
  const { decision } = decided
  if (decision.kind === 'unchanged') return 'known-already'
  if (decision.kind !== 'quarantined') return undefined
  return decision.reasons.join() === 'another-row-waits' ? 'another-row-waits' : 'changed'
}

/** Why the difference of a row is not accepted: every tube of the event is recorded, the paper form has the identifier as the tube has it, and no other tube fits the row as well. */
async function differenceRefusal(
  db: Queries,
  found: OpenCase,
  paper: string,
): Promise<RowRefusal | undefined> {
  const difference = oneDifference(found.row.reasons)
  if (difference === undefined || found.sample === undefined) return 'not-one-difference'
  if (!found.sample.isEventClosed) return 'event-open'
  const word = paperWord(difference, paper)
  if (word === '') return 'paper-missing'
  if (word !== tubeWord(difference, found.sample)) return 'paper-differs'
  const refused = takeRefusal(found)
  const sent = found.decided?.record.row
  if (refused !== undefined || sent === undefined) return refused ?? 'content-deleted'
  return (await agreesElsewhere(db, { ...sent, label: found.sample.label }))
    ? 'another-tube'
    : undefined
}

const sameEnd = ({ row, about }: OpenCase, { end }: RowStep): boolean =>
  row.proposedEnd === end && row.proposedAbout === about

/** Why this person's step changes nothing. */
async function stepRefusal(
  db: Queries,
  found: OpenCase,
  step: RowStep,
): Promise<RowRefusal | undefined> {
  const { importedBy, proposedBy, reasons } = found.row
  if (isSamePerson(importedBy, step.by)) return 'importer'
  if (sameEnd(found, step) && isSamePerson(proposedBy ?? '', step.by)) return 'own-proposal'
  if (step.seen !== undefined && step.seen !== stateOfRow(found.row, found.about)) {
    return 'changed-meanwhile'
  }
  if (step.end === 'confirmed') {
    return mayBeConfirmed(reasons) ? takeRefusal(found) : 'other-reasons'
  }
  return step.end === 'closed' ? undefined : differenceRefusal(db, found, step.paper ?? '')
}

const wordOf = ({ row }: OpenCase, { end, paper }: RowStep): string | undefined => {
  const difference = differenceOf(row, end)
  return difference && paperWord(difference, paper ?? '')
}

/** Ends a row as another person proposed. False: the database refuses to take it over. */
async function accept(
  transaction: Queries,
  found: OpenCase,
  step: RowStep,
  sealer: LabImportDeps['sealer'],
): Promise<boolean> {
  const { row, decided } = found
  const { end, by, reason } = step
  if (end === 'closed' || decided === undefined) {
    await closeQuarantined(transaction, row.rowId, { by, reason })
    return true
  }
  const taken = sealRow(decided, sealer, row.rowId)
  const paper = wordOf(found, step)
  const { counts } = await takeOver(transaction, row.fileId, [taken], {
    by,
    confirmed: reason,
    paper,
  })
  return counts.quarantined === undefined
}

/**
 * One person's step to end a row (LAB-05): the first proposes, and the row still waits; another person accepts by the same step.
 * Neither imported its file. A proposal about an earlier result of the tube no longer counts.
 */
export async function endRow(
  { database, sealer }: LabImportDeps,
  rowId: string,
  step: RowStep,
): Promise<RowOutcome> {
  return await database.transaction(async (transaction) => {
    const found = await findCase(transaction, rowId, step.end, sealer)
    if (found === undefined) return { refused: 'not-waiting' }
    const audit = (action: string) =>
      auditRow(transaction, { ...step, action, rowId, profileId: found.sample?.profileId })
    const refused = await stepRefusal(transaction, found, step)
    if (refused !== undefined) return { refused }
    if (!sameEnd(found, step)) {
      const { about } = found
      await proposeEnd(transaction, rowId, { ...step, about, paper: wordOf(found, step) })
      await audit(`lab-row-${step.end}-proposed`)
      return { done: 'proposed' }
    }
    if (!(await accept(transaction, found, step, sealer))) return { refused: 'changed' }
    await audit(`lab-row-${step.end}`)
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
): Promise<RowOutcome> => endRow(deps, rowId, { ...action, end: 'confirmed' })

/** Closes a row without a result: the laboratory sends it again, the stored value stands, or the patient is tested again. */
export const closeRow = (
  deps: LabImportDeps,
  rowId: string,
  action: RowAction,
): Promise<RowOutcome> => endRow(deps, rowId, { ...action, end: 'closed' })
