import type { Generated } from 'kysely'

/** The tables of access codes in schema `app`; part of `Tables`. */
export type AccessTables = {
  access_codes: {
    code_id: string
    event_id: number
    label: string
    code_sealed: Buffer
    code_lookup: Buffer
    most_uses: number | null
    used: Generated<number>
    valid_from: Date | null
    valid_until: Date | null
    revoked_at: Date | null
    imported: Generated<boolean>
    created_at: Date
  }
  access_grants: {
    grant_id: Generated<string>
    event_id: number
    code_id: string
    profile_id: number | null
    token_hash: Buffer | null
    granted_at: Date
    expires_at: Date | null
  }
}
