import { LIMITS, type LimitName } from '#server/config/limits.ts'
import type { Database } from '#server/database/database.ts'

/** Counts uses per limit and subject; the subject is kept as a keyed hash only. */
export type Limiter = {
  /** Counts one use and answers whether it is still within the limit; exact across processes. */
  use(name: LimitName, subject: string): Promise<boolean>
  /** Takes back one use that turned out not to count. */
  giveBack(name: LimitName, subject: string): Promise<void>
}

/** A limiter on Postgres with windows that start at a subject's first use. */
export function createLimiter(database: Database, hash: (text: string) => Buffer): Limiter {
  return {
    async use(name, subject) {
      const { most, seconds } = LIMITS[name]
      const { rows } = await database.query<{ used: number }>(
        `insert into app.rate_limits as r (limit_name, subject_hash, window_start, used)
         values ($1, $2, app.clock_now(), 1)
         on conflict (limit_name, subject_hash) do update set
           used = case when r.window_start + make_interval(secs => $3) <= excluded.window_start then 1 else r.used + 1 end,
           window_start = case when r.window_start + make_interval(secs => $3) <= excluded.window_start
             then excluded.window_start else r.window_start end
         returning used`,
        [name, hash(subject), seconds],
      )
      return (rows[0]?.used ?? 0) <= most
    },
    async giveBack(name, subject) {
      await database.query(
        'update app.rate_limits set used = used - 1 where limit_name = $1 and subject_hash = $2 and used > 0',
        [name, hash(subject)],
      )
    },
  }
}

/** Forgets windows that ended more than a day ago. */
export async function tidyLimits(database: Database): Promise<void> {
  await database.query(
    `delete from app.rate_limits where window_start < app.clock_now() - interval '1 day'`,
  )
}
