import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Disclose } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { type CallCase, isDetailed, type TickKind } from '#results/rules/call-case.ts'
import { readLabel } from '#results/rules/sample-label.ts'
import { type CaseRef, type WrittenNote, writtenNotes } from '#results/server/calls.ts'
import {
  type CaseReason,
  findCallCase,
  type NamedPatient,
  nameOtherTube,
  namePatients,
  type OtherTubeReason,
  reopenChecklist,
  tick,
} from '#results/server/database/call-cases.ts'
import {
  findOtherTube,
  lockSeen,
  type OtherTube,
  seen,
} from '#results/server/database/result-records.ts'
import { listNotes } from '#results/server/database/results-calls.ts'
import { callContext } from '#results/server/database/results-contexts.ts'
import { hiding } from '#results/server/result-hiding.ts'

type Deps = {
  readonly database: Database
  readonly sealer: Pick<Sealer, 'open' | 'seal'>
  readonly disclose: Disclose
}

/** The checklist of a result that was another patient's: both patients by the label of their tube, and what was done. */
export type Checklist = {
  readonly patients: readonly (NamedPatient & { readonly label: string })[]
  readonly ticks: readonly WrittenNote[]
}

/** What naming a tube as the other one will do; `seen` is what the form names. */
export type OtherTubePlan = OtherTube & { readonly seen: string }

/** The form that names the other tube: the case as its page showed it. */
type OtherTubeForm = {
  readonly caseId: string
  readonly resultId: string
  readonly label: string
  readonly was: string | null
  readonly notes: number
  readonly seen: string
}

/** Results that were another patient's (LAB-08). */
export const wrongPatientService = ({ database, sealer, disclose }: Deps) => ({
  /** Names both patients; the audit entry that says who sees them comes first. */
  async readChecklist(member: StaffMember, one: CallCase): Promise<Checklist> {
    const tubes = [
      { profileId: one.profileId, label: one.label },
      ...(one.otherProfileId === null || one.otherLabel === null
        ? []
        : [{ profileId: one.otherProfileId, label: one.otherLabel }]),
    ]
    const profileIds = tubes.map(({ profileId }) => profileId)
    await disclose(member, byOf(member, 'judge-results'), {
      action: 'wrong-patient-read',
      subject: `result:${one.resultId}`,
      patients: profileIds,
    })
    const named = await namePatients(database, profileIds)
    const ticks = writtenNotes(await listNotes(database, one.caseId), sealer)
    return {
      patients: tubes.flatMap(({ profileId, label }) =>
        named.filter((each) => each.profileId === profileId).map((each) => ({ ...each, label })),
      ),
      ticks,
    }
  },
  async tick(
    member: StaffMember,
    ref: CaseRef,
    { step, details }: { step: TickKind; details: string },
  ): Promise<CaseReason | 'other-tube' | 'details-needed' | undefined> {
    if (isDetailed(step) && details.trim() === '') return 'details-needed'
    const by = byOf(member, 'judge-results')
    const detailsSealed = sealer.seal(details, callContext(ref.key))
    const reason = await database.transaction((transaction) =>
      tick(transaction, ref, { step, detailsSealed, by }),
    )
    return reason === 'done' ? undefined : reason
  },
  /** Begins the checklist again: a step was recorded by mistake. Why is in the audit log. */
  async reopen(member: StaffMember, ref: CaseRef, reason: string) {
    const by = byOf(member, 'judge-results')
    const detailsSealed = sealer.seal('', callContext(ref.key))
    const refusal = await database.transaction((transaction) =>
      reopenChecklist(transaction, ref, { detailsSealed, by, reason }),
    )
    return refusal === 'done' ? undefined : refusal
  },
  /** What naming the typed tube as the other one will do. */
  async planOther(
    one: CallCase,
    typed: string,
  ): Promise<OtherTubePlan | 'no-tube' | 'named-already'> {
    const label = readLabel(typed)
    if (label === undefined || label === one.label) return 'no-tube'
    if (label === one.otherLabel) return 'named-already'
    const seenNow = await seen(database, one.resultId, label)
    const other = await findOtherTube(database, label)
    return other === undefined ? 'no-tube' : { ...other, seen: seenNow }
  },
  /** Names the other tube, or another one instead, and holds its result; the same form again changes nothing. */
  async nameOther(
    member: StaffMember,
    { resultId, seen: seenThen, ...form }: OtherTubeForm,
  ): Promise<OtherTubeReason | 'busy' | 'changed' | undefined> {
    const by = byOf(member, 'judge-results')
    return await hiding(database, async (transaction) => {
      const now = await lockSeen(transaction, resultId, form.label)
      const one = await findCallCase(transaction, form.caseId)
      if (one?.otherLabel !== form.label && now !== seenThen) return 'changed'
      return await nameOtherTube(transaction, { ...form, by })
    })
  },
})
