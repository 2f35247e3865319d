import { randomUUID } from 'node:crypto'
import { isUuid } from '#core/rules/uuid.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import {
  type CallCase,
  type CallStep,
  type CaseAction,
  callStepOf,
  isDue,
  isNoteOnly,
  sortCases,
} from '#results/rules/call-case.ts'
import type { ReleaseReason } from '#results/rules/release-list.ts'
import type { Finding, Light } from '#results/rules/result.ts'
import {
  type CaseReason,
  findCallCase,
  listCallCases,
  lockCase,
} from '#results/server/database/call-cases.ts'
import { releaseAlone } from '#results/server/database/results.ts'
import {
  addCall,
  type CallKind,
  type CallReason,
  type CaseNote,
  type Contact,
  type ContactReason,
  listCalls,
  noteCall,
  readContact,
} from '#results/server/database/results-calls.ts'
import { callContext, resultContext } from '#results/server/database/results-contexts.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'

type CallDeps = { readonly database: Database; readonly sealer: Pick<Sealer, 'open' | 'seal'> }

/** What was done about a case, with what was written. */
export type WrittenNote = Omit<CaseNote, 'noteId' | 'detailsSealed'> & { readonly details: string }

/** Whom to telephone about a result, with its value, its colour and the calls so far. */
export type CallSheet = Omit<Contact, 'findingSealed' | 'lightSealed' | 'round'> & {
  readonly finding: Finding
  readonly light: Light
  readonly calls: readonly WrittenNote[]
}

/** A case as the list shows it. */
export type ListedCase = CallCase & { readonly step: CallStep; readonly isDue: boolean }

/** The case as the page showed it: the number of its notes, and the id of this step. */
export type CaseRef = { readonly caseId: string; readonly notes: number; readonly key: string }

export const writtenNotes = (
  notes: readonly CaseNote[],
  sealer: Pick<Sealer, 'open'>,
): WrittenNote[] =>
  notes.map(({ noteId, detailsSealed, ...note }) => ({
    ...note,
    details: sealer.open(detailsSealed, callContext(noteId)),
  }))

/** The patient of a red or shown result; the audit entry that names them comes first, and without it nothing is returned (LAB-12). */
export async function readCallSheet(
  { database, sealer }: CallDeps,
  resultId: string,
  by: string,
  staffId?: number,
): Promise<CallSheet | ContactReason> {
  const found = await readContact(database, resultId, { by, staffId })
  if (typeof found === 'string') return found
  const { findingSealed, lightSealed, round, ...contact } = found
  return {
    ...contact,
    finding: openFinding(sealer, resultId, findingSealed),
    light: sealer.open(lightSealed, resultContext(resultId, 'light_sealed')) as Light,
    calls: writtenNotes(await listCalls(database, resultId, round), sealer),
  }
}

type NewCall = {
  readonly kind: CallKind
  readonly details: string
  readonly by: string
  readonly noteId?: string
}

function note(
  transaction: Queries,
  sealer: Pick<Sealer, 'seal'>,
  resultId: string,
  { details, noteId = randomUUID(), ...call }: NewCall,
): Promise<CallReason | undefined> {
  const detailsSealed = sealer.seal(details, callContext(noteId))
  return noteCall(transaction, resultId, { ...call, noteId, detailsSealed })
}

/** Records a call about a result, and shows nothing; returns why not, or undefined. */
export const recordCall = (
  { database, sealer }: CallDeps,
  resultId: string,
  call: NewCall,
): Promise<CallReason | undefined> =>
  database.transaction((transaction) => note(transaction, sealer, resultId, call))

/** Whether the result is shown now; one that is held is told, and waits for the end of the hold. */
type Told = { readonly isShown: boolean }

async function tell(
  transaction: Queries,
  sealer: Pick<Sealer, 'seal'>,
  resultId: string,
  call: Omit<NewCall, 'kind'>,
): Promise<CallReason | Told> {
  const refusal = await note(transaction, sealer, resultId, { ...call, kind: 'spoken-to' })
  if (refusal !== undefined) return refusal
  const reason = await releaseAlone(transaction, resultId, { by: call.by, reason: undefined })
  // The call and the release are one step: a refusal that the call did not have undoes both.
  if (reason !== undefined && reason !== 'held' && reason !== 'released') throw new Error(reason)
  return { isShown: reason !== 'held' }
}

