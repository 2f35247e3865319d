import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'
import type { CallCase, TickKind } from '#results/rules/call-case.ts'
import { WAITS_FOR_JUDGEMENT } from '#results/server/database/results-judgements.ts'

/** Why a step about a case is refused (`lab.lock_case`); 'done': this very step was stored before. */
export type CaseReason = 'not-found' | 'done' | 'closed' | 'changed-meanwhile'
/** Why the checklist does not begin again (`lab.reopen_checklist`). */
export type ReopenReason = CaseReason | 'nothing-recorded' | 'reason-needed'
/** Why `lab.withdraw_wrong_patient` changes nothing. */
export type WrongPatientReason = 'not-found' | 'case-exists' | 'no-tube'
/** Why the other tube is not named (`lab.name_other_tube`). */
export type OtherTubeReason = Exclude<CaseReason, 'done'> | 'no-tube' | 'settled'

const CASE = sql`
  f.follow_up_id as "caseId", f.kind, f.result_id as "resultId", r.profile_id as "profileId", s.label, f.opened_at as "openedAt", f.outcome, f.closed_at as "closedAt",
  f.closed_by as "closedBy", not ${WAITS_FOR_JUDGEMENT} as "isJudged", case when f.kind = 'call-first' and not ${WAITS_FOR_JUDGEMENT} then lab.call_due(f.result_id, f.round) end as "dueAt",
  lab.call_state(f.result_id, f.round) as call, r.state = 'released' as "isShown", r.held or r.state = 'on_hold' as "isHeld",
  p.is_verified as "isConfirmed", lab.unready(r) as unready, o.profile_id as "otherProfileId", o.label as "otherLabel", f.pass,
  case when f.kind = 'wrong-patient' then lab.open_steps(f.follow_up_id) else '{}' end as "openSteps",
  exists (select from app.follow_up_notes n where n.follow_up_id = f.follow_up_id and n.pass = f.pass and n.kind in ('told-other', 'no-other')) as "isSettled",
  (select count(*)::int from app.follow_up_notes n where n.follow_up_id = f.follow_up_id) as notes
  from app.follow_ups f
  join app.results r using (result_id)
  join app.samples s on s.sample_id = r.sample_id
  join app.profiles p on p.profile_id = r.profile_id
  left join app.samples o on o.sample_id = f.other_sample_id`

/** Whether a case f is on the list of calls. */
export const IS_LISTED = sql`f.outcome is null
  and (f.listed_at <= app.clock_now() or exists (select from app.follow_up_notes n where n.follow_up_id = f.follow_up_id))`

/** The open cases on the list of calls, without names. */
export async function listCallCases({ kysely }: Queries): Promise<CallCase[]> {
  const { rows } = await sql<CallCase>`
    select ${CASE}
     where ${IS_LISTED}
     order by f.opened_at, f.follow_up_id`.execute(kysely)
  return rows
}

export async function findCallCase(
  { kysely }: Queries,
  caseId: string,
): Promise<CallCase | undefined> {
  const { rows } = await sql<CallCase>`
    select ${CASE} where f.follow_up_id = ${caseId}`.execute(kysely)
  return rows[0]
}

/** Locks the result of a case, and compares the case with what the page showed of it. */
export async function lockCase(
  { kysely }: Queries,
  { caseId, notes, key }: { caseId: string; notes: number; key: string },
): Promise<CaseReason | undefined> {
  const { rows } = await sql<{ reason: CaseReason | null }>`
    select r_reason as reason
      from lab.lock_case(p_case => ${caseId}, p_notes => ${notes}, p_note => ${key})`.execute(
    kysely,
  )
  return rows[0]?.reason ?? undefined
}

/** Withdraws a result that is another patient's, and opens its case (`lab.withdraw_wrong_patient`). */
export async function withdrawAsWrong(
  { kysely }: Queries,
  resultId: string,
  one: { caseId: string; otherLabel: string | undefined; by: string; reason: string },
): Promise<WrongPatientReason | undefined> {
  const { rows } = await sql<{ reason: WrongPatientReason | null }>`
    select lab.withdraw_wrong_patient(p_result => ${resultId}, p_case => ${one.caseId}, p_other => ${one.otherLabel ?? null},
      p_by => ${one.by}, p_reason => ${one.reason}) as reason`.execute(kysely)
  return rows[0]?.reason ?? undefined
}

/** Names the tube that the value may be of, and holds its result (`lab.name_other_tube`). */
export async function nameOtherTube(
  { kysely }: Queries,
  one: { caseId: string; label: string; was: string | null; notes: number; by: string },
): Promise<OtherTubeReason | undefined> {
  const { rows } = await sql<{ reason: OtherTubeReason | null }>`
    select lab.name_other_tube(p_case => ${one.caseId}, p_label => ${one.label}, p_was => ${one.was}, p_notes => ${one.notes},
      p_by => ${one.by}) as reason`.execute(kysely)
  return rows[0]?.reason ?? undefined
}

/** Records a step of the checklist (`lab.tick`). */
export async function tick(
  { kysely }: Queries,
  ref: { caseId: string; notes: number; key: string },
  { step, detailsSealed, by }: { step: TickKind; detailsSealed: Buffer; by: string },
): Promise<CaseReason | 'other-tube' | undefined> {
  const { rows } = await sql<{ reason: CaseReason | 'other-tube' | null }>`
    select lab.tick(p_note => ${ref.key}, p_case => ${ref.caseId}, p_notes => ${ref.notes}, p_step => ${step},
      p_details => ${detailsSealed}, p_by => ${by}) as reason`.execute(kysely)
  return rows[0]?.reason ?? undefined
}

/** Begins the checklist again (`lab.reopen_checklist`). */
export async function reopenChecklist(
  { kysely }: Queries,
  ref: { caseId: string; notes: number; key: string },
  { detailsSealed, by, reason }: { detailsSealed: Buffer; by: string; reason: string },
): Promise<ReopenReason | undefined> {
  const { rows } = await sql<{ reason: ReopenReason | null }>`
    select lab.reopen_checklist(p_note => ${ref.key}, p_case => ${ref.caseId}, p_notes => ${ref.notes}, p_details => ${detailsSealed},
      p_by => ${by}, p_reason => ${reason}) as reason`.execute(kysely)
  return rows[0]?.reason ?? undefined
}

export type NamedPatient = {
  readonly profileId: number
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string | null
  readonly phone: string | null
}

/** Name, birth date and telephone of patients; the caller has recorded who sees them. */
export async function namePatients(
  { kysely }: Queries,
  profileIds: readonly number[],
): Promise<NamedPatient[]> {
  return await kysely
    .selectFrom('profiles')
    .select([
      'profile_id as profileId',
      'first_name as firstName',
      'last_name as lastName',
      'birth_date as birthDate',
      'phone',
    ])
    .where('profile_id', 'in', [...profileIds])
    .execute()
}

/** Opens the cases of results that are not opened by their patients, with the second mail (`app.open_unread`). */
export async function openUnread({ kysely }: Queries): Promise<void> {
  await sql`select app.open_unread()`.execute(kysely)
}
