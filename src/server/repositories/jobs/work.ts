import { sql } from 'kysely'
import type { Queries } from '#server/database/database.ts'

/** The kinds of jobs that are no mail; the payload is one id. */
export type WorkKind = 'password-code' | 'account-change'

/**
 * Queues work on the row with this id, due in `delaySeconds`; one per kind and id. Jobs of one `turns` take turns like the mails of
 * one recipient (decision 018).
 */
export async function queueWork(
  { kysely }: Queries,
  kind: WorkKind,
  id: string,
  { delaySeconds = 0, turns = null }: { delaySeconds?: number; turns?: string | null } = {},
): Promise<void> {
  await sql`select app.queue_work(${kind}, ${id}, ${JSON.stringify({ id })}, ${`${delaySeconds} seconds`}::interval, ${turns})`.execute(
    kysely,
  )
}
