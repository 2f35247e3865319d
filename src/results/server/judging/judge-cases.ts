import { randomUUID } from 'node:crypto'
import { ageOn } from '#core/rules/age.ts'
import { isSamePerson } from '#core/rules/staff-person.ts'
import { type IsoDate, londonDate } from '#core/rules/time.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
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
import { type Judgement, sealJudgement } from '#results/server/database/sealed-judgement.ts'
import { findThresholds } from '#results/server/database/thresholds.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'

/** What a clinician says of one case, and of which: the result as its sheet or page showed it. */
export type CaseJudgement = Judgement & {
  readonly resultId: string
  readonly revision: number
  /** The number of its judgements then, where the page says it. */
  readonly judgements?: number
  /** The id of the judgement, made by the form: sent again it is stored once. */
  readonly key?: string
  /** Why the date of the next test differs from the text. */
  readonly retestReason?: string
  /** What the sheet shows of the case. */
  readonly seen?: Finding & { readonly label: string }
}

/** A complete judgement, a first one that needs a second person, a second one that differs, one that is stored already. */
export type JudgedAs = 'judged' | 'needSecond' | 'disagreed' | 'unchanged'

/** What became of a judgement. `isMild`: milder than the thresholds in force. */
export type Judged =
  | { readonly ok: true; readonly kind: JudgedAs; readonly isMild: boolean }
  | {
      readonly ok: false
      readonly reason: 'gone' | 'changed' | 'slipped' | 'imported-it' | 'needs-another-person'
    }
  | { readonly ok: false; readonly nextTest: string }

type Deps = { readonly sealer: Sealer; readonly clock: Clock }

type Case = {
  readonly judgement: CaseJudgement
  readonly found: ResultToJudge | undefined
  readonly given: readonly StoredJudgement[]
  readonly by: string
  /** The thresholds in force. */
  readonly table: Thresholds | undefined
  readonly today: IsoDate
}

/** The same amount: a spreadsheet may have dropped a zero at the end. */
function isSameValue(seen: Finding, finding: Finding): boolean {
  const plain = (text: string) => [/^[<>]?/.exec(text)?.[0], Number(text.replace(/^[<>]?\s?/, ''))]
  return seen.unit === finding.unit && plain(seen.value).join() === plain(finding.value).join()
}

/** The keyed hash of a judgement, with what the patient reads: equal ones of one result have the same. */
const macOf = (sealer: Pick<Sealer, 'lookup'>, said: CaseJudgement) =>
  sealer.lookup(
    [said.resultId, said.light, said.riskGroup, said.retestOn ?? '', said.comments ?? ''].join(
      '\n',
    ),
    'judgement',
  )

/** A judgement as the rules compare it. */
export const givenOf = ({
  round,
  reader,
  givenBy,
  judgementMac,
  secondNeeded,
}: StoredJudgement) => ({
  round,
  reader,
  by: givenBy,
  mac: judgementMac.toString('hex'),
  secondNeeded,
})

/** Whether the form of this judgement was sent before: its id is stored, by the same person. */
const isKnown = ({ judgement, given, by }: Pick<Case, 'judgement' | 'given' | 'by'>): boolean =>
  given.some(({ gradingId, givenBy }) => gradingId === judgement.key && isSamePerson(givenBy, by))

/** Stores one judgement; the values of the result are sealed for it when the round is complete. */
async function store(
  db: Queries,
  { judgement, by }: Pick<Case, 'judgement' | 'by'>,
  step: Extract<JudgementStep, { ok: true }>,
  sealer: Sealer,
) {
  const gradingId = judgement.key ?? randomUUID()
  const { resultId, revision } = judgement
  return await judge(db, {
    resultId,
    gradingId,
    ...step,
    by,
    revision,
    ...sealJudgement(sealer, judgement, (column) => judgementContext(gradingId, column)),
    mac: macOf(sealer, judgement),
    callNeeded: needsCall(judgement.light),
    retestReasonSealed: sealer.seal(
      judgement.retestReason ?? '',
      judgementContext(gradingId, 'retest_reason_sealed'),
    ),
    result: step.completes
      ? sealJudgement(sealer, judgement, (column) => resultContext(resultId, column))
      : undefined,
  })
}

