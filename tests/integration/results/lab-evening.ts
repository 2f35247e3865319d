import fc from 'fast-check'
import { approveResults } from '#results/commands/results-approve.ts'
import { readJudgementSheet } from '#results/commands/results-worklist.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { AMBER_WITHOUT_TABLE } from '#results/rules/thresholds.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { closeRow, confirmRow } from '#results/server/laboratory/row-ends.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { fillSheet } from '#tests/integration/results/lab-generator.ts'
import {
  CLERK,
  CLINICIAN,
  type Person,
  recordTubes,
  SECOND,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import { storedIn } from '#tests/integration/results/lab-stored.ts'
import { byTwo } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const PATIENTS = 8
const FORENAMES = 'Alan Basil Cyril Denis Edwin Frank Giles Henry'.split(' ')
const NHS_NUMBERS = '9434765919 4010232137 9876543210 4505577104'.split(' ')

/** What the laboratory sends of a tube: a value, a correction, a withdrawal, an earlier row again; or the clerk copies the tube's identifiers. */
export type Sent = {
  readonly tube: number
  readonly kind: 'F' | 'C' | 'W' | 'again' | 'edited'
}
export type EveningStep =
  | { readonly do: 'import'; readonly rows: readonly Sent[] }
  | { readonly do: 'ask the laboratory' | 'judge alone and release' | 'judge and release' }
export type EveningPlan = {
  /** Of each patient: a namesake of the one before, with the same forename too, with an NHS number. */
  readonly patients: readonly {
    readonly isNamesake: boolean
    readonly sameForename: boolean
    readonly hasNhsNumber: boolean
  }[]
  /** Patients whose labels the desk exchanges with the next patient. */
  readonly exchanged: readonly number[]
  readonly sendsForename: boolean
  readonly sendsNhsNumber: boolean
  /** The last patient's tube is recorded after the first step. */
  readonly lastIsLate: boolean
  readonly steps: readonly EveningStep[]
}

const percent = (share: number) => fc.nat({ max: 99 }).map((number) => number < share)
const tube = fc.nat({ max: PATIENTS - 1 })
const whole = fc.constant({
  do: 'import' as const,
  rows: Array.from({ length: PATIENTS }, (_, at) => ({ tube: at, kind: 'F' as const })),
})
const some = fc.record({
  do: fc.constant('import' as const),
  rows: fc.array(
    fc.record({ tube, kind: fc.constantFrom('F', 'C', 'W', 'again', 'edited', 'edited' as const) }),
    { minLength: 1, maxLength: PATIENTS },
  ),
})
const people = fc.record({
  do: fc.constantFrom(
    'ask the laboratory',
    'judge alone and release',
    'judge and release' as const,
  ),
})

/** Evenings of eight patients: every fifth is a namesake, labels are exchanged, and C and W come in every order. */
export const evenings: fc.Arbitrary<EveningPlan> = fc.record({
  patients: fc.array(
    fc.record({ isNamesake: percent(20), sameForename: percent(20), hasNhsNumber: percent(50) }),
    { minLength: PATIENTS, maxLength: PATIENTS },
  ),
  exchanged: fc.uniqueArray(fc.nat({ max: PATIENTS - 2 }), { maxLength: 3 }),
  sendsForename: percent(40),
  sendsNhsNumber: percent(40),
  lastIsLate: percent(20),
  steps: fc
    .tuple(fc.oneof(whole, some), fc.array(fc.oneof(some, people), { minLength: 2, maxLength: 5 }))
    .map(([first, more]) => [first, ...more, { do: 'judge and release' as const }]),
})

function peopleOf({ patients }: EveningPlan): Person[] {
  const made: Person[] = []
  for (const [at, { isNamesake, sameForename, hasNhsNumber }] of patients.entries()) {
    const before = made[at - 1]
    const number = hasNhsNumber ? NHS_NUMBERS[at % NHS_NUMBERS.length] : undefined
    const forename = FORENAMES[at] ?? ''
    made.push({
      ...(before && isNamesake
        ? { ...before, forename: sameForename ? before.forename : forename }
        : { surname: `Evening${'abcdefgh'[at]}`, forename, birthDate: '1961-02-03' }),
      nhsNumber: number ?? '',
    })
  }
  return made
}

let values = 0

/** Runs an evening over the real operations and keeps its own truth: whose blood is in which tube. */
export class Evening {
  readonly #database: SqlDatabase
  readonly #plan: EveningPlan
  readonly #tubes: readonly TakenTube[]
  /** Whose blood has this label: the number of the patient. */
  readonly #blood: number[]
  readonly #ownerOf = new Map<string, number>()
  readonly #sent: LabCells[] = []
  /** Tubes of which the laboratory took the value back, without a correction since. */
  readonly #takenBack = new Set<string>()

  private constructor(database: SqlDatabase, plan: EveningPlan, tubes: readonly TakenTube[]) {
    this.#database = database
    this.#plan = plan
    this.#tubes = tubes
    this.#blood = tubes.map((_, at) => at)
    for (const at of plan.exchanged) {
      const [one = 0, other = 0] = [this.#blood[at], this.#blood[at + 1]]
      this.#blood.splice(at, 2, other, one)
    }
  }

  static async run(database: SqlDatabase, plan: EveningPlan): Promise<Evening> {
    values += 1
    const isLate = (at: number) => plan.lastIsLate && at === PATIENTS - 1
    const tubes = await takeTubes(database, peopleOf(plan), {
      laboratory: `Laboratory of evening ${values}`,
      isLate,
    })
    const begun = new Evening(database, plan, tubes)
    for (const [number, step] of plan.steps.entries()) {
      await begun.#do(step)
      if (number === 0 && plan.lastIsLate) await recordTubes(database, tubes.slice(-1))
    }
    return begun
  }

  async #do(step: EveningStep): Promise<void> {
    if (step.do === 'import') await this.#import(step.rows)
    else if (step.do === 'ask the laboratory') await this.#askLaboratory()
    else
      await this.#judgeAndRelease(
        step.do === 'judge and release' ? [CLINICIAN, SECOND] : [CLINICIAN],
      )
  }

  #tubeAt(at: number): TakenTube {
    const found = this.#tubes[at]
    if (found === undefined) throw new Error(`There is no tube ${at}.`)
    return found
  }

  #row({ tube: at, kind }: Sent, waiting: readonly LabCells[]): LabCells | undefined {
    const own = this.#tubeAt(at)
    const owner = this.#tubeAt(this.#blood[at] ?? at)
    if (kind === 'again') return this.#sent.findLast(({ label }) => label === own.label)
    if (kind === 'edited') {
      const sent = waiting.find(({ label }) => label === own.label)
      if (sent === undefined) return undefined
      const { surname, forename, birthDate } = own
      return { ...sent, surname, forename, date_of_birth: birthDate, nhs_number: '' }
    }
    values += 1
    // Every third value needs a second clinician whatever its colour; none is twice in an evening.
    const least = values % 3 === 0 ? AMBER_WITHOUT_TABLE : 0.1
    const value = kind === 'W' ? '' : (least + (values % 20_000) / 10_000).toFixed(4)
    this.#ownerOf.set(value, owner.profileId)
    return {
      ...cellsOf(owner, value),
      label: own.label,
      forename: this.#plan.sendsForename ? owner.forename : '',
      nhs_number: this.#plan.sendsNhsNumber ? (owner.nhsNumber ?? '') : '',
      status: kind,
    }
  }

  async #import(sent: readonly Sent[]): Promise<void> {
    const waiting = (await this.#open()).map(({ cells }) => cells)
    const made = sent.flatMap((one) => {
      const cells = this.#row(one, waiting)
      return cells ? [{ cells, isEdited: one.kind === 'edited' }] : []
    })
    if (made.length === 0) return
    const csv = labCsv(made.map(({ cells }) => cells))
    const outcome = await importLabFile({ database: this.#database, sealer }, csv, CLERK)
    if (!outcome.ok) {
      if ('known' in outcome) return
      throw new Error(JSON.stringify(outcome))
    }
    for (const { cells, isEdited } of made) {
      // The laboratory repeats what it sent, and the clerk edits only what waits: after a row is closed, nothing shows the edit.
      if (!isEdited) this.#sent.push(cells)
      if (cells.status === 'C') this.#takenBack.delete(cells.label)
    }
    for (const { cells } of made) if (cells.status === 'W') this.#takenBack.add(cells.label)
  }

  /** The rows of this evening that wait, with their content. */
  #open = () => storedIn(this.#database).openRows(this.#tubes.map(({ label }) => label))

  /** Two honest people telephone about every row that waits: the laboratory knows whose blood it is. */
  async #askLaboratory(): Promise<void> {
    for (const { rowId, cells } of await this.#open()) {
      const at = this.#tubes.findIndex(({ label }) => label === cells.label)
      const isOwn = this.#blood[at] === at
      const refused = isOwn ? await byTwo(this.#database, confirmRow, rowId) : 'not the owner'
      if (refused !== undefined) await byTwo(this.#database, closeRow, rowId)
    }
  }

  async #judgeAndRelease(clinicians: readonly string[]): Promise<void> {
    const deps = { database: this.#database, sealer, clock: { now: () => new Date() } }
    for (const by of clinicians) {
      const sheet = fillSheet(await readJudgementSheet(deps, by))
      if (sheet.includes('\r\n')) await approveResults(deps, sheet, by)
    }
    const { rows } = await this.#database.query<{ id: string }>(
      `select result_id as id from app.results where state = 'graded' and profile_id = any($1)`,
      [this.#tubes.map(({ profileId }) => profileId)],
    )
    await releaseResults(
      this.#database,
      rows.map(({ id }) => id),
      CLINICIAN,
    )
  }

  /** Values that are stored, and not held, for another patient than the one whose blood gave them. */
  async wrongPatients(): Promise<string[]> {
    const ids = this.#tubes.map(({ profileId }) => profileId)
    const stored = await storedIn(this.#database).values(ids)
    return stored
      .filter(({ value, profileId, isHeld }) => this.#ownerOf.get(value) !== profileId && !isHeld)
      .map(({ table, value, profileId }) => `${table}: ${value} at ${profileId}`)
  }

  /** Tubes whose value the laboratory took back, and that the portal shows. */
  async shownAfterWithdrawal(): Promise<string[]> {
    const shown = await storedIn(this.#database).shownLabels()
    return [...this.#takenBack].filter((label) => shown.has(label))
  }

  /** Values from the threshold on that the portal shows, and that one person judged. */
  async highByOnePerson(): Promise<string[]> {
    const ids = this.#tubes.map(({ profileId }) => profileId)
    const shown = await storedIn(this.#database).shownByReaders(ids)
    return shown
      .filter(({ value, readers }) => Number(value) >= AMBER_WITHOUT_TABLE && readers < 2)
      .map(({ value }) => `${value} was judged by one person`)
  }

  /** Tubes whose value the portal shows while a row of their label waits. */
  async shownBesideWaiting(): Promise<string[]> {
    const shown = await storedIn(this.#database).shownLabels()
    const waiting = new Set((await this.#open()).map(({ cells }) => cells.label))
    return [...waiting].filter((label) => shown.has(label))
  }
}
