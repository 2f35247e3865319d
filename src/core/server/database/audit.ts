import { sql } from 'kysely'
import type { Account, StaffMember } from '#core/server/caller.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

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
  /** Why, in the operator's words. */
  readonly reason?: string
  /** The member of staff, and the patients whose data was shown or changed (AUD-01). */
  readonly staffId?: number
  readonly subjects?: readonly number[]
  /** Which one of the actor's in this hour it was, when not every one is recorded. */
  readonly attempts?: number
}

/** What is recorded before patients are shown (AUD-01). */
export type Disclosure = {
  readonly action: string
  readonly subject: string
  readonly patients: readonly number[]
}

/** Records that a person is about to see the data of these patients, `by` 'Name, role'. When it throws, nothing is shown (AUD-01). */
export type Disclose = (member: StaffMember, by: string, disclosure: Disclosure) => Promise<void>

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
      reason: entry.reason ?? null,
      attempts: entry.attempts ?? null,
      staff_id: entry.staffId ?? null,
      subjects: entry.subjects === undefined ? null : [...entry.subjects],
    })
    .execute()
}

/** Adds the row of a change of password or e-mail address, by the account itself. */
export const auditChange = (
  db: Queries,
  change: { user_id: string; profile_id: number | null },
  action: 'password-changed' | 'email-changed',
): Promise<void> =>
  insertAudit(db, {
    actor: { userId: change.user_id, profileId: change.profile_id },
    action,
    subject: change.profile_id === null ? 'account' : `profile:${change.profile_id}`,
    requestId: null,
  })

/** Most entries that one run of `tidyAuditLog` looks at. */
const MOST_TIDIED = 5_000

/** Deletes the oldest entries when they are older than the database keeps them (`app.audit_log_kept`: eight years). */
export async function tidyAuditLog({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('audit_log')
    .where('audit_id', 'in', (eb) =>
      // By id, so that a large log is not read.
      eb.selectFrom('audit_log').select('audit_id').orderBy('audit_id').limit(MOST_TIDIED),
    )
    .where('at', '<', sql<Date>`${databaseNow} - app.audit_log_kept()`)
    .execute()
}
