import { readReference } from '#booking/rules/appointment.ts'
import { isUuid } from '#core/rules/uuid.ts'
import type { StaffMember } from '#core/server/caller.ts'
import type { Undoable } from '#results/rules/desk-case.ts'
import type { UndoReason } from '#results/rules/desk-reason.ts'
import { readLabel } from '#results/rules/sample-label.ts'
import { isLabelFree } from '#results/server/database/desk-records.ts'
import { undoOutcome } from '#results/server/database/desk-steps.ts'
import { findAttendedPatient } from '#results/server/database/results-samples.ts'
import { bindTube } from '#results/server/desk/desk-bind.ts'
import {
  type CaseRef,
  type DeskDeps,
  deskStep,
  fault,
  STALE,
  stepResult,
} from '#results/server/desk/desk-step.ts'
import { DESK_REFUSALS } from '#results/texts/desk.ts'

/** As `lab.undo` has it. */
export const OWN_UNDO_MS = 120_000

const UNDO_FIELDS: Partial<Record<UndoReason, string>> = {
  'reason-needed': 'reason',
  'label-differs': 'label',
}

const floorToMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

/** The label that was typed or scanned, or what to do. */
function readTyped(typed: string): { label: string } | { problem: string } {
  const label = readLabel(typed)
  if (label !== undefined) return { label }
  if (typed.trim() === '') return { problem: 'Type or scan the label of the tube.' }
  return {
    problem:
      readReference(typed) === undefined
        ? 'This is not one of our labels, or a character is wrong. A label has H and seven characters, without I, L, O and S. Read it again.'
        : 'This is the reference of a patient. Scan the label of the tube.',
  }
}

/** The tube and its patient (CLI-03, CLI-04). */
export function deskTubes(deps: DeskDeps) {
  const { database, clock } = deps
  return {
    /** The label, before it is read back; nothing is stored. */
    async checkLabel(typed: string): Promise<{ label: string } | { fault: string }> {
      const read = readTyped(typed)
      if ('problem' in read) return { fault: read.problem }
      return (await isLabelFree(database, read.label))
        ? read
        : { fault: DESK_REFUSALS['label-used'] }
    },

    /** Binds the tube to the patient, after patient and label were read back (CLI-03). */
    save: (member: StaffMember, ref: CaseRef, form: { key: string; label: string }) =>
      deskStep(deps, member, ref, async (db, { place }, recording) => {
        const read = readTyped(form.label)
        if (!isUuid(form.key)) return fault('form', STALE)
        if ('problem' in read) return fault('label', read.problem)
        const patient = await findAttendedPatient(db, place.profileId, place.eventId)
        const birthDate = patient?.birthDate ?? null
        if (patient === undefined || birthDate === null) {
          return fault('form', 'The birth date of this patient is missing. Ask a coordinator.')
        }
        const tube = { sampleId: form.key, label: read.label, takenAt: floorToMinute(clock.now()) }
        const bound = await bindTube(db, place, { ...patient, birthDate }, tube, recording)
        return 'problem' in bound
          ? fault('form', 'The event has no laboratory. A coordinator enters it in the event.')
          : stepResult(bound, 'label')
      }),

    /** Whether this person undoes this record without a reason: it is their own, of the last two minutes. */
    isOwnOfNow: ({ by, at }: Undoable, person: string): boolean =>
      by === person && clock.now().getTime() - at.getTime() < OWN_UNDO_MS,

    /** Undoes an outcome, or an arrival that nothing follows (CLI-04); `label` and `reason` are needed when it is not the person's own of the last two minutes. */
    undo: (
      member: StaffMember,
      ref: CaseRef,
      form: { outcome: string; label: string; reason: string },
    ) =>
      deskStep(deps, member, ref, async (db, { place }, { by }) => {
        if (!isUuid(form.outcome)) return fault('form', STALE)
        const { outcome: outcomeId } = form
        const reason = form.reason.trim()
        const label = readLabel(form.label)
        const refusal = await undoOutcome(db, { ...place, outcomeId, label, reason, by })
        if (refusal === undefined) return { ok: true, isKnown: false }
        return fault(UNDO_FIELDS[refusal] ?? 'form', DESK_REFUSALS[refusal])
      }),
  }
}
