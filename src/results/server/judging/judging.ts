import { byOf, type StaffMember } from '#core/server/caller.ts'
import { EVIDENCE_READ } from '#results/server/database/results-judgements.ts'
import { type CaseEvidence, readCaseEvidence } from '#results/server/judging/case-evidence.ts'
import {
  findCase,
  type ListDeps,
  nextCase,
  readCaseLists,
} from '#results/server/judging/case-lists.ts'
import {
  deferCase,
  type PostedCase,
  type PostedJudgement,
  proposeNextTest,
  type RecordDeps,
  recordJudgement,
  type Said,
} from '#results/server/judging/record-judgement.ts'
import { signServed } from '#results/server/judging/served-form.ts'

type Deps = RecordDeps & ListDeps

/** A case that can be judged now, with its evidence. */
export type OpenCase = Omit<PostedCase, 'key'> & {
  readonly label: string
  readonly isHeld: boolean
  readonly evidence: CaseEvidence
}

type Closed = 'gone' | 'judged' | 'imported-it' | 'needs-another-person'

/** The case with its evidence, which is recorded first; or why it cannot be judged. */
async function openCase(
  deps: Deps,
  member: StaffMember,
  resultId: string,
  again: boolean,
): Promise<OpenCase | Closed> {
  const by = byOf(member, 'judge-results')
  const found = await findCase(deps.database, resultId, by)
  if (typeof found === 'string') return found
  const { one, judgements } = found
  if (one.state === 'graded' && !again) return 'judged'
  await deps.disclose(member, by, {
    action: EVIDENCE_READ,
    subject: `result:${resultId}`,
    patients: [one.profileId],
  })
  const [read] = await readCaseEvidence(deps, [one])
  if (read === undefined) return 'gone'
  const { revision, label, isHeld } = one
  const served = { resultId, revision, judgements }
  const signed = signServed(deps, { ...served, staffId: member.staffId })
  return { ...served, signed, label, isHeld, evidence: read.evidence }
}

/** Judging on pages, one case a page (LAB-06). */
export const judgingService = (deps: Deps) => ({
  /** The numbers of the cases that this person and others can judge, and the deferred ones with their reasons. */
  overview: (member: StaffMember) => readCaseLists(deps, member),

  /** The case that this person reads next: the oldest that no colleague has open; undefined without one. */
  next: (member: StaffMember) => nextCase(deps.database, member),

  /** `again`: also a case that is judged and not released. */
  open: (member: StaffMember, resultId: string, { again = false } = {}) =>
    openCase(deps, member, resultId, again),

  propose: (said: Said, { takenOn }: Pick<CaseEvidence, 'takenOn'>) =>
    proposeNextTest(deps, said, takenOn),

  record: (member: StaffMember, posted: PostedJudgement) => recordJudgement(deps, member, posted),

  defer: (member: StaffMember, posted: PostedCase & { readonly reason: string }) =>
    deferCase(deps, member, posted),
})