/** Records that the patient was spoken to and shows the result, in one transaction with its mail (LAB-12). */
export const tellPatient = (
  { database, sealer }: CallDeps,
  resultId: string,
  call: Omit<NewCall, 'kind'>,
): Promise<CallReason | Told> =>
  database.transaction((transaction) => tell(transaction, sealer, resultId, call))

/** Why a step of the page of a case was refused. */
export type StepReason = CallReason | CaseReason | ReleaseReason
export type StepResult =
  | { readonly ok: true; readonly isShown: boolean }
  | { readonly ok: false; readonly reason: StepReason }

/** `details` are kept encrypted with the case; `reason` is why a result is shown without a call, for the audit log. */
type CaseStep = CaseRef & {
  readonly action: CaseAction
  readonly details: string
  readonly reason: string
}

/** A call that took place is recorded, although its value is not told now; nothing is shown, and the case stays as it is. */
async function recordOnly(
  transaction: Queries,
  sealer: Pick<Sealer, 'seal'>,
  by: string,
  { action, details, caseId, key, unready }: CaseStep & Pick<CallCase, 'unready'>,
): Promise<StepResult> {
  if (action !== 'attempt' && action !== 'spoken-to')
    return { ok: false, reason: unready ?? 'closed' }
  const detailsSealed = sealer.seal(details, callContext(key))
  const only = { noteId: key, kind: action, detailsSealed, by }
  const refusal = await addCall(transaction, caseId, only)
  return refusal === undefined ? { ok: true, isShown: false } : { ok: false, reason: refusal }
}

async function recordCurrent(
  transaction: Queries,
  sealer: Pick<Sealer, 'seal'>,
  by: string,
  { action, details, reason, caseId, key, resultId }: CaseStep & Pick<CallCase, 'resultId'>,
): Promise<StepResult> {
  if (action === 'show') {
    const refusal = await releaseAlone(transaction, resultId, { by, reason })
    if (refusal !== undefined && refusal !== 'released') return { ok: false, reason: refusal }
    const detailsSealed = sealer.seal(details, callContext(key))
    await addCall(transaction, caseId, { noteId: key, kind: 'shown', detailsSealed, by })
    return { ok: true, isShown: true }
  }
  const call = { details, by, noteId: key }
  const outcome =
    action === 'spoken-to'
      ? await tell(transaction, sealer, resultId, call)
      : await note(transaction, sealer, resultId, { ...call, kind: action })
  if (typeof outcome === 'string') return { ok: false, reason: outcome }
  return { ok: true, isShown: outcome?.isShown ?? false }
}

/** Records a step about a case; the same step again changes nothing. */
const recordStep = ({ database, sealer }: CallDeps, by: string, step: CaseStep) =>
  database.transaction(async (transaction): Promise<StepResult> => {
    const reason = await lockCase(transaction, step)
    const one = await findCallCase(transaction, step.caseId)
    if (one === undefined || one.kind === 'wrong-patient') return { ok: false, reason: 'not-found' }
    if (reason === 'done') return { ok: true, isShown: one.isShown }
    if (reason !== undefined) return { ok: false, reason }
    const record = isNoteOnly(one) ? recordOnly : recordCurrent
    return await record(transaction, sealer, by, { ...one, ...step })
  })

/** The list of calls and its cases (LAB-12, FUP-01, FUP-03). */
export function callsService(
  deps: CallDeps & { readonly clock: Clock; readonly nudgeJobs: () => void },
) {
  const { database, clock, nudgeJobs } = deps
  const listed = (one: CallCase): ListedCase => {
    const now = clock.now()
    return { ...one, step: callStepOf(one, now), isDue: isDue(one, now) }
  }
  return {
    /** The open cases, those that are due first. It names no patient. */
    async list(): Promise<ListedCase[]> {
      return sortCases(await listCallCases(database), clock.now()).map(listed)
    },
    async find(caseId: string): Promise<ListedCase | undefined> {
      const found = isUuid(caseId) ? await findCallCase(database, caseId) : undefined
      return found && listed(found)
    },
    /** Whom to telephone; the audit entry comes first. */
    readSheet: (member: StaffMember, { resultId }: CallCase) =>
      readCallSheet(deps, resultId, byOf(member, 'judge-results'), member.staffId),
    async record(member: StaffMember, step: CaseStep): Promise<StepResult> {
      const result = await recordStep(deps, byOf(member, 'judge-results'), step)
      nudgeJobs()
      return result
    },
  }
}
