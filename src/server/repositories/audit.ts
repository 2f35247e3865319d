import type { Account } from '#server/caller.ts'
import { databaseNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/** Who did what; ids only, never content. `actor` is null for an operator at the command line. */
export type AuditEntry = {
  readonly actor: Pick<Account, 'profileId' | 'userId'> | null
  /** A verb in kebab-case, such as 'consent-given' or 'foreign-access-refused'. */
  readonly action: string
  /** What was read or changed, such as 'profile:100001'. */
  readonly subject: string
  readonly requestId: string | null
  /** The operator who ran the command. */
  readonly operator?: string
  /** Which one of the actor's in this hour it was, when not every one is recorded. */
  readonly attempts?: number
}

/** Adds a row to the append-only audit log (API-08). */
export async function insertAudit({ kysely }: Queries, entry: AuditEntry): Promise<void> {
  await kysely
    .insertInto('audit_log')
    .values({
      at: databaseNow,
      actor_profile_id: entry.actor?.profileId ?? null,
      actor_user_id: entry.actor?.userId ?? null,
      action: entry.action,
      subject: entry.subject,
      request_id: entry.requestId,
      operator: entry.operator ?? null,
      attempts: entry.attempts ?? null,
    })
    .execute()
}
