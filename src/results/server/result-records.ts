import { isUuid } from '#core/rules/uuid.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { Finding, Light } from '#results/rules/result.ts'
import { readLabel } from '#results/rules/sample-label.ts'
import { type WrongPatientReason, withdrawAsWrong } from '#results/server/database/call-cases.ts'
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
  type ReleaseReason,
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
  /** Wakes the job loop, so that the mails leave immediately. */
  nudgeJobs(): void
}

/** What happened to the result of a tube. Values, judgements and calls are for clinicians: a red result is telephoned, and any but green is read twice. */
export type ResultRecord = {
  readonly tube: RecordedTube
  readonly versions: readonly (Omit<RecordedVersion, 'findingSealed'> & {
    readonly finding: Finding | undefined
    readonly judgements: readonly (Omit<RecordedJudgement, 'lightSealed'> & {
      readonly light: Light | undefined
    })[]
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

/** Versions, judgements and actions; who reads them is recorded first (AUD-01). */
async function openRecord(
  { database, sealer }: Pick<Deps, 'database' | 'sealer'>,
  member: StaffMember,
  resultId: string,
): Promise<ResultRecord | undefined> {
  const tube = isUuid(resultId) ? await findRecordedTube(database, resultId) : undefined
  if (tube === undefined) return undefined
  await insertAudit(database, {
    actor: null,
    action: 'result-record-read',
    subject: `result:${resultId}`,
    requestId: null,
    operator: byOf(member, 'hold-results'),
    staffId: member.staffId,
    subjects: [tube.profileId],
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
        .map(({ lightSealed, ...one }) => ({
          ...one,
          light:
            lightSealed !== null
              ? (sealer.open(lightSealed, judgementContext(one.gradingId, 'light_sealed')) as Light)
              : undefined,
        })),
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
      const isDone = await transaction.kysely
        .selectFrom('follow_ups')
        .select('follow_up_id')
        .where('follow_up_id', '=', caseId)
        .executeTakeFirst()
      if (isDone) return undefined
      if (now !== form.seen) return 'changed'
      return await withdrawAsWrong(transaction, resultId, { caseId, otherLabel, by, reason })
    })
    return await mailed(deps, work)
  },
})
