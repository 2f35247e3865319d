import { randomUUID } from 'node:crypto'
import type { LabCells } from '#results/rules/lab-row.ts'
import { LIGHTS } from '#results/rules/result.ts'
import { AMBER_WITHOUT_TABLE } from '#results/rules/thresholds.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import type { EveningPages } from '#tests/integration/results/evening-pages.ts'
import {
  type EveningPlan,
  type EveningStep,
  PATIENTS,
  peopleOf,
  type Sent,
} from '#tests/integration/results/evening-plans.ts'
import { recordTubes, type TakenTube, takeTubes } from '#tests/integration/results/lab-setup.ts'
import { storedIn } from '#tests/integration/results/lab-stored.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

let values = 0

/** What happened in all evenings: a generator that never speaks to a red patient proves nothing about calls. */
export const happened = { undone: 0, held: 0, withdrawn: 0, red: 0 }

/** Runs an evening over the operations of the pages and keeps its own truth: whose blood is in which tube, and what must not be shown. */
export class Evening {
  readonly #database: SqlDatabase
  readonly #pages: EveningPages
  readonly #plan: EveningPlan
  readonly #tubes: readonly TakenTube[]
  /** Whose blood has this label: the number of the patient. */
  readonly #blood: number[]
  readonly #ownerOf = new Map<string, number>()
  readonly #sent: LabCells[] = []
  /** Rows that a report said would wait, of files that were not taken over. */
  #reported: LabCells[] = []
  /** Labels by why no value of theirs may be shown. */
  readonly #hidden = {
    'taken back': new Set<string>(),
    held: new Set<string>(),
    withdrawn: new Set<string>(),
    undone: new Set<string>(),
  }

  private constructor(
    { database, pages }: { database: SqlDatabase; pages: EveningPages },
    plan: EveningPlan,
    tubes: readonly TakenTube[],
  ) {
    this.#database = database
    this.#pages = pages
    this.#plan = plan
    this.#tubes = tubes
    this.#blood = tubes.map((_, at) => at)
    for (const at of plan.exchanged) {
      const [one = 0, other = 0] = [this.#blood[at], this.#blood[at + 1]]
      this.#blood.splice(at, 2, other, one)
    }
  }

  static async run(
    on: { database: SqlDatabase; pages: EveningPages },
    plan: EveningPlan,
  ): Promise<Evening> {
    values += 1
    const isLate = (at: number) => plan.lastIsLate && at === PATIENTS - 1
    const laboratory = `Laboratory of evening ${values}`
    const tubes = await takeTubes(on.database, peopleOf(plan), { laboratory, isLate })
    const begun = new Evening(on, plan, tubes)
    for (const [number, step] of plan.steps.entries()) {
      await begun.#do(step)
      if (number === 0 && plan.lastIsLate) await recordTubes(on.database, tubes.slice(-1))
    }
    return begun
  }

  async #do(step: EveningStep): Promise<void> {
    if (step.do === 'upload') await this.#upload(step)
    else if (step.do === 'ask the laboratory') await this.#askLaboratory()
    else if (step.do === 'judge and release') await this.#judgeAndRelease(['ada', 'ben'])
    else if (step.do === 'judge alone and release') await this.#judgeAndRelease(['ada'])
    else if (step.do === 'speak to red patients') await this.#telephone('spoken-to')
    else if (step.do === 'fail to reach red patients') await this.#telephone('attempt')
    else if ('tube' in step) await this.#hide(step.do, step.tube)
  }

  #tubeAt(at: number): TakenTube {
    const found = this.#tubes[at]
    if (found === undefined) throw new Error(`There is no tube ${at}.`)
    return found
  }

  #profileIds = () => this.#tubes.map(({ profileId }) => profileId)

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

  async #upload({
    rows,
    isOnlyChecked,
    undone,
  }: Extract<EveningStep, { do: 'upload' }>): Promise<void> {
    const waiting = [...(await this.#open()).map(({ cells }) => cells), ...this.#reported]
    const made = rows.flatMap((one) => {
      const cells = this.#row(one, waiting)
      return cells ? [{ cells, isEdited: one.kind === 'edited' }] : []
    })
    const [first] = made
    if (first === undefined) return
    const csv = labCsv(made.map(({ cells }) => cells))
    const sent = await this.#pages.send(first.cells.laboratory, csv)
    if (sent === undefined) return
    // The laboratory repeats what it sent, and the clerk edits only what waits: after a row is closed, nothing shows the edit.
    this.#sent.push(...made.flatMap(({ cells, isEdited }) => (isEdited ? [] : [cells])))
    if (isOnlyChecked) {
      const lines = new Set(sent.report.waiting?.map(({ line }) => line))
      this.#reported.push(...made.flatMap(({ cells }, at) => (lines.has(at + 2) ? [cells] : [])))
      await this.#pages.discard(sent.uploadId)
      return
    }
    await Promise.all([this.#pages.takeOver(sent.uploadId), this.#undo(undone)])
    const takenBack = this.#hidden['taken back']
    for (const { cells } of made) if (cells.status === 'C') takenBack.delete(cells.label)
    for (const { cells } of made) if (cells.status === 'W') takenBack.add(cells.label)
  }

  async #undo(at: number | undefined): Promise<void> {
    if (at === undefined) return
    const tube = this.#tubeAt(at)
    if (await this.#pages.undo(tube)) this.#note('undone', tube.label)
  }

  /** The rows of this evening that wait, with their content. */
  #open = () => storedIn(this.#database).openRows(this.#tubes.map(({ label }) => label))

  /** Two honest people telephone about every row that waits: the laboratory knows whose blood it is. */
  async #askLaboratory(): Promise<void> {
    for (const { rowId, cells } of await this.#open()) {
      const at = this.#tubes.findIndex(({ label }) => label === cells.label)
      const isOwn = this.#blood[at] === at
      const refused = isOwn ? await this.#pages.endRow(rowId, 'confirmed') : 'not the owner'
      if (refused === undefined) continue
      await this.#pages.endRow(rowId, 'closed')
      // After two people have ended it, a row of the label with other identifiers may pass (LAB-02).
      this.#reported = this.#reported.filter(({ label }) => label !== cells.label)
    }
  }

  /** The colour follows from the id, so that both clinicians choose the same. Red ones are left for their call. */
  async #judgeAndRelease(clinicians: readonly ('ada' | 'ben')[]): Promise<void> {
    const { judging, judge, releasing, ...people } = this.#pages
    const { rows } = await this.#database.query<{ id: string }>(
      'select result_id as id from app.results where profile_id = any($1)',
      [this.#profileIds()],
    )
    const own = rows.map(({ id }) => id)
    for (const name of clinicians) {
      for (const id of own) {
        if (typeof (await judging.open(people[name], id)) === 'string') continue
        const light = LIGHTS[id.charCodeAt(0) % LIGHTS.length] ?? 'green'
        const judged = await judge(people[name], id, { light, riskGroup: 'low' })
        if (!judged.ok) throw new Error(JSON.stringify(judged.faults))
      }
    }
    const { ready } = await releasing.overview(people.ada)
    const shown = [...ready.green, ...ready.amber].filter((one) => own.includes(one.slice(0, 36)))
    await releasing.release(people.ada, shown)
  }

  /** A step about each open case of a red result. */
  async #telephone(action: 'spoken-to' | 'attempt'): Promise<void> {
    const { calls, ada } = this.#pages
    for (const caseId of await storedIn(this.#database).openCases(this.#profileIds())) {
      const { notes = 0 } = (await calls.find(caseId)) ?? {}
      const form = { caseId, notes, key: randomUUID() }
      await calls.record(ada, { ...form, action, details: '', reason: '' })
      if (action === 'attempt') {
        const again = { ...form, notes: notes + 1, key: randomUUID() }
        await calls.record(ada, { ...again, action: 'show', details: '', reason: 'a letter' })
      }
    }
  }

  #note(what: 'undone' | 'held' | 'withdrawn', label: string): void {
    this.#hidden[what].add(label)
    happened[what] += 1
  }

  async #hide(
    what: 'hold' | 'end hold' | 'withdraw' | 'withdraw as wrong',
    at: number,
  ): Promise<void> {
    const { records, stepOf, ada, ben } = this.#pages
    const { label } = this.#tubeAt(at)
    const id = await storedIn(this.#database).newest(label)
    if (id === undefined) return
    if (what === 'hold' && !(await records.hold(ben, id, 'asked'))) this.#note('held', label)
    if (what === 'end hold' && !(await records.endHold(ada, await stepOf(id))))
      this.#hidden.held.delete(label)
    if (what === 'withdraw' && !(await records.withdraw(ada, await stepOf(id)))) {
      this.#note('withdrawn', label)
    }
    if (what === 'withdraw as wrong') {
      const otherLabel = this.#tubeAt((at + 1) % PATIENTS).label
      const plan = await records.plan(id, otherLabel)
      if (typeof plan === 'string') return
      const form = { ...(await stepOf(id)), seen: plan.seen }
      const wrong = { caseId: randomUUID(), otherLabel }
      if (await records.withdrawWrongPatient(ada, form, wrong)) return
      this.#note('withdrawn', label)
      this.#note('held', otherLabel)
    }
  }

  /** Values that are stored, and not held, for another patient than the one whose blood gave them. */
  async wrongPatients(): Promise<string[]> {
    const stored = await storedIn(this.#database).values(this.#profileIds())
    return stored
      .filter(({ value, profileId, isHeld }) => this.#ownerOf.get(value) !== profileId && !isHeld)
      .map(({ table, value, profileId }) => `${table}: ${value} at ${profileId}`)
  }

  /** Tubes that the portal shows although their value was taken back, held or withdrawn, or the tube undone. */
  async shownThoughHidden(): Promise<string[]> {
    const shown = await storedIn(this.#database).shownLabels()
    return Object.entries(this.#hidden).flatMap(([why, labels]) =>
      [...labels].filter((label) => shown.has(label)).map((label) => `${label} is ${why}`),
    )
  }

  /** Values from the threshold on that the portal shows, and that one person judged. */
  async highByOnePerson(): Promise<string[]> {
    const shown = await storedIn(this.#database).shownByReaders(this.#profileIds())
    return shown
      .filter(({ value, readers }) => Number(value) >= AMBER_WITHOUT_TABLE && readers < 2)
      .map(({ value }) => `${value} was judged by one person`)
  }

  /** Red judgements without a case, and red results that are shown although nobody spoke to the patient. */
  async redWithoutCall(): Promise<string[]> {
    const judged = await storedIn(this.#database).judged(this.#profileIds())
    happened.red += judged.filter(({ light, isShown }) => light === 'red' && isShown).length
    return judged
      .filter(
        ({ light, hasCase, isShown, wasSpokenTo }) =>
          light === 'red' && (!hasCase || (isShown && !wasSpokenTo)),
      )
      .map(({ id, hasCase }) => `${id} ${hasCase ? 'is shown without a call' : 'has no case'}`)
  }

  /** Tubes whose value the portal shows while a row of their label waits. */
  async shownBesideWaiting(): Promise<string[]> {
    const shown = await storedIn(this.#database).shownLabels()
    const waiting = new Set((await this.#open()).map(({ cells }) => cells.label))
    return [...waiting].filter((label) => shown.has(label))
  }
}
