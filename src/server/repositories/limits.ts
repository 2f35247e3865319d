import { sql } from 'kysely'
import { tooManyAttempts } from '#domain/texts/common.ts'
import { LIMITS, type LimitName } from '#server/config/limits.ts'
import { ago, databaseNow, type Interval } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'
import { type RefusalDetails, refused } from '#server/outcome.ts'

/** One use to count: the limit, and what it is counted for. The subject is stored as a keyed hash only. */
export type Use = readonly [limit: LimitName, subject: string]

export type Limited = { ok: false; reason: 'too-many-requests' } & RefusalDetails

export type Limiter = {
  /**
   * Counts each use and answers the refusal of the first that is over its limit, or undefined. Uses after that one are
   * not counted, so put the limit first that a single client reaches first. Exact across processes.
   */
  count(...uses: readonly Use[]): Promise<Limited | undefined>
  /** Takes back uses that turned out not to count. */
  giveBack(...uses: readonly Use[]): Promise<void>
}

/** The uses in the current window, and the seconds until it ends. */
type Window = { used: number; secondsLeft: number }

/** One statement, so that uses that arrive together are all counted. */
async function countUse(
  { kysely }: Queries,
  name: LimitName,
  subjectHash: Buffer,
  window: Interval,
): Promise<Window> {
  const isOver = sql<boolean>`rate_limits.window_start + ${window}::interval <= excluded.window_start`
  return await kysely
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
    .returning([
      'used',
      sql<number>`ceil(extract(epoch from rate_limits.window_start + ${window}::interval - ${databaseNow}))::int`.as(
        'secondsLeft',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts one use and answers how many there were in the current window; `subjectHash` names the counted subject. */
export async function tally(db: Queries, name: LimitName, subjectHash: Buffer): Promise<number> {
  return (await countUse(db, name, subjectHash, `${LIMITS[name].seconds} seconds`)).used
}

/** A limiter on Postgres with windows that start at a subject's first use. */
export function createLimiter(db: Queries, hash: (text: string) => Buffer): Limiter {
  return {
    async count(...uses) {
      for (const [name, subject] of uses) {
        const { most, seconds } = LIMITS[name]
        const { used, secondsLeft } = await countUse(db, name, hash(subject), `${seconds} seconds`)
        if (used <= most) continue
        const retryAfterSeconds = Math.max(1, secondsLeft)
        const text = tooManyAttempts(retryAfterSeconds)
        return refused('too-many-requests', { text, retryAfterSeconds })
      }
      return undefined
    },
    async giveBack(...uses) {
      for (const [name, subject] of uses) {
        await db.kysely
          .updateTable('rate_limits')
          .set((eb) => ({ used: eb('used', '-', 1) }))
          .where('limit_name', '=', name)
          .where('subject_hash', '=', hash(subject))
          .where('used', '>', 0)
          .execute()
      }
    },
  }
}

/** Deletes windows that began more than a day ago. */
export async function tidyLimits({ kysely }: Queries): Promise<void> {
  await kysely.deleteFrom('rate_limits').where('window_start', '<', ago('1 days')).execute()
}
