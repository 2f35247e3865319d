import type { Account } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'

/** Who did what to whom or what; ids only, never content. `actor` is null for an operator at the command line. */
export type AuditEntry = {
  readonly actor: Pick<Account, 'profileId' | 'userId'> | null
  /** A verb in kebab-case, such as 'consent-given' or 'foreign-access-refused'. */
  readonly action: string
  /** What was seen or changed, such as 'profile:100001'. */
  readonly subject: string
  readonly requestId: string | null
}

/** Adds a row to the append-only record of who saw or changed what (API-08), inside a transaction when given its client. */
export async function insertAudit(db: Pick<Database, 'query'>, entry: AuditEntry): Promise<void> {
  await db.query(
    `insert into app.audit_log (at, actor_profile_id, actor_user_id, action, subject, request_id)
     values (app.clock_now(), $1, $2, $3, $4, $5)`,
    [
      entry.actor?.profileId ?? null,
      entry.actor?.userId ?? null,
      entry.action,
      entry.subject,
      entry.requestId,
    ],
  )
}
