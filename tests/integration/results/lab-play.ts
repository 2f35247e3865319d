import { expect } from 'vitest'
import type { LabCells } from '#domain/lab-row.ts'
import { makeSampleVoid } from '#server/operations/clinic-attended.ts'
import { approveResults } from '#server/operations/results-approve.ts'
import { openFinding } from '#server/operations/results-decide.ts'
import { type FileOutcome, importLabFile } from '#server/operations/results-import.ts'
import { hideResult, releaseResults } from '#server/operations/results-release.ts'
import { readJudgementSheet } from '#server/operations/results-worklist.ts'
import { cellsOf, labCsv, ROW_FAULTS } from '#tests/fixtures/lab-rows.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { FAMILY, type RowSpec, type Step } from '#tests/integration/results/lab-steps.ts'
import {
  CLERK,
  CLINICIAN,
  NURSE,
  SECOND,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-world.ts'

/** What the generator knows of a tube; `value` is of its newest version. */
type Truth = {
  value: string | undefined
  isTakenBack: boolean
  isWithdrawn: boolean
  isVoid: boolean
}
type Row = { cells: LabCells; reasons: readonly string[] }

const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

let lastValue = 0

/** What the stored result says against a row. */
function againstTruth({ status, unit, value }: LabCells, truth: Truth): string | undefined {
  if (truth.isWithdrawn) return 'result-withdrawn'
  if (truth.value === undefined) return status === 'C' ? 'nothing-to-correct' : undefined
  if (status !== 'F') return undefined
  if (truth.isTakenBack) return 'value-taken-back'
  const isReadable = unit === 'ng/mL' && /^\d+(\.\d+)?$/.test(value)
  return isReadable && value !== truth.value ? 'another-final-value' : undefined
}

/** What becomes of a row with nothing against it; its value is then the newest. */
function takeInto(truth: Truth, value: string): string {
  if (value === truth.value && !truth.isTakenBack) return 'unchanged'
  const decision = truth.value === undefined ? 'accepted' : 'amended'
  truth.value = value
  truth.isTakenBack = false
  return decision
}

/** Plays steps on a database and compares every row with the generator's own truth, which never asks the code under test. */
export class Play {
  readonly #database: SqlDatabase
  readonly #tubes: readonly TakenTube[]
  readonly #truths: Truth[]
  /** Whose blood gave a value: every value is used once. */
  readonly #ownerOf = new Map<string, number>()
  #last: Row[] = []
  #lastCsv = ''

  private constructor(database: SqlDatabase, tubes: readonly TakenTube[]) {
    this.#database = database
    this.#tubes = tubes
    this.#truths = tubes.map(() => ({
      value: undefined,
      isTakenBack: false,
      isWithdrawn: false,
      isVoid: false,
    }))
  }

  static async begin(database: SqlDatabase): Promise<Play> {
    return new Play(database, await takeTubes(database, FAMILY))
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

  #newValue(profileId: number): string {
    lastValue += 1
    const value = (0.1 + lastValue / 10_000).toFixed(4)
    this.#ownerOf.set(value, profileId)
    return value
  }

  /** The row of a specification, and why it would wait whatever the stored result is. */
  #row({ tube: at, kind: what }: RowSpec): Row {
    const own = this.#tube(at)
    const { value } = this.#truth(at)
    if (what === 'of another') {
      const other = this.#tube((at + 1) % this.#tubes.length)
      const cells = { ...cellsOf(other, this.#newValue(other.profileId)), label: own.label }
      return {
        cells,
        reasons: [
          ...(other.birthDate === own.birthDate ? [] : ['birth-date-differs']),
          ...(plain(other.surname) === plain(own.surname) ? [] : ['surname-differs']),
          ...(plain(other.forename) === plain(own.forename) ? [] : ['forename-differs']),
        ],
      }
    }
    const isOld = what === 'again' && value !== undefined
    const cells = cellsOf(own, isOld ? value : this.#newValue(own.profileId))
    if (what === 'corrected') return { cells: { ...cells, status: 'C' }, reasons: [] }
    if (what === 'taken back') {
      return { cells: { ...cells, status: 'W', surname: 'Someone Else', value: '' }, reasons: [] }
    }
    if (what === 'new' || what === 'again') return { cells, reasons: [] }
    const fault = ROW_FAULTS[what]
    return { cells: { ...cells, ...fault.change(cells) }, reasons: fault.reasons }
  }

  /** What must happen to a row, by the generator's truth; takes the row into that truth. */
  #expect({ cells, reasons }: Row, isTwice: boolean, before: readonly Truth[]): string {
    const at = this.#tubes.findIndex(({ label }) => label === cells.label)
    const truth = at < 0 ? undefined : this.#truth(at)
    if (cells.status === 'W' && truth !== undefined) {
      if (truth.value !== undefined && !truth.isWithdrawn) truth.isTakenBack = true
      return 'withdrawn'
    }
    const why = [...reasons, ...(isTwice ? ['label-twice-in-file'] : [])]
    if (truth?.isVoid) why.push('label-void')
    // Two rows of one label wait whatever their order: what is against them is what was there before the file.
    const earlier = isTwice ? before[at] : truth
    const against = earlier && againstTruth(cells, earlier)
    if (against !== undefined) why.push(against)
    if (why.length > 0 || truth === undefined) return `quarantined: ${why.sort().join(' ')}`
    return takeInto(truth, cells.value)
  }

  async #import(given: readonly Row[]): Promise<void> {
    const csv = labCsv(given.map(({ cells }) => cells))
    const count = (label: string) => given.filter(({ cells }) => cells.label === label).length
    const before = structuredClone(this.#truths)
    const expected = given.map((row) =>
      this.#expect(
        row,
        /^H\w{7}$/.test(row.cells.label) && isLabel(row) && count(row.cells.label) > 1,
        before,
      ),
    )
    const outcome = await importLabFile({ database: this.#database, sealer }, csv, CLERK)
    expect(outcome.ok, JSON.stringify(outcome)).toBe(true)
    expect(await this.#decisions(csv), csv).toEqual(expected)
    this.#last = [...given]
    this.#lastCsv = csv
  }

  /** What the database has of a file, by line. */
  async #decisions(csv: string): Promise<string[]> {
    const { rows: found } = await this.#database.query<{ decision: string; reasons: string[] }>(
      `select decision, reasons from app.lab_rows join app.lab_files using (file_id)
        where sha256 = sha256($1::bytea) order by line`,
      [Buffer.from(csv)],
    )
    return found.map(({ decision, reasons }) =>
      decision === 'quarantined' ? `quarantined: ${reasons.sort().join(' ')}` : decision,
    )
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
  async #releaseAll(): Promise<void> {
    const clock = { now: () => new Date() }
    const deps = { database: this.#database, sealer, clock }
    const lights = ['green', 'amber', 'red']
    for (const by of [CLINICIAN, SECOND]) {
      const [header = '', ...lines] = (await readJudgementSheet(deps, by)).trimEnd().split('\r\n')
      // The colour follows from the id, so that both choose the same.
      const filled = lines.map((line) =>
        line.replace(/,,,,$/, `,${lights[line.charCodeAt(0) % 3]},low,2099-01-02,`),
      )
      const outcome = await approveResults(deps, [header, ...filled].join('\r\n'), by)
      expect(outcome.ok, JSON.stringify(outcome)).toBe(true)
    }
    const { rows: open } = await this.#database.query<{ id: string }>(
      `select result_id as id from app.results where state in ('graded', 'on_hold')`,
    )
    const ids = open.map(({ id }) => id)
    await releaseResults(this.#database, ids, CLINICIAN)
  }

  async #hide(step: 'hold' | 'withdraw', at: number): Promise<void> {
    const { rows: found } = await this.#database.query<{ id: string }>(
      `select result_id as id from app.results join app.samples using (sample_id) where label = $1 order by version desc limit 1`,
      [this.#tube(at).label],
    )
    const [newest] = found
    if (newest === undefined) return
    await hideResult(this.#database, step, newest.id, { by: CLINICIAN, reason: 'asked' })
    if (step === 'withdraw') this.#truth(at).isWithdrawn = true
  }

  async #void(at: number): Promise<void> {
    const { label } = this.#tube(at)
    const refusal = await makeSampleVoid(this.#database, label, { by: NURSE, reason: 'spoiled' })
    if (refusal === undefined) this.#truth(at).isVoid = true
  }

  async #rename(at: number): Promise<void> {
    const sql = `update app.profiles set last_name = 'Renamed', birth_date = birth_date + 1 where profile_id = $1`
    await this.#database.query(sql, [this.#tube(at).profileId])
  }

  async step(step: Step): Promise<void> {
    if (step.do === 'import') await this.#import(step.rows.map((row) => this.#row(row)))
    else if (step.do === 'import again') await this.#importAgain()
    else if (step.do === 'import in part') {
      // The half of the file, and a row of its own so that the content is another.
      const half = this.#last.slice(0, Math.ceil(this.#last.length / 2))
      await this.#import([...half, this.#row({ tube: 0, kind: 'label unknown' })])
    } else if (step.do === 'release all') await this.#releaseAll()
    else if (step.do === 'void') await this.#void(step.tube)
    else if (step.do === 'rename') await this.#rename(step.tube)
    else if (step.do === 'hold' || step.do === 'withdraw') await this.#hide(step.do, step.tube)
  }

  /** Values that are stored for, or shown to, another patient than the one whose blood gave them. */
  async misattributed(): Promise<string[]> {
    const wrong: string[] = []
    for (const table of ['results', 'released_results']) {
      const { rows: stored } = await this.#database.query<{
        id: string
        profile: number
        sealed: Buffer | null
      }>(
        `select result_id as id, profile_id as profile, finding_sealed as sealed from app.${table} where profile_id = any($1)`,
        [this.#tubes.map(({ profileId }) => profileId)],
      )
      for (const { id, profile, sealed } of stored) {
        if (sealed === null) continue
        const { value } = openFinding(sealer, id, sealed)
        if (this.#ownerOf.get(value) !== profile) wrong.push(`${table}: ${value} at ${profile}`)
      }
    }
    return wrong
  }
}

/** Whether the label has the right form: two rows with the same unreadable text are not two of one tube. */
const isLabel = ({ reasons }: Row) => !reasons.includes('label-unreadable')
