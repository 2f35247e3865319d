import { randomUUID } from 'node:crypto'
import { ageOn } from '#core/rules/age.ts'
import { type IsoDate, londonDate } from '#core/rules/time.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { readSheet, type SheetFault, type SheetRow } from '#results/commands/results-sheet.ts'
import { nextTestFault } from '#results/rules/next-test.ts'
import { type Finding, needsCall } from '#results/rules/result.ts'
import { type JudgementStep, nextJudgement } from '#results/rules/result-judgement.ts'
import { isMilder, type Thresholds } from '#results/rules/thresholds.ts'
import { sortByPatient } from '#results/server/database/results.ts'
import { judgementContext, resultContext } from '#results/server/database/results-contexts.ts'
import {
  findToJudge,
  judge,
  listJudgements,
  type ResultToJudge,
  type StoredJudgement,
} from '#results/server/database/results-judgements.ts'
import { sealJudgement } from '#results/server/database/sealed-judgement.ts'
import { findThresholds } from '#results/server/database/thresholds.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'

export type ApproveDeps = {
  readonly database: Database
  readonly sealer: Sealer
  readonly clock: Clock
}

/** The number of judgements: complete ones, first ones that need a second person, second ones that differ, and repeated ones. */
export type Approval = {
  readonly judged: number
  readonly needSecond: number
  readonly disagreed: number
  readonly unchanged: number
}

export type ApproveOutcome =
  | ({ readonly ok: true } & Approval)
  | { readonly ok: false; readonly faults: readonly SheetFault[] }

const CHANGED = 'the result has changed since this sheet was written: ask for a new one'

type Refused = Extract<JudgementStep, { ok: false }>

const REFUSALS: Record<Exclude<Refused['reason'], 'unchanged'>, string> = {
  'imported-it': 'you imported this result from the laboratory: another person judges it',
  'needs-another-person': 'the first judgement is yours: a second person is needed',
}

/** Thrown to roll the transaction back; carries the faults. */
class ApprovalRefused extends Error {
  readonly faults: readonly SheetFault[]
  constructor(faults: readonly SheetFault[]) {
    super('The judgements were refused.')
    this.name = 'ApprovalRefused'
    this.faults = faults
  }
}

/** The same amount: a spreadsheet may have dropped a zero at the end. */
function isSameValue({ value, unit }: SheetRow, finding: Finding): boolean {
  const plain = (text: string) => [/^[<>]?/.exec(text)?.[0], Number(text.replace(/^[<>]?\s?/, ''))]
  return unit === finding.unit && plain(value).join() === plain(finding.value).join()
}

/** The keyed hash of a judgement, with what the patient reads: equal ones of one result have the same. */
const macOf = (sealer: Pick<Sealer, 'lookup'>, row: SheetRow) =>
  sealer.lookup(
    [row.resultId, row.light, row.riskGroup, row.retestOn ?? '', row.comments ?? ''].join('\n'),
    'judgement',
  )

const givenOf = ({ round, reader, givenBy, judgementMac, secondNeeded }: StoredJudgement) => ({
  round,
  reader,
  by: givenBy,
  mac: judgementMac.toString('hex'),
  secondNeeded,
})

type Step = Extract<JudgementStep, { ok: true }>

/** Stores one judgement; the values of the result are sealed for it when the round is complete. */
async function store(
  db: Queries,
  { row, step, by }: { row: SheetRow; step: Step; by: string },
  sealer: Sealer,
): Promise<SheetFault | undefined> {
  const gradingId = randomUUID()
  const { resultId, revision } = row
  const reason = await judge(db, {
    resultId,
    gradingId,
    ...step,
    by,
    revision,
    ...sealJudgement(sealer, row, (column) => judgementContext(gradingId, column)),
    mac: macOf(sealer, row),
    callNeeded: needsCall(row.light),
    result: step.completes
      ? sealJudgement(sealer, row, (column) => resultContext(resultId, column))
      : undefined,
  })
  return reason === undefined ? undefined : { line: row.line, problem: CHANGED }
}

