import { createHash } from 'node:crypto'
import type { Permission } from '#core/rules/permissions.ts'
import { isUuid } from '#core/rules/uuid.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { DeskCase } from '#results/rules/desk-case.ts'
import type { DeskStepReason } from '#results/rules/desk-reason.ts'
import { lockPlaces, type StepOutcome } from '#results/server/database/results-samples.ts'
import type { Recording } from '#results/server/desk/desk-bind.ts'
import { findCase } from '#results/server/desk/desk-case.ts'
import { DESK_REFUSALS } from '#results/texts/desk.ts'

export type DeskDeps = {
  readonly database: Database
  readonly sealer: Sealer
  readonly clock: Clock
  readonly limiter: Pick<Limiter, 'count' | 'giveBack'>
}

/** A step that was recorded, now or before (`isKnown`), or the faults of its form. */
export type StepResult =
  | { readonly ok: true; readonly isKnown: boolean }
  | { readonly ok: false; readonly faults: Readonly<Record<string, string>> }

export const fault = (field: string, text: string): StepResult & { ok: false } => ({
  ok: false,
  faults: { [field]: text },
})

/** The result of a step of the database; a refusal is a fault of `field`. */
export const stepResult = (step: StepOutcome<DeskStepReason>, field = 'form'): StepResult =>
  step.ok ? step : fault(field, DESK_REFUSALS[step.reason])

export const recordingOf = (
  { sealer }: Pick<DeskDeps, 'sealer'>,
  member: StaffMember,
  permission: Permission = 'run-desk',
): Recording => ({ sealer, by: byOf(member, permission), staffId: member.staffId })

/**
 * The id of a record: of the form's key and of what the form says. A person who changes an answer and presses again sends the same key, and the
 * second answer must not count as a repetition of the first.
 */
export function recordIdOf(key: string, says: string): string {
  const hex = createHash('sha256').update(`${key.toLowerCase()} ${says}`).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}

export const STALE = 'This page is out of date. Nothing was recorded. Go back to the list.'

/** Names a patient's case: its event and its id (`findCase`). */
export type CaseRef = { readonly eventId: number; readonly caseId: string }

/** One step for the patient of a case, who is locked with the event; the audit row is in the same transaction. */
export async function deskStep(
  deps: DeskDeps,
  member: StaffMember,
  { eventId, caseId }: CaseRef,
  work: (db: Queries, one: DeskCase, recording: Recording) => Promise<StepResult>,
): Promise<StepResult> {
  if (!isUuid(caseId)) return fault('form', STALE)
  const now = () => deps.clock.now()
  return await deps.database.transaction(async (db) => {
    const found = await findCase(db, eventId, caseId, now())
    if (found === undefined) return fault('form', STALE)
    await lockPlaces(db, [found.place.profileId], [eventId])
    const one = await findCase(db, eventId, caseId, now())
    if (one === undefined) return fault('form', STALE)
    return await work(db, one, recordingOf(deps, member))
  })
}
