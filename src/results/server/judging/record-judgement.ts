import { type IsoDate, londonDate } from '#core/rules/time.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { otherInterval, proposedNextTest } from '#results/rules/next-test.ts'
import type { Light, RiskGroup } from '#results/rules/result.ts'
import { deferralContext } from '#results/server/database/results-contexts.ts'
import { defer } from '#results/server/database/results-judgements.ts'
import type { LetterText, ReadLetterContent } from '#results/server/gateways/letter-content.ts'
import { findCase } from '#results/server/judging/case-lists.ts'
import { type Judged, judgeCases } from '#results/server/judging/judge-cases.ts'
import { checkServed } from '#results/server/judging/served-form.ts'
import { JUDGING_REFUSALS, type JudgingDone } from '#results/texts/judging.ts'

export type RecordDeps = {
  readonly database: Database
  readonly sealer: Sealer
  readonly clock: Clock
  readonly readLetterContent: ReadLetterContent
}

/** A case as its page showed it, with the signed time of the page and the key of the form. */
export type PostedCase = {
  readonly resultId: string
  readonly revision: number
  readonly judgements: number
  readonly signed: string
  readonly key: string
}

export type Said = { readonly light: Light; readonly riskGroup: RiskGroup }

export type PostedJudgement = PostedCase &
  Said & {
    /** Undefined when it could not be read. */
    readonly retestOn: IsoDate | null | undefined
    readonly retestReason: string
    readonly comments: string
  }

type Faults = Readonly<Record<string, string>>
export type Recorded =
  | { readonly ok: true; readonly done: JudgingDone }
  | { readonly ok: false; readonly faults: Faults }

const refused = (reason: keyof typeof JUDGING_REFUSALS): Recorded => ({
  ok: false,
  faults: { form: JUDGING_REFUSALS[reason] },
})

const plain = ({ sentence, meaning, nextStep }: LetterText) =>
  [sentence, ...[...meaning, ...nextStep].map(({ text }) => text)].join('\n')

/** The next test that the text says, and the published text that the patient will read; a fault when they do not agree. */
export async function proposeNextTest(
  { clock, readLetterContent }: RecordDeps,
  said: Said,
  takenOn: IsoDate,
) {
  const { light, riskGroup } = said
  const today = londonDate(clock.now())
  const nextTest = proposedNextTest(said, { takenOn, today })
  // Without the store of the texts the judging goes on: the letter reads them anew, and is refused without them.
  const content = await readLetterContent({ light, riskGroup, today }).catch(() => undefined)
  const text = content?.text
  const other = text && otherInterval(plain(text), said)
  const fault =
    other &&
    `The published text of ${light} and ${riskGroup} says ‘in ${other}’, which is not the next test of this group. Nothing can be recorded before the text is corrected.`
  return { nextTest, text, fault }
}

/** What is wrong with the next test of a judgement beside the published text and the day that it says. */
async function nextTestFaults(
  deps: RecordDeps,
  posted: PostedJudgement,
  takenAt: Date,
): Promise<Faults> {
  const { retestOn, retestReason } = posted
  const { nextTest, fault } = await proposeNextTest(deps, posted, londonDate(takenAt))
  if (fault !== undefined) return { form: fault }
  if (retestOn === undefined) return { retest: 'Enter a real day: day, month and year.' }
  if (retestOn !== null && retestOn <= londonDate(deps.clock.now())) {
    return { retest: 'The day is not in the future.' }
  }
  if (retestOn === nextTest || retestReason !== '') return {}
  return { reason: 'Write why the next test is on another day than the text says.' }
}

function recordedAs(judged: Judged, light: Light): Recorded {
  if (!judged.ok) {
    if ('nextTest' in judged) {
      return { ok: false, faults: { retest: `The next test ${judged.nextTest}.` } }
    }
    return refused(judged.reason === 'slipped' ? 'changed' : judged.reason)
  }
  const first = judged.isMild && light === 'green' ? 'table' : 'second'
  const words = { judged: 'recorded', unchanged: 'known', disagreed: 'differs', needSecond: first }
  return { ok: true, done: words[judged.kind] as JudgingDone }
}

/** Records the judgement of a page (LAB-06). */
export async function recordJudgement(
  deps: RecordDeps,
  member: StaffMember,
  posted: PostedJudgement,
): Promise<Recorded> {
  const by = byOf(member, 'judge-results')
  const served = checkServed(deps, { ...posted, staffId: member.staffId }, posted.signed)
  if (served !== 'ok') return refused(served)
  const found = await findCase(deps.database, posted.resultId, by)
  if (typeof found !== 'string') {
    const faults = await nextTestFaults(deps, posted, found.one.takenAt)
    if (Object.keys(faults).length > 0) return { ok: false, faults }
  }
  const judgement = {
    ...posted,
    retestOn: posted.retestOn ?? null,
    comments: posted.comments || null,
  }
  const [outcome] = await deps.database.transaction((db) => judgeCases(db, deps, [judgement], by))
  return outcome === undefined ? refused('gone') : recordedAs(outcome.judged, posted.light)
}

/** Puts the case of a page off, with a reason that is encrypted. */
export async function deferCase(
  deps: RecordDeps,
  member: StaffMember,
  posted: PostedCase & { readonly reason: string },
): Promise<Recorded> {
  const by = byOf(member, 'judge-results')
  const { key, resultId, revision, judgements, reason } = posted
  const served = checkServed(deps, { ...posted, staffId: member.staffId }, posted.signed)
  if (served !== 'ok') return refused(served)
  if (reason === '') {
    return { ok: false, faults: { 'defer-reason': 'Write what this case waits for.' } }
  }
  const found = await findCase(deps.database, resultId, by)
  if (typeof found === 'string') return refused(found)
  const detailsSealed = deps.sealer.seal(reason, deferralContext(key))
  const refusal = await deps.database.transaction((db) =>
    defer(db, { deferralId: key, resultId, detailsSealed, by, revision, judgements }),
  )
  if (refusal === undefined) return { ok: true, done: 'deferred' }
  return refused(refusal === 'changed-meanwhile' ? 'changed' : 'gone')
}