/** Judges one row, or says why not. */
async function approveRow(
  db: Queries,
  { row, found, given, by, table, today }: ApprovedRow,
  sealer: Sealer,
): Promise<{ fault?: SheetFault; kind?: keyof Approval }> {
  const { line } = row
  if (found === undefined) {
    return {
      fault: {
        line,
        problem: 'this result is shown, replaced, withdrawn or unknown: write a new sheet',
      },
    }
  }
  const finding = openFinding(sealer, row.resultId, found.findingSealed)
  if (found.label !== row.label || !isSameValue(row, finding)) {
    const problem =
      'label, value or unit differ from the stored result: the rows may have slipped, write a new sheet'
    return { fault: { line, problem } }
  }
  if (found.revision !== row.revision) return { fault: { line, problem: CHANGED } }
  const takenOn = londonDate(found.takenAt)
  const nextTest = nextTestFault(row, { takenOn, today })
  if (nextTest !== undefined) return { fault: { line, problem: nextTest } }
  const isMild = isMilder(row.light, finding, { age: ageOn(found.birthDate, takenOn), table })
  const isSettled = found.state === 'graded' || found.state === 'on_hold'
  const step = nextJudgement(
    given.map(givenOf),
    { by, light: row.light, mac: macOf(sealer, row).toString('hex'), isMild },
    { takenBy: found.takenBy, isSettled },
  )
  if (!step.ok) {
    if (step.reason === 'unchanged') return { kind: 'unchanged' }
    return { fault: { line, problem: REFUSALS[step.reason] } }
  }
  const fault = await store(db, { row, step, by }, sealer)
  if (fault) return { fault }
  if (step.completes) return { kind: 'judged' }
  return { kind: step.reader === 1 ? 'needSecond' : 'disagreed' }
}

/** Rows in the order of these results, the unknown ones first. */
const byPlaceIn = (ids: readonly string[]) => {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ resultId }: SheetRow) => places.get(resultId) ?? -1
  return (one: SheetRow, other: SheetRow) => placeOf(one) - placeOf(other)
}

type ApprovedRow = {
  readonly row: SheetRow
  readonly found: ResultToJudge | undefined
  readonly given: readonly StoredJudgement[]
  readonly by: string
  /** The thresholds in force. */
  readonly table: Thresholds | undefined
  readonly today: IsoDate
}

/**
 * Stores the judgements of a filled-in sheet in one transaction, all or none (LAB-06). A green result that the thresholds do not
 * contradict needs one clinician, any other two who agree; the person who imported a result does not judge it.
 */
export async function approveResults(
  { database, sealer, clock }: ApproveDeps,
  csv: string,
  by: string,
): Promise<ApproveOutcome> {
  const today = londonDate(clock.now())
  const { rows, faults } = readSheet(csv, today)
  if (faults.length > 0) return { ok: false, faults }
  try {
    return await database.transaction(async (transaction) => {
      const ids = rows.map((row) => row.resultId)
      const inOrder = await sortByPatient(transaction, ids)
      const found = await findToJudge(transaction, ids)
      const given = Map.groupBy(await listJudgements(transaction, ids), (one) => one.resultId)
      const table = (await findThresholds(transaction))?.bands
      const counts = { judged: 0, needSecond: 0, disagreed: 0, unchanged: 0 }
      const refused: SheetFault[] = []
      for (const row of rows.toSorted(byPlaceIn(inOrder))) {
        const approved = {
          row,
          found: found.get(row.resultId),
          given: given.get(row.resultId) ?? [],
          by,
          table,
          today,
        }
        const { fault, kind } = await approveRow(transaction, approved, sealer)
        if (fault) refused.push(fault)
        if (kind) counts[kind] += 1
      }
      if (refused.length > 0) {
        throw new ApprovalRefused(refused.sort((one, other) => one.line - other.line))
      }
      return { ok: true, ...counts } as const
    })
  } catch (error) {
    if (error instanceof ApprovalRefused) return { ok: false, faults: error.faults }
    throw error
  }
}
