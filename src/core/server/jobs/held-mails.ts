import { CompiledQuery, sql } from 'kysely'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { JOB_KINDS } from '#core/server/jobs/kinds.ts'

/** An unknown kind is held. */
const GOES_ON = Object.entries(JOB_KINDS).flatMap(([kind, restored]) =>
  restored === 'goes-on' ? [kind] : [],
)

/** Holds the messages that wait: their lease never ends. Plain SQL, because a restore has no Kysely. */
export const HOLD_MAILS = {
  text: `update app.jobs set locked_until = 'infinity'
          where done_at is null and failed_at is null and kind <> all ($1)`,
  values: [GOES_ON],
}

const isHeld = sql<boolean>`done_at is null and failed_at is null and locked_until = 'infinity'`

/** The held mails by template, and other messages by kind, with the time of the oldest. */
export async function countHeldMails({
  kysely,
}: Queries): Promise<{ template: string; count: number; since: Date }[]> {
  const { rows } = await sql<{ template: string; count: number; since: Date }>`
    select coalesce(payload ->> 'template', kind) as template, count(*) as count, min(created_at) as since
      from app.jobs where ${isHeld} group by 1 order by 1`.execute(kysely)
  return rows
}

/** Holds the mails that wait; returns how many are held. */
export async function holdMails({ kysely }: Queries): Promise<number> {
  const { text, values } = HOLD_MAILS
  const { numAffectedRows } = await kysely.executeQuery(CompiledQuery.raw(text, values))
  return Number(numAffectedRows)
}

/** Lets the held mails be sent; returns how many. */
export async function releaseHeldMails({ kysely }: Queries): Promise<number> {
  const { numUpdatedRows } = await kysely
    .updateTable('jobs')
    .set({ locked_until: null })
    .where(isHeld)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends the held mails without sending them; returns how many. */
export async function discardHeldMails({ kysely }: Queries): Promise<number> {
  const { numUpdatedRows } = await kysely
    .updateTable('jobs')
    .set({ locked_until: null, done_at: databaseNow, last_error: 'discarded' })
    .where(isHeld)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
