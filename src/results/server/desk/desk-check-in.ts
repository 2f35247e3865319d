import { NOTE_LIMITS, textFault } from '#core/rules/character-limits.ts'
import { isUuid } from '#core/rules/uuid.ts'
import type { StaffMember } from '#core/server/caller.ts'
import type { DeskCase } from '#results/rules/desk-case.ts'
import { readPaperForm } from '#results/rules/paper-form.ts'
import {
  checkIn,
  recordAnswers,
  recordNotTested,
  takeBackConsent,
} from '#results/server/database/desk-steps.ts'
import { recordPaperConsent } from '#results/server/desk/desk-bind.ts'
import { findCase } from '#results/server/desk/desk-case.ts'
import {
  type CaseRef,
  type DeskDeps,
  deskStep,
  fault,
  recordIdOf,
  STALE,
  stepResult,
} from '#results/server/desk/desk-step.ts'
import { QUESTIONS, type QuestionName } from '#results/texts/desk.ts'

type Answers = Readonly<Partial<Record<QuestionName, string>>>

/** From the arrival to the consent (CLI-02, CLI-06). */
export function deskCheckIn(deps: DeskDeps) {
  const { database, clock } = deps
  return {
    /** The case as it is now; undefined when the event has no such case. The caller records who sees it. */
    open: async ({ eventId, caseId }: CaseRef): Promise<DeskCase | undefined> =>
      isUuid(caseId) ? await findCase(database, eventId, caseId, clock.now()) : undefined,

    /** The patient has said name and birth date: whether both agree (CLI-02); `reason`: why a coordinator confirms it after the day of the event. */
    checkIn: (
      member: StaffMember,
      ref: CaseRef,
      form: { key: string; agrees: boolean; reason?: string },
    ) =>
      deskStep(deps, member, ref, async (db, { place }, { by }) => {
        if (!isUuid(form.key)) return fault('form', STALE)
        const recordId = recordIdOf(form.key, form.agrees ? 'agrees' : 'differs')
        const { agrees } = form
        const reason = form.reason?.trim()
        const wrong = textFault(reason ?? '', NOTE_LIMITS.reason)
        if (wrong !== undefined) return fault('reason', wrong)
        const done = await checkIn(db, { ...place, recordId, source: 'online', by, agrees, reason })
        return stepResult(done, !done.ok && done.reason === 'reason-needed' ? 'reason' : 'form')
      }),

    /** A consent on paper, by the number of its form (CLI-06). */
    recordConsent: (member: StaffMember, ref: CaseRef, typed: string) =>
      deskStep(deps, member, ref, async (db, { place, day, step: at }, recording) => {
        if (at !== 'consent') return { ok: true, isKnown: true }
        const form = readPaperForm(typed)
        if (form === undefined)
          return fault('consent', 'Type the number of the signed form: letters, digits, - and /.')
        const { profileId } = place
        const given = { profileId, day, form, at: clock.now() }
        const problem = await recordPaperConsent(db, given, recording)
        return problem === undefined
          ? { ok: true, isKnown: false }
          : fault(
              'consent',
              'This form is recorded for another patient or day. Read its number again.',
            )
      }),

    /** A consent on paper that was recorded for the wrong patient: a coordinator takes it back, and its form can be recorded again. */
    takeBackConsent: (
      member: StaffMember,
      ref: CaseRef,
      form: { consent: string; reason: string },
    ) =>
      deskStep(deps, member, ref, async (db, { place }, { by }) => {
        if (!isUuid(form.consent)) return fault('form', STALE)
        const { profileId: profile, eventId: event } = place
        const reason = form.reason.trim()
        const done = await takeBackConsent(db, {
          consent: form.consent,
          profile,
          event,
          by,
          reason,
        })
        return stepResult(done, !done.ok && done.reason === 'reason-needed' ? 'reason' : 'form')
      }),
  }
}

/** The questions before the test, and patients who are not tested (CLI-05, CLI-07). */
export function deskQuestions(deps: DeskDeps) {
  const { sealer } = deps
  return {
    /** The answers to the questions before the test; a 'yes' records that the patient is not tested today (CLI-07). */
    answer: (member: StaffMember, ref: CaseRef, form: { key: string; answers: Answers }) =>
      deskStep(deps, member, ref, async (db, { place }, { by }) => {
        if (!isUuid(form.key)) return fault('form', STALE)
        const open = QUESTIONS.filter(({ name }) => !/^(yes|no)$/.test(form.answers[name] ?? ''))
        if (open.length > 0) {
          return {
            ok: false,
            faults: Object.fromEntries(open.map(({ name }) => [name, 'Choose yes or no.'])),
          }
        }
        const yes = QUESTIONS.filter(({ name }) => form.answers[name] === 'yes')
        const recordId = recordIdOf(form.key, yes.length > 0 ? 'not tested' : 'answers')
        const record = { ...place, recordId, source: 'online', by, sealer } as const
        if (yes.length > 0) {
          const reason = yes.map((one) => one.reason).join(', ')
          return stepResult(await recordNotTested(db, { ...record, reason }))
        }
        const details = QUESTIONS.map(({ text }) => `${text} No.`).join(' ')
        return stepResult(await recordAnswers(db, { ...record, details }))
      }),

    /** The patient came and is not tested, for a reason that a person writes (CLI-05). */
    stop: (member: StaffMember, ref: CaseRef, form: { key: string; reason: string }) =>
      deskStep(deps, member, ref, async (db, { place }, { by }) => {
        const reason = form.reason.trim()
        if (!isUuid(form.key)) return fault('form', STALE)
        if (reason === '') return fault('reason', 'Write why the patient is not tested.')
        const wrong = textFault(reason, NOTE_LIMITS.deskReason)
        if (wrong !== undefined) return fault('reason', wrong)
        const recordId = recordIdOf(form.key, 'not tested')
        const record = { ...place, recordId, source: 'online', by, sealer } as const
        return stepResult(await recordNotTested(db, { ...record, reason }))
      }),
  }
}