type Refused = Extract<Judged, { ok: false }>

/** Whether a judgement is about the stored case, as it is now. */
function refusalOf({ judgement, given }: Case, found: ResultToJudge, finding: Finding) {
  const { seen, revision, judgements = given.length } = judgement
  if (seen && (found.label !== seen.label || !isSameValue(seen, finding))) return 'slipped'
  return found.revision !== revision || given.length !== judgements ? 'changed' : undefined
}

/** What the judgement is, or why it is none. */
function stepOf(
  one: Case,
  sealer: Sealer,
): Refused | { ok: true; isMild: boolean; step: Extract<JudgementStep, { ok: true }> | undefined } {
  const { judgement, found, given, by, table, today } = one
  if (found === undefined) return { ok: false, reason: 'gone' }
  const finding = openFinding(sealer, judgement.resultId, found.findingSealed)
  const refusal = refusalOf(one, found, finding)
  if (refusal !== undefined) return { ok: false, reason: refusal }
  const takenOn = londonDate(found.takenAt)
  const nextTest = nextTestFault(judgement, { takenOn, today })
  if (nextTest !== undefined) return { ok: false, nextTest }
  const { light } = judgement
  const isMild = isMilder(light, finding, { age: ageOn(found.birthDate, takenOn), table })
  const isSettled = found.state === 'graded' || found.state === 'on_hold'
  const step = nextJudgement(
    given.map(givenOf),
    { by, light, mac: macOf(sealer, judgement).toString('hex'), isMild },
    { takenBy: found.takenBy, isSettled },
  )
  if (step.ok) return { ok: true, isMild, step }
  if (step.reason === 'unchanged') return { ok: true, isMild, step: undefined }
  return { ok: false, reason: step.reason }
}

/** Judges one case, or says why not. */
async function judgeOne(db: Queries, one: Case, sealer: Sealer): Promise<Judged> {
  if (isKnown(one)) return { ok: true, kind: 'unchanged', isMild: false }
  const decided = stepOf(one, sealer)
  if (!decided.ok) return decided
  const { step, isMild } = decided
  if (step === undefined) return { ok: true, kind: 'unchanged', isMild }
  if ((await store(db, one, step, sealer)) !== undefined) {
    // Another request has changed the case since it was read here; it may have been this form.
    const given = await listJudgements(db, [one.judgement.resultId])
    if (isKnown({ ...one, given })) return { ok: true, kind: 'unchanged', isMild }
    return { ok: false, reason: 'changed' }
  }
  if (step.completes) return { ok: true, kind: 'judged', isMild }
  return { ok: true, kind: step.reader === 1 ? 'needSecond' : 'disagreed', isMild }
}

/** Cases in the order of these results, the unknown ones first. */
const byPlaceIn = (ids: readonly string[]) => {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ resultId }: CaseJudgement) => places.get(resultId) ?? -1
  return (one: CaseJudgement, other: CaseJudgement) => placeOf(one) - placeOf(other)
}

/**
 * Judges these cases in the transaction of the caller (LAB-06). A green result that the thresholds do not contradict needs one clinician, any
 * other two who agree; the person who imported a result does not judge it. Returns what became of each.
 */
export async function judgeCases<One extends CaseJudgement>(
  db: Queries,
  { sealer, clock }: Deps,
  judgements: readonly One[],
  by: string,
): Promise<{ readonly judgement: One; readonly judged: Judged }[]> {
  const ids = judgements.map(({ resultId }) => resultId)
  const inOrder = await sortByPatient(db, ids)
  const found = await findToJudge(db, ids)
  const given = Map.groupBy(await listJudgements(db, ids), (one) => one.resultId)
  const table = (await findThresholds(db))?.bands
  const today = londonDate(clock.now())
  const outcomes = []
  for (const judgement of judgements.toSorted(byPlaceIn(inOrder))) {
    const { resultId } = judgement
    const one = { judgement, found: found.get(resultId), given: given.get(resultId) ?? [] }
    outcomes.push({ judgement, judged: await judgeOne(db, { ...one, by, table, today }, sealer) })
  }
  return outcomes
}
