import { expect } from 'vitest'
import { approveResults } from '#results/commands/results-approve.ts'
import { judgementSheet } from '#results/commands/results-sheet.ts'
import { readJudgementSheet } from '#results/commands/results-worklist.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { recordCall } from '#results/server/calls.ts'
import { releaseHeld } from '#results/server/database/results.ts'
import { labRowContext } from '#results/server/database/results-contexts.ts'
import { endSample } from '#results/server/database/results-samples.ts'
import { type FileOutcome, importLabFile } from '#results/server/laboratory/lab-import.ts'
import { confirmRow } from '#results/server/laboratory/row-ends.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { fillSheet, RowGenerator } from '#tests/integration/results/lab-generator.ts'
import {
  CLERK,
  CLINICIAN,
  NURSE,
  SECOND,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import { FAMILY, type RowSpec, type Step } from '#tests/integration/results/lab-steps.ts'
import { storedIn } from '#tests/integration/results/lab-stored.ts'
import {
  againstTruth,
  anotherWaits,
  confirmRefusal,
  isEqualRow,
  isUnreadableFile,
  mayShow,
  newTruth,
  notOvertaken,
  type Row,
  type Truth,
  takeInto,
  waitsAlready,
} from '#tests/integration/results/lab-truth.ts'
import { byTwo } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const EMPTY_SHEET = judgementSheet([])
let runs = 0

/** Runs steps on a database and compares every row with the generator's own truth, which never asks the code under test. */
export class Run {
  readonly #database: SqlDatabase
  readonly #tubes: readonly TakenTube[]
  readonly #truths: Truth[]
  readonly #generator: RowGenerator
  readonly #stored: ReturnType<typeof storedIn>
  #last: Row[] = []
  #lastCsv = ''
  #lastSheet = EMPTY_SHEET
  #files = 0
  readonly #released: string[] = []

  private constructor(database: SqlDatabase, tubes: readonly TakenTube[]) {
    this.#database = database
    this.#tubes = tubes
    this.#truths = tubes.map(newTruth)
    this.#generator = new RowGenerator(tubes)
    this.#stored = storedIn(database)
  }

  /** `early`: tubes of which the laboratory takes the value back before they are recorded. */
  static async begin(database: SqlDatabase, early: readonly number[] = []): Promise<Run> {
    const before = async (tubes: readonly TakenTube[]) => {
      const rows = tubes.filter((_, at) => early.includes(at)).map((tube) => cellsOf(tube, ''))
      if (rows.length === 0) return
      const csv = labCsv(rows.map((cells) => ({ ...cells, status: 'W' })))
      expect(await importLabFile({ database, sealer }, csv, CLERK)).toMatchObject({
        counts: { quarantined: rows.length },
      })
    }
    runs += 1
    // One laboratory per run: otherwise the same family in another run would be namesakes.
    const laboratory = `Laboratory ${runs}`
    const begun = new Run(database, await takeTubes(database, FAMILY, { before, laboratory }))
    for (const at of early) {
      begun.#truth(at).isTakenBack = true
      const cells = { ...cellsOf(begun.#tube(at), ''), status: 'W' }
      const reasons = ['label-unknown', 'taken-back-early', 'value-missing']
      begun.#truth(at).open.push({ cells, reasons, file: 0 })
    }
    return begun
  }

  #deps() {
    return { database: this.#database, sealer, clock: { now: () => new Date() } }
  }

  #tube(at: number): TakenTube {
    const found = this.#tubes[at]
    if (found === undefined) throw new Error(`There is no tube ${at}.`)
    return found
  }

  #truth(at: number): Truth {
    const found = this.#truths[at]
    if (found === undefined) throw new Error(`There is no tube ${at}.`)
    return found
  }

  #row(spec: RowSpec): Row {
    return this.#generator.row(spec, this.#truth(spec.tube).value)
  }

  /** What is against a row by the generator's truth of before the file. */
  #reasons({ cells, reasons }: Row, at: number, isTwice: boolean, before: Truth | undefined) {
    const why = [...reasons, ...(isTwice ? ['label-twice-in-file'] : [])]
    if (before === undefined) return why
    if (this.#truth(at).isVoid) why.push('label-void')
    const against = againstTruth(cells, before)
    if (against !== undefined) why.push(against)
    if (anotherWaits(cells, before.open)) why.push('another-row-waits')
    return why
  }

  /** What must happen to a row, by the generator's truth; takes the row into that truth. */
  #expect(row: Row, given: readonly Row[], before: readonly Truth[]): string {
    const { cells } = row
    const at = this.#tubes.findIndex(({ label }) => label === cells.label)
    const truth = at < 0 ? undefined : this.#truth(at)
    if (cells.status === 'W' && truth !== undefined) {
      truth.isTakenBack = true
      truth.lastFile = this.#files
      return 'withdrawn'
    }
    const same = given.filter((one) => isLabel(one) && one.cells.label === cells.label)
    const isTwice = isLabel(row) && same.some((one) => !isEqualRow(one.cells, cells))
    // Two rows of one label wait whatever their order; of equal rows the first counts.
    if (isLabel(row) && !isTwice && same[0] !== row) return 'unchanged'
    const reasons = this.#reasons(row, at, isTwice, before[at])
    if (reasons.length > 0 || truth === undefined) return this.#wait(row, reasons, before[at])
    const decision = takeInto(truth, cells.value)
    if (decision === 'unchanged') return decision
    truth.lastFile = this.#files
    truth.open = notOvertaken(cells, truth.open)
    return decision
  }

  /** A row that waits; an equal one of its tube that waits already is known. */
  #wait({ cells }: Row, reasons: readonly string[], before: Truth | undefined): string {
    if (waitsAlready({ cells, reasons }, before?.open ?? [])) return 'unchanged'
    const row = { cells, reasons, file: this.#files }
    const at = this.#tubes.findIndex(({ label }) => label === cells.label)
    if (at >= 0) this.#truth(at).open.push(row)
    return `quarantined: ${[...reasons].sort().join(' ')}`
  }

  async #import(given: readonly Row[]): Promise<void> {
    const csv = labCsv(given.map(({ cells }) => cells))
    const before = structuredClone(this.#truths)
    this.#files += 1
    const isRefused = isUnreadableFile(given)
    const expected = isRefused ? [] : given.map((row) => this.#expect(row, given, before))
    const outcome = await importLabFile({ database: this.#database, sealer }, csv, CLERK)
    if (isRefused) {
      expect(outcome, csv).toMatchObject({ ok: false, faults: expect.anything() })
      return
    }
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    // The report names every row that waits, also those that the database sent back.
    expect(outcome.waiting).toHaveLength(outcome.counts.quarantined ?? 0)
    expect(await this.#stored.decisions(csv), csv).toEqual(expected)
    this.#last = [...given]
    this.#lastCsv = csv
  }

  async #importAgain(): Promise<void> {
    if (this.#lastCsv === '') return
    const outcome: FileOutcome = await importLabFile(
      { database: this.#database, sealer },
      this.#lastCsv,
      CLERK,
    )
    expect(outcome).toMatchObject({ ok: false, known: { importedBy: CLERK } })
  }

  /** Every result that waits gets a colour: by one clinician, and by a second one for what is not green. */
  async #releaseAll(spelling: string): Promise<void> {
    for (const by of [CLINICIAN, SECOND]) {
      const filled = fillSheet(await readJudgementSheet(this.#deps(), by))
      if (filled === EMPTY_SHEET.trimEnd()) continue
      if (by === SECOND) await this.#refuseSecondOfSamePerson(filled, spelling)
      const outcome = await approveResults(this.#deps(), filled, by)
      expect(outcome.ok, JSON.stringify(outcome)).toBe(true)
      this.#lastSheet = filled
    }
    const { rows: open } = await this.#database.query<{ id: string }>(
      `select result_id as id from app.results where state in ('graded', 'on_hold')`,
    )
    this.#released.push(...open.map(({ id }) => id))
    await this.#releaseAgain()
  }

  /** What waits for a second clinician is not judged by the first one under another spelling of their name. */
  async #refuseSecondOfSamePerson(filled: string, spelling: string): Promise<void> {
    const outcome = await approveResults(this.#deps(), filled, `${spelling}, clinician`)
    expect(outcome, spelling).toMatchObject({ ok: false })
  }

  /** A file of ids that was released before; red ones alone, after the call. */
  async #releaseAgain(): Promise<void> {
    const { leftOut } = await releaseResults(this.#database, this.#released, CLINICIAN)
    for (const { resultId } of leftOut.filter(({ reason }) => reason === 'not-alone')) {
      const call = { kind: 'spoken-to', details: '', by: CLINICIAN } as const
      await recordCall({ database: this.#database, sealer }, resultId, call)
      await releaseResults(this.#database, [resultId], CLINICIAN, { reason: undefined })
    }
  }

  /** A sheet that was written before: no row of a result that has changed since is accepted. */
  async #approveAgain(): Promise<void> {
    await approveResults(this.#deps(), this.#lastSheet, SECOND)
  }

  async #confirm(at: number): Promise<void> {
    const { rows: waiting } = await this.#database.query<{ id: string; sealed: Buffer }>(
      `select row_id as id, row_sealed as sealed from app.lab_rows join app.lab_files using (file_id)
        where label = $1 and reasons = '{value-implausible}' and decision = 'quarantined' and resolution is null order by imported_at limit 1`,
      [this.#tube(at).label],
    )
    const [row] = waiting
    if (row === undefined) return
    const { value } = JSON.parse(sealer.open(row.sealed, labRowContext(row.id))) as LabCells
    // A value below the limit is one of two that every tube shares.
    if (this.#generator.ownerOf(value) === undefined) return
    const truth = this.#truth(at)
    const open = truth.open.find((one) => one.cells.value === value)
    if (open === undefined) throw new Error(`The generator knows no row with ${value}.`)
    const refusal = confirmRefusal(open, truth)
    expect(await byTwo(this.#database, confirmRow, row.id)).toBe(refusal)
    if (refusal !== undefined) return
    truth.value = value
    truth.lastFile = open.file
    truth.open = notOvertaken(open.cells, truth.open)
  }

  async #hide(step: 'hold' | 'withdraw', at: number): Promise<void> {
    const id = await this.#stored.newest(this.#tube(at).label)
    if (id === undefined) return
    const refusal = await hideResult(this.#database, step, id, { by: CLINICIAN, reason: 'asked' })
    if (refusal !== undefined) return
    this.#truth(at)[step === 'withdraw' ? 'isWithdrawn' : 'isHeld'] = true
  }

  async #releaseHeld(at: number): Promise<void> {
    const id = await this.#stored.newest(this.#tube(at).label)
    if (id === undefined) return
    const action = { by: CLINICIAN, reason: 'the question is answered' }
    const refusal = await releaseHeld(this.#database, id, action)
    if (refusal === undefined) this.#truth(at).isHeld = false
  }

  async #void(at: number): Promise<void> {
    const { label } = this.#tube(at)
    const refusal = await endSample(this.#database, label, {
      as: 'void',
      by: NURSE,
      reason: 'lost',
    })
    if (refusal === undefined) this.#truth(at).isVoid = true
  }

  async #rename(at: number): Promise<void> {
    const sql = `update app.profiles set last_name = 'Renamed', birth_date = birth_date + 1 where profile_id = $1`
    await this.#database.query(sql, [this.#tube(at).profileId])
  }

  async step(step: Step): Promise<void> {
    await this.#do(step)
    expect(await this.#wronglyShown(), JSON.stringify(step)).toEqual([])
  }

  async #do(step: Step): Promise<void> {
    if (step.do === 'import') await this.#import(step.rows.map((row) => this.#row(row)))
    else if (step.do === 'import again') await this.#importAgain()
    else if (step.do === 'import in part') {
      // The half of the file, and a row of its own so that the content is another.
      const half = this.#last.slice(0, Math.ceil(this.#last.length / 2))
      await this.#import([...half, this.#row({ tube: 0, kind: 'label unknown' })])
    } else if (step.do === 'release all') await this.#releaseAll(step.spelling)
    else if (step.do === 'release again') await this.#releaseAgain()
    else if (step.do === 'approve again') await this.#approveAgain()
    else if (step.do === 'release held') await this.#releaseHeld(step.tube)
    else if (step.do === 'confirm') await this.#confirm(step.tube)
    else if (step.do === 'void') await this.#void(step.tube)
    else if (step.do === 'rename') await this.#rename(step.tube)
    else if (step.do === 'hold' || step.do === 'withdraw') await this.#hide(step.do, step.tube)
  }

  /** Tubes of which the portal shows a value that is held, taken back, withdrawn or beside a row that waits. */
  async #wronglyShown(): Promise<string[]> {
    const shown = await this.#stored.shownLabels()
    return this.#tubes.flatMap(({ label }, at) =>
      shown.has(label) && !mayShow(this.#truth(at)) ? [label] : [],
    )
  }

  /** Values that are stored for, or shown to, another patient than the one whose blood gave them. */
  async misattributed(): Promise<string[]> {
    const values = await this.#stored.values(this.#tubes.map(({ profileId }) => profileId))
    return values
      .filter(({ value, profileId }) => this.#generator.ownerOf(value) !== profileId)
      .map(({ table, value, profileId }) => `${table}: ${value} at ${profileId}`)
  }
}

/** Whether the label has the right form: two rows with the same unreadable text are not two of one tube. */
const isLabel = ({ reasons }: Row) => !reasons.includes('label-unreadable')
