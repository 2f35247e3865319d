import { sql } from 'kysely'
import type { SmsKind, SmsOutcome } from '#booking/rules/sms.ts'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** A patient's last choice about text messages. */
export type SmsChoice = { readonly wants: boolean; readonly at: Date }

/** The last choice, or undefined before the first. */
export async function findSmsChoice(
  { kysely }: Queries,
  profileId: number,
): Promise<SmsChoice | undefined> {
  return await kysely
    .selectFrom('sms_choices')
    .select(['wants', 'at'])
    .where('profile_id', '=', profileId)
    .orderBy('sms_choice_id', 'desc')
    .executeTakeFirst()
}

/** Stores a choice unless it is the last one already. */
export async function storeSmsChoice(
  { kysely }: Queries,
  profileId: number,
  wants: boolean,
): Promise<void> {
  await sql`
    insert into app.sms_choices (profile_id, at, wants)
    select ${profileId}, ${databaseNow}, ${wants} where app.wants_sms(${profileId}) <> ${wants}`.execute(
    kysely,
  )
}

/** The telephone number of a patient as it was typed; null when there is none. */
export async function findPhone({ kysely }: Queries, profileId: number): Promise<string | null> {
  const row = await kysely
    .selectFrom('profiles')
    .select('phone')
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  return row?.phone ?? null
}

/** A queued text message with its appointment and patient as they are now. */
export type QueuedSms = {
  readonly kind: SmsKind
  /** The time that the message is about. */
  readonly slotStart: Date
  readonly queuedAt: Date
  readonly outcome: SmsOutcome | null
  readonly status: string
  readonly startsAt: Date
  readonly phone: string | null
  readonly wants: boolean
}

/** The message, or undefined when it is gone. */
export async function findSms(
  { kysely }: Queries,
  messageId: string,
): Promise<QueuedSms | undefined> {
  const { rows } = await sql<QueuedSms>`
    select s.kind, s.slot_start as "slotStart", s.queued_at as "queuedAt", s.outcome, a.status, a.slot_start as "startsAt",
        p.phone, p.is_active and app.wants_sms(p.profile_id) as wants
      from app.sms_messages s join app.appointments a using (appointment_id) join app.profiles p on p.profile_id = s.profile_id
     where s.sms_message_id = ${messageId}`.execute(kysely)
  return rows[0]
}

/** Stores what became of a message; the first outcome stays. */
export async function endSms(
  { kysely }: Queries,
  messageId: string,
  outcome: SmsOutcome,
): Promise<void> {
  await kysely
    .updateTable('sms_messages')
    .set({ outcome, ended_at: databaseNow })
    .where('sms_message_id', '=', messageId)
    .where('outcome', 'is', null)
    .execute()
}

/** Deletes expired messages (`KEPT`). */
export async function tidySms({ kysely }: Queries): Promise<void> {
  await kysely.deleteFrom('sms_messages').where('queued_at', '<', ago(KEPT.textMessages)).execute()
}
