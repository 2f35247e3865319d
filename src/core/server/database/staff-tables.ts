import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of staff in schema `app`; part of `Tables`. */
export type StaffTables = {
  accounts: {
    user_id: string
    kind: 'patient' | 'staff'
  }
  staff: {
    staff_id: Generated<number>
    user_id: string | null
    account_kind: GeneratedAlways<string>
    email: string
    staff_name: string
    name_key: string
    roles: string[]
    registration: string | null
    state: Generated<'invited' | 'active' | 'suspended'>
    version: Generated<number>
    created_at: Date
    changed_at: Date
  }
  staff_factors: {
    user_id: string
    secret_sealed: Buffer
    confirmed_at: Date | null
    last_step: number | null
    wrong_codes: Generated<number>
    locked_until: Date | null
  }
  staff_invitations: {
    invitation_id: Generated<string>
    staff_id: number
    token_hash: Buffer | null
    invited_by: string
    invited_at: Date
    expires_at: Date
    used_at: Date | null
  }
}
