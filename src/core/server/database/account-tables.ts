import type { Generated } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'

/** The tables of sessions, changes and closings of accounts in schema `app`; part of `Tables`. */
export type AccountTables = {
  sessions: {
    session_id: Generated<string>
    secret_hash: Buffer
    user_id: string
    email: string
    device: string
    created_at: Date
    last_used_at: Date
    absolute_end_at: Date
    ended_at: Date | null
    reset_until: Date | null
    kind: Generated<'patient' | 'staff'>
    staff_id: number | null
    factor_at: Date | null
  }
  password_resets: {
    reset_id: Generated<string>
    token_hash: Buffer
    email: string
    tries: Generated<number>
    asked_at: Date
    expires_at: Date
    used_at: Date | null
  }
  account_changes: {
    change_id: string
    kind: 'password' | 'email'
    user_id: string
    profile_id: number | null
    session_id: string | null
    email: string
    new_email: string | null
    token_hash: Buffer | null
    link_expires_at: Date | null
    state: 'asked' | 'started' | 'done' | 'refused' | 'replaced'
    asked_at: Date
    was_verified: Generated<boolean>
    ended_at: Date | null
  }
  email_verifications: {
    token_hash: Buffer
    profile_id: number
    expires_at: Date
    used_at: Date | null
  }
  account_closings: {
    closing_id: Generated<string>
    user_id: string
    email: string | null
    kept_until: IsoDate | null
    closed_at: Date
    account_deleted_at: Date | null
    cancelled: Generated<number>
    is_unconfirmed: Generated<boolean>
    payments_made: boolean | null
    payments_tried: boolean | null
    returning_payments: Generated<string[]>
  }
}
