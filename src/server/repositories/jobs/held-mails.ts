import { sql } from 'kysely'
import { databaseNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/** A restore holds the mails that waited: their lease never ends (`operations/backup/restore.ts`). */
const isHeld = sql<boolean>`done_at is null and failed_at is null and locked_until = 'infinity'`

/** The held mails by template, with the time of the oldest. */
export async function countHeldMails({
  kysely,
}: Queries): Promise<{ template: string; count: number; since: Date }[]> {
  const { rows } = await sql<{ template: string; count: number; since: Date }>`
    select payload ->> 'template' as template, count(*) as count, min(created_at) as since
      from app.jobs where ${isHeld} group by 1 order by 1`.execute(kysely)
  return rows
}

/** Lets the held mails be sent; answers how many. */
export async function releaseHeldMails({ kysely }: Queries): Promise<number> {
  const { numUpdatedRows } = await kysely
    .updateTable('jobs')
    .set({ locked_until: null })
    .where(isHeld)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends the held mails without sending them; answers how many. */
export async function discardHeldMails({ kysely }: Queries): Promise<number> {
  const { numUpdatedRows } = await kysely
    .updateTable('jobs')
    .set({ locked_until: null, done_at: databaseNow, last_error: 'discarded' })
    .where(isHeld)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
