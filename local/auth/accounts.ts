import type { Pool } from 'pg'

/** An account as hosted Supabase's admin API returns it; the fields that the site may need. */
export type Account = {
  id: string
  aud: string | null
  role: string | null
  email: string
  created_at: string
  updated_at: string
  app_metadata: Record<string, unknown>
}

export type Accounts = {
  find: (id: string) => Promise<Account | undefined>
  /** Changes the address, as confirmed; returns false when another account has it. */
  setEmail: (id: string, email: string) => Promise<boolean>
  /** Adds to what the server alone may write about the account. */
  addMetadata: (id: string, metadata: Record<string, unknown>) => Promise<void>
  /** The account with this address. */
  findByEmail: (email: string) => Promise<Account | undefined>
  /** Stores the hash of a recovery token, as a mailed code does; an earlier code becomes invalid. */
  setRecoveryToken: (id: string, tokenHash: string) => Promise<void>
  /** Deletes the account, its sessions and every audit log entry with its id or address. */
  erase: (account: Account) => Promise<void>
}

export function accountsIn(pool: Pool): Accounts {
  const findBy = async (column: 'id' | 'email', value: string): Promise<Account | undefined> => {
    const { rows } = await pool.query<Account>(
      `select id, aud, role, email, created_at, updated_at,
              coalesce(raw_app_meta_data::jsonb, '{}') as app_metadata
         from auth.users where ${column} = $1`,
      [value],
    )
    return rows[0]
  }
  return {
    find: (id) => findBy('id', id),
    findByEmail: (email) => findBy('email', email.toLowerCase()),
    async setRecoveryToken(id, tokenHash) {
      await pool.query(
        'update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1',
        [id, tokenHash],
      )
    },
    async setEmail(id, email) {
      const { rows } = await pool.query(
        `with changed as (
           update auth.users set email = lower($2), email_change = null, updated_at = now()
            where id = $1 and not exists (
              select from auth.users other where lower(other.email) = lower($2) and other.id <> $1)
           returning id)
         update auth.identities i
            set identity_data = i.identity_data::jsonb || jsonb_build_object('email', lower($2::text))
           from changed where i.user_id = changed.id and i.provider = 'email'
         returning i.id`,
        [id, email],
      )
      return rows.length > 0
    },
    async addMetadata(id, metadata) {
      await pool.query(
        `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data::jsonb, '{}') || $2::jsonb
          where id = $1`,
        [id, JSON.stringify(metadata)],
      )
    },
    async erase({ id, email }) {
      await pool.query(
        `with gone as (delete from auth.users where id = $1)
         delete from auth.audit_log_entries
          where position($1::text in payload::text) > 0
             or position(lower($2::text) in lower(payload::text)) > 0`,
        [id, email],
      )
    },
  }
}
