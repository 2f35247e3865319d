import type { Generated, GeneratedAlways } from 'kysely'
import type { ReminderKind } from '#booking/rules/reminder.ts'
import type { SmsKind, SmsOutcome } from '#booking/rules/sms.ts'

/** The tables of reminders and text messages (REM-01, REM-02). */
export type ReminderTables = {
  reminders: {
    reminder_id: Generated<string>
    appointment_id: string
    kind: ReminderKind
    slot_start: Date
    queued_at: Date
    token_hash: Buffer | null
    confirmed_at: Date | null
  }
  sms_choices: {
    sms_choice_id: GeneratedAlways<number>
    profile_id: number
    at: Date
    wants: boolean
  }
  sms_messages: {
    sms_message_id: Generated<string>
    profile_id: number
    appointment_id: string
    kind: SmsKind
    slot_start: Date
    queued_at: Date
    ended_at: Date | null
    outcome: SmsOutcome | null
  }
}
