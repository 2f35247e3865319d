import { sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { TickKind } from '#results/rules/call-case.ts'
import type { UnreadyReason } from '#results/rules/release-list.ts'

/** What a clinician records about a call: an attempt, that they spoke to the patient, or the end of a case without that. */
export type CallKind = 'attempt' | 'spoken-to' | 'not-reached'
/** Why `lab.read_contact` returns no patient. */
export type ContactReason = UnreadyReason | 'not-found' | 'not-to-be-called'
/** Why `lab.note_call` records nothing. */
export type CallReason = ContactReason | 'closed' | 'too-soon' | 'not-shown'

/** Whom to telephone about a result. */
export type Contact = {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: IsoDate | null
  readonly phone: string | null
  readonly label: string
  readonly findingSealed: Buffer
  readonly lightSealed: Buffer
  readonly round: number
  readonly isHeld: boolean
  readonly call: 'spoken-to' | 'tried' | null
}

/** What was done about a case. */
export type CaseNote = {
  readonly noteId: string
  readonly kind: CallKind | 'shown' | TickKind | 'reopened'
  readonly pass: number
  readonly madeAt: Date
  readonly madeBy: string
  readonly detailsSealed: Buffer
}

/** The patient of a red or shown result, with an audit entry that names them, or why not (`lab.read_contact`). */
export async function readContact(
  { kysely }: Queries,
  resultId: string,
  { by, staffId }: { by: string; staffId: number | undefined },
): Promise<Contact | ContactReason> {
  const { rows } = await sql<Contact & { reason: ContactReason | null }>`
    select r_reason as reason, r_first_name as "firstName", r_last_name as "lastName", r_birth_date as "birthDate", r_phone as phone,
      r_label as label, r_finding as "findingSealed", r_light as "lightSealed", r_round as round, r_held as "isHeld", r_call as call
      from lab.read_contact(p_result => ${resultId}, p_by => ${by}, p_staff => ${staffId ?? null})`.execute(
    kysely,
  )
  const [found] = rows
  return found === undefined ? 'not-found' : (found.reason ?? found)
}

/** Records a call (`lab.note_call`); returns the reason of a refusal, or undefined. */
export async function noteCall(
  { kysely }: Queries,
  resultId: string,
  note: { noteId: string; kind: CallKind; detailsSealed: Buffer; by: string },
): Promise<CallReason | undefined> {
  const { rows } = await sql<{ reason: CallReason | null }>`
    select lab.note_call(p_note => ${note.noteId}, p_result => ${resultId}, p_kind => ${note.kind}, p_details => ${note.detailsSealed},
      p_by => ${note.by}) as reason`.execute(kysely)
  return rows[0]?.reason ?? undefined
}

/** Records a call of a case, or that its result was shown without one, and nothing else (`lab.add_call`); the case is locked. */
export async function addCall(
  { kysely }: Queries,
  caseId: string,
  note: { noteId: string; kind: CallKind | 'shown'; detailsSealed: Buffer; by: string },
): Promise<'too-soon' | undefined> {
  const { rows } = await sql<{ reason: 'too-soon' | null }>`
    select lab.add_call(p_note => ${note.noteId}, p_case => ${caseId}, p_kind => ${note.kind}, p_details => ${note.detailsSealed},
      p_by => ${note.by}) as reason`.execute(kysely)
  return rows[0]?.reason ?? undefined
}

const notesOfCases = ({ kysely }: Queries) =>
  kysely
    .selectFrom('follow_up_notes as n')
    .innerJoin('follow_ups as f', 'f.follow_up_id', 'n.follow_up_id')
    .select([
      'n.note_id as noteId',
      'n.kind',
      'n.pass',
      'n.made_at as madeAt',
      'n.made_by as madeBy',
      'n.details_sealed as detailsSealed',
    ])
    .orderBy('n.made_at')

/** The calls about one judgement of a result, the first one first. */
export const listCalls = (db: Queries, resultId: string, round: number): Promise<CaseNote[]> =>
  notesOfCases(db)
    .where('f.result_id', '=', resultId)
    .where('f.round', '=', round)
    .where('f.kind', '<>', 'wrong-patient')
    .execute()

export const listNotes = (db: Queries, caseId: string): Promise<CaseNote[]> =>
  notesOfCases(db).where('n.follow_up_id', '=', caseId).execute()
