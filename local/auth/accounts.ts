import type { Pool } from 'pg'

/** An account as hosted Supabase's admin API returns it; the fields that the site may need. */
export type Account = {
  id: string
  aud: string | null
  role: string | null
  email: string
  created_at: string
  updated_at: string
}

export type Accounts = {
  find: (id: string) => Promise<Account | undefined>
  /** Deletes the account, its sessions and every audit log entry with its id or address. */
  erase: (account: Account) => Promise<void>
}

export function accountsIn(pool: Pool): Accounts {
  return {
    async find(id) {
      const { rows } = await pool.query<Account>(
        'select id, aud, role, email, created_at, updated_at from auth.users where id = $1',
        [id],
      )
      return rows[0]
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
