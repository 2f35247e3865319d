import { isUuid } from '#core/rules/uuid.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Disclose } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { ReleaseReason } from '#results/rules/release-list.ts'
import { type Finding, LIGHTS, type Light } from '#results/rules/result.ts'
import { readLabel } from '#results/rules/sample-label.ts'
import {
  findCallCase,
  type WrongPatientReason,
  withdrawAsWrong,
} from '#results/server/database/call-cases.ts'
import {
  findNewestOfLabel,
  findOtherTube,
  findRecordedTube,
  isOpen,
  listActions,
  listRecordedJudgements,
  listVersions,
  lockSeen,
  type OtherTube,
  type RecordedAction,
  type RecordedJudgement,
  type RecordedTube,
  type RecordedVersion,
  seen,
} from '#results/server/database/result-records.ts'
import {
  type HideReason,
  hide,
  releaseAlone,
  releaseHeld,
} from '#results/server/database/results.ts'
import { judgementContext } from '#results/server/database/results-contexts.ts'
import { EVIDENCE_READ } from '#results/server/database/results-judgements.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'
import { hideResult, hiding } from '#results/server/result-hiding.ts'

type Deps = {
  readonly database: Database
  readonly sealer: Pick<Sealer, 'open'>
  readonly disclose: Disclose
  /** Wakes the job loop, so that the mails leave immediately. */
  nudgeJobs(): void
}

/** A judgement; without its colour and the reason of its next test while a judgement is missing. */
type ReadJudgement = Omit<RecordedJudgement, 'lightSealed' | 'retestReasonSealed'> & {
  readonly light: Light | undefined
  readonly retestReason: string
}

/** What happened to the result of a tube. Values, judgements and calls are for clinicians: a red result is telephoned, and any but green is read twice. */
export type ResultRecord = {
  readonly tube: RecordedTube
  readonly versions: readonly (Omit<RecordedVersion, 'findingSealed'> & {
    readonly finding: Finding | undefined
    readonly judgements: readonly ReadJudgement[]
  })[]
  readonly actions: readonly RecordedAction[]
}

/** What a withdrawal will do, as its page says before it is confirmed; `seen` is what the form names. */
export type WithdrawalPlan = {
  /** Whether this version was neither withdrawn nor replaced before. */
  readonly isOpen: boolean
  readonly isShown: boolean
  /** How many versions a withdrawal for the wrong patient ends. */
  readonly versions: number
  readonly other: OtherTube | undefined
  readonly seen: string
}

type Step = { readonly resultId: string; readonly reason: string; readonly seen: string }
type ShowFault = ReleaseReason | 'changed'
type HideFault = HideReason | 'busy' | 'changed'

/** The same form again finds what it asked for; any other form is out of date. */
async function unlessDone(
  { kysely }: Queries,
  resultId: string,
  state: 'released' | 'withdrawn',
): Promise<'changed' | undefined> {
  const row = await kysely
    .selectFrom('results')
    .select('state')
    .where('result_id', '=', resultId)
    .executeTakeFirst()
  return row?.state === state ? undefined : 'changed'
}

async function mailed<T>({ nudgeJobs }: Deps, work: Promise<T>): Promise<T> {
  const outcome = await work
  nudgeJobs()
  return outcome
}

/** Shows a result as its form saw it; the same form again changes nothing. */
async function showAlone(
  deps: Deps,
  member: StaffMember,
  { resultId, reason, ...form }: Step,
  show: typeof releaseHeld,
): Promise<ShowFault | undefined> {
  const by = byOf(member, 'judge-results')
  const work = deps.database.transaction(async (transaction) =>
    (await lockSeen(transaction, resultId, undefined)) === form.seen
      ? await show(transaction, resultId, { by, reason })
      : await unlessDone(transaction, resultId, 'released'),
  )
  return await mailed(deps, work)
}

async function planOf(
  database: Database,
  resultId: string,
  otherLabel: string | undefined,
): Promise<WithdrawalPlan | 'not-found' | 'no-tube'> {
  const tube = await findRecordedTube(database, resultId)
  if (tube === undefined) return 'not-found'
  const seenNow = await seen(database, resultId, otherLabel)
  const open = (await listVersions(database, tube.sampleId)).filter(isOpen)
  const own = {
    isOpen: open.some((one) => one.resultId === resultId),
    isShown: open.some(({ state }) => state === 'released'),
    versions: open.length,
  }
  if (otherLabel === undefined) return { ...own, other: undefined, seen: seenNow }
  const other = otherLabel === tube.label ? undefined : await findOtherTube(database, otherLabel)
  return other === undefined ? 'no-tube' : { ...own, other, seen: seenNow }
}

/** An entry of what was done, unless it tells the colour: by its number of readers, a call, or the reason of a release after calls. */
function withoutColour(one: RecordedAction): RecordedAction[] {
  const tells = one.action.startsWith('call-') || TELLS_COLOUR.includes(one.action)
  return tells ? [] : [one.action === 'result-released' ? { ...one, reason: null } : one]
}
const TELLS_COLOUR = ['result-judged', 'result-put-off', EVIDENCE_READ]

