import { sql } from 'kysely'
import { LIMITS, type LimitName } from '#server/config/limits.ts'
import { ago, databaseNow, type Interval } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/** Counts uses per limit and subject; the subject is stored as a keyed hash only. */
export type Limiter = {
  /** Counts one use and answers whether it is still within the limit; exact across processes. */
  use(name: LimitName, subject: string): Promise<boolean>
  /** Takes back one use that turned out not to count. */
  giveBack(name: LimitName, subject: string): Promise<void>
}

/** One statement, so that uses that arrive together are all counted. Answers the uses in the current window. */
async function countUse(
  { kysely }: Queries,
  name: LimitName,
  subjectHash: Buffer,
  window: Interval,
): Promise<number> {
  const isOver = sql<boolean>`rate_limits.window_start + ${window}::interval <= excluded.window_start`
  const { used } = await kysely
    .insertInto('rate_limits')
    .values({ limit_name: name, subject_hash: subjectHash, window_start: databaseNow, used: 1 })
    .onConflict((conflict) =>
      conflict.columns(['limit_name', 'subject_hash']).doUpdateSet((eb) => ({
        used: eb
          .case()
          .when(isOver)
          .then(1)
          .else(eb('rate_limits.used', '+', 1))
          .end(),
        window_start: eb
          .case()
          .when(isOver)
          .then(eb.ref('excluded.window_start'))
          .else(eb.ref('rate_limits.window_start'))
          .end(),
      })),
    )
    .returning('used')
    .executeTakeFirstOrThrow()
  return used
}

/** A limiter on Postgres with windows that start at a subject's first use. */
export function createLimiter(db: Queries, hash: (text: string) => Buffer): Limiter {
  return {
    async use(name, subject) {
      const { most, seconds } = LIMITS[name]
      return (await countUse(db, name, hash(subject), `${seconds} seconds`)) <= most
    },
    async giveBack(name, subject) {
      await db.kysely
        .updateTable('rate_limits')
        .set((eb) => ({ used: eb('used', '-', 1) }))
        .where('limit_name', '=', name)
        .where('subject_hash', '=', hash(subject))
        .where('used', '>', 0)
        .execute()
    },
  }
}

/** Deletes windows that began more than a day ago. */
export async function tidyLimits({ kysely }: Queries): Promise<void> {
  await kysely.deleteFrom('rate_limits').where('window_start', '<', ago('1 days')).execute()
}
