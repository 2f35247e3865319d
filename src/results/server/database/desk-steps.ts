import { callFunction } from '#core/server/database/call-function.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { DeskPlace } from '#results/rules/desk-case.ts'
import type {
  AnswersReason,
  CheckInReason,
  CloseReason,
  ConsentBackReason,
  NotTestedReason,
  UndoReason,
  WalkInReason,
} from '#results/rules/desk-reason.ts'
import { deskRecordContext } from '#results/server/database/desk-records.ts'
import {
  outcomeOf,
  type StepOutcome,
  type StepRow,
} from '#results/server/database/results-samples.ts'

type DeskRecord = DeskPlace & {
  /** Made by the form: repeating it changes nothing. */
  readonly recordId: string
  readonly source: 'online' | 'paper'
  readonly by: string
}

const placeOf = ({ profileId, eventId, appointmentId }: DeskPlace) => ({
  profile: profileId,
  event: eventId,
  appointment: appointmentId,
})

/** Records that the patient came, and whether name and birth date agree (`lab.check_in`). */
export async function checkIn(
  db: Queries,
  {
    recordId,
    agrees,
    source,
    by,
    reason,
    ...place
  }: DeskRecord & { readonly agrees: boolean; readonly reason?: string | undefined },
): Promise<StepOutcome<CheckInReason>> {
  const step = { record: recordId, ...placeOf(place), agrees, source, by, reason: reason ?? null }
  return outcomeOf(await callFunction<StepRow<CheckInReason>>(db, 'lab.check_in', step))
}

type Sealing = { readonly sealer: Pick<Sealer, 'seal'> }

/** Records that no answer to the questions before the test was 'yes' (`lab.record_answers`); `details` are null where they are on paper. */
export async function recordAnswers(
  db: Queries,
  {
    recordId,
    details,
    sealer,
    source,
    by,
    ...place
  }: DeskRecord & Sealing & { details: string | null },
): Promise<StepOutcome<AnswersReason>> {
  const sealed = details === null ? null : sealer.seal(details, deskRecordContext(recordId))
  const step = { record: recordId, ...placeOf(place), details: sealed, source, by }
  return outcomeOf(await callFunction<StepRow<AnswersReason>>(db, 'lab.record_answers', step))
}

/** Records that the patient came and was not tested (`lab.not_tested`); the reason is encrypted. */
export async function recordNotTested(
  db: Queries,
  { recordId, reason, sealer, source, by, ...place }: DeskRecord & Sealing & { reason: string },
): Promise<StepOutcome<NotTestedReason>> {
  const details = sealer.seal(reason, deskRecordContext(recordId))
  const step = { record: recordId, ...placeOf(place), details, source, by }
  return outcomeOf(await callFunction<StepRow<NotTestedReason>>(db, 'lab.not_tested', step))
}

/** Gives a patient without an appointment a walk-in place (`lab.walk_in`); `caseId` names the patient's case. */
export async function walkIn(
  db: Queries,
  { recordId, profileId, eventId, source, by }: Omit<DeskRecord, 'appointmentId'>,
): Promise<(StepOutcome<WalkInReason> & { readonly ok: false }) | { ok: true; caseId: string }> {
  const step = { record: recordId, profile: profileId, event: eventId, source, by }
  const row = await callFunction<StepRow<WalkInReason> & { r_record: string }>(
    db,
    'lab.walk_in',
    step,
  )
  return row.r_reason === null
    ? { ok: true, caseId: row.r_record }
    : { ok: false, reason: row.r_reason }
}

/** Undoes an outcome or an arrival (`lab.undo`); returns the reason of a refusal, or undefined. */
export async function undoOutcome(
  db: Queries,
  {
    outcomeId,
    label,
    reason,
    by,
    ...place
  }: DeskPlace & { outcomeId: string; label: string | undefined; reason: string; by: string },
): Promise<UndoReason | undefined> {
  const step = { outcome: outcomeId, ...placeOf(place), label: label ?? null, by, reason }
  const row = await callFunction<{ r_reason: UndoReason | null }>(db, 'lab.undo', step)
  return row.r_reason ?? undefined
}

/** Takes back a consent on paper (`lab.take_back_consent`). */
export async function takeBackConsent(
  db: Queries,
  back: { consent: string; profile: number; event: number; by: string; reason: string },
): Promise<StepOutcome<ConsentBackReason>> {
  return outcomeOf(
    await callFunction<StepRow<ConsentBackReason>>(db, 'lab.take_back_consent', back),
  )
}

/** What closing an event did, or why it was refused, with what is recorded. */
export type CloseOutcome = {
  readonly reason: CloseReason | undefined
  readonly isKnown: boolean
  readonly remaining: number
  readonly tubes: number
}

/** The number of tubes with which an event was closed; null while it is open. */
export async function findHandedOver({ kysely }: Queries, eventId: number): Promise<number | null> {
  const row = await kysely
    .selectFrom('events')
    .select('tubes_handed_over')
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row?.tubes_handed_over ?? null
}

/** Closes an event (`lab.close_event`). */
export async function closeEvent(
  db: Queries,
  closing: { event: number; tubes: number; explanation: string; by: string },
): Promise<CloseOutcome> {
  const row = await callFunction<StepRow<CloseReason> & { r_remaining: number; r_tubes: number }>(
    db,
    'lab.close_event',
    closing,
  )
  return {
    reason: row.r_reason ?? undefined,
    isKnown: row.r_known,
    remaining: row.r_remaining,
    tubes: row.r_tubes,
  }
}