function readJudgement(
  sealer: Pick<Sealer, 'open'>,
  { lightSealed, retestReasonSealed, ...one }: RecordedJudgement,
): ReadJudgement {
  const open = (sealed: Buffer | null, column: 'light_sealed' | 'retest_reason_sealed') =>
    sealed === null ? '' : sealer.open(sealed, judgementContext(one.gradingId, column))
  return {
    ...one,
    light: LIGHTS.find((light) => light === open(lightSealed, 'light_sealed')),
    retestReason: open(retestReasonSealed, 'retest_reason_sealed'),
  }
}

/** Versions, judgements and actions; who reads them is recorded first (AUD-01). */
async function openRecord(
  { database, sealer, disclose }: Deps,
  member: StaffMember,
  resultId: string,
): Promise<ResultRecord | undefined> {
  const tube = isUuid(resultId) ? await findRecordedTube(database, resultId) : undefined
  if (tube === undefined) return undefined
  await disclose(member, byOf(member, 'hold-results'), {
    action: 'result-record-read',
    subject: `result:${resultId}`,
    patients: [tube.profileId],
  })
  const isClinician = member.roles.includes('clinician')
  const judgements = await listRecordedJudgements(database, tube.sampleId)
  const versions = await listVersions(database, tube.sampleId)
  const actions = await listActions(
    database,
    versions.map((version) => version.resultId),
  )
  return {
    tube,
    versions: versions.map(({ findingSealed, ...version }) => ({
      ...version,
      finding: isClinician ? openFinding(sealer, version.resultId, findingSealed) : undefined,
      judgements: judgements
        .filter((one) => isClinician && one.resultId === version.resultId)
        .map((one) => readJudgement(sealer, one)),
    })),
    actions: isClinician ? actions : actions.flatMap(withoutColour),
  }
}

/** The page of one result: its versions and judgements; hold, end of a hold, withdrawal (LAB-08). */
export const resultRecordsService = (deps: Deps) => ({
  /** The result of a label or an id that was typed in full; nothing else is looked for. */
  async find(typed: string): Promise<string | undefined> {
    const label = readLabel(typed)
    if (label !== undefined) return await findNewestOfLabel(deps.database, label)
    const id = typed.trim().toLowerCase()
    return isUuid(id) && (await findRecordedTube(deps.database, id)) !== undefined ? id : undefined
  },

  open: (member: StaffMember, resultId: string) => openRecord(deps, member, resultId),

  /** Hides the result immediately, whatever its page showed. */
  hold: (
    member: StaffMember,
    resultId: string,
    reason: string,
  ): Promise<HideReason | 'busy' | undefined> =>
    hideResult(deps.database, 'hold', resultId, { by: byOf(member, 'hold-results'), reason }),

  /** What a form of the page names, so that one that is out of date does nothing. */
  seen: (resultId: string): Promise<string> => seen(deps.database, resultId, undefined),

  endHold: (member: StaffMember, step: Step) => showAlone(deps, member, step, releaseHeld),

  /** Shows a result although the address is not confirmed. The list of calls then has it, so that the patient is told by telephone (FUP-03). */
  releaseUnconfirmed: (member: StaffMember, form: Omit<Step, 'reason'>) =>
    showAlone(deps, member, { ...form, reason: 'the address is not confirmed' }, releaseAlone),

  plan: (resultId: string, otherLabel: string | undefined) =>
    planOf(deps.database, resultId, otherLabel),

  withdraw: async (
    member: StaffMember,
    { resultId, reason, ...form }: Step,
  ): Promise<HideFault | undefined> => {
    const by = byOf(member, 'judge-results')
    const work = hiding(deps.database, async (transaction) => {
      if ((await lockSeen(transaction, resultId, undefined)) !== form.seen)
        return await unlessDone(transaction, resultId, 'withdrawn')
      return await hide(transaction, 'withdraw', resultId, { by, reason })
    })
    return await mailed(deps, work)
  },

  /** Withdraws every version of a result of another patient, holds the one of the other tube, and opens the case `caseId`; the same form again changes nothing. */
  withdrawWrongPatient: async (
    member: StaffMember,
    { resultId, reason, ...form }: Step,
    { caseId, otherLabel }: { caseId: string; otherLabel: string | undefined },
  ): Promise<HideFault | WrongPatientReason | undefined> => {
    const by = byOf(member, 'judge-results')
    const work = hiding(deps.database, async (transaction) => {
      const now = await lockSeen(transaction, resultId, otherLabel)
      if (await findCallCase(transaction, caseId)) return undefined
      if (now !== form.seen) return 'changed'
      return await withdrawAsWrong(transaction, resultId, { caseId, otherLabel, by, reason })
    })
    return await mailed(deps, work)
  },
})
