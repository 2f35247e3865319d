import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'

/**
 * Locks an account until the end of the transaction: its password, address and sessions change one after the other, also at
 * the identity provider (decision 024).
 */
export async function lockAccount({ kysely }: Queries, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`halyard: account ${userId}`}, 0))`.execute(
    kysely,
  )
}

/** Whether a password change of the account ended at `since` or later. */
export async function passwordChangedSince(
  { kysely }: Queries,
  userId: string,
  since: Date,
): Promise<boolean> {
  const row = await kysely
    .selectFrom('account_changes')
    .select('change_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'password')
    .where('state', '=', 'done')
    .where('ended_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}
