import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'

/** The kinds of jobs, other than mails, that the application queues; the payload has one id. */
export type WorkKind =
  | 'password-code'
  | 'account-change'
  | 'end-provider-sessions'
  | 'lab-check'
  | 'lab-take-over'

type WorkOptions = {
  readonly delaySeconds?: number
  readonly turns?: string | null
  /** Added to the payload: personal data only when they are encrypted. */
  readonly data?: Readonly<Record<string, string>>
}

/**
 * Queues work on the row with this id, due in `delaySeconds`; one per kind and id. Jobs of one `turns` take turns like the mails of
 * one recipient (decision 018).
 */
export async function queueWork(
  { kysely }: Queries,
  kind: WorkKind,
  id: string,
  { delaySeconds = 0, turns = null, data }: WorkOptions = {},
): Promise<void> {
  await sql`select app.queue_work(${kind}, ${id}, ${JSON.stringify({ id, ...data })}, ${`${delaySeconds} seconds`}::interval, ${turns})`.execute(
    kysely,
  )
}

/** Removes what was added to the payload, once it is used. */
export async function forgetData(
  { kysely }: Queries,
  kind: WorkKind,
  id: string,
  name: string,
): Promise<void> {
  await kysely
    .updateTable('jobs')
    .set({ payload: sql<string>`payload - ${name}::text` })
    .where('kind', '=', kind)
    .where('dedupe_key', '=', id)
    .execute()
}

/** Deletes work that is no longer needed. */
export async function dropWork({ kysely }: Queries, kind: WorkKind, id: string): Promise<void> {
  await kysely.deleteFrom('jobs').where('kind', '=', kind).where('dedupe_key', '=', id).execute()
}
