import {
  LIMITS,
  type Limit,
  type LimitName,
  LONGEST_LIMIT_SECONDS,
} from '#core/server/config/limits.ts'
import { callFunction } from '#core/server/database/call-function.ts'
import { ago } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { type RefusalDetails, refused } from '#core/server/outcome.ts'
import { tooManyAttempts } from '#core/texts/common.ts'

/** One use to count: the limit, and what it is counted for. The subject is stored as a keyed hash only. */
export type Use = readonly [limit: LimitName, subject: string]

/** A use that a booking function counts in its own transaction; `subject` is the hash. */
export type LimitClaim = Limit & { readonly name: LimitName; readonly subject: Buffer }

export type Limited = { ok: false; reason: 'too-many-requests' } & RefusalDetails

export type Limiter = {
  /**
   * Counts each use and returns the refusal of the first that exceeds its limit, or undefined. Later uses are
   * not counted, so put the limit first that a single client reaches first. Exact across processes.
   */
  count(...uses: readonly Use[]): Promise<Limited | undefined>
  claim(use: Use): LimitClaim
  /** Takes back uses that turned out not to count. */
  giveBack(...uses: readonly Use[]): Promise<void>
}

/** The uses in the current window, this one included, and the seconds until it ends. */
type Window = { used: number; seconds_left: number }

/** One statement, so that uses that arrive together are all counted. */
const countUse = (db: Queries, { name, subject, seconds }: LimitClaim) =>
  callFunction<Window>(db, 'app.use_limit', { name, subject, seconds })

/** The refusal of a use over its limit. */
export function overLimit(secondsLeft: number): Limited {
  const retryAfterSeconds = Math.max(1, secondsLeft)
  const text = tooManyAttempts(retryAfterSeconds)
  return refused('too-many-requests', { text, retryAfterSeconds })
}

/** Counts one use and returns how many there were in the current window; `subjectHash` names the counted subject. */
export async function tally(db: Queries, name: LimitName, subjectHash: Buffer): Promise<number> {
  return (await countUse(db, { ...LIMITS[name], name, subject: subjectHash })).used
}

/** A limiter on Postgres with windows that start at a subject's first use. */
export function createLimiter(db: Queries, hash: (text: string) => Buffer): Limiter {
  const claim = ([name, subject]: Use) => ({ ...LIMITS[name], name, subject: hash(subject) })
  return {
    claim,
    async count(...uses) {
      for (const use of uses) {
        const { used, seconds_left: secondsLeft } = await countUse(db, claim(use))
        if (used > LIMITS[use[0]].most) return overLimit(secondsLeft)
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

/**
 * Takes back counted uses when `work` is refused or throws: nothing has changed then, and the browser repeats a 'busy'
 * request automatically.
 */
export async function givingBack<Answer extends { readonly ok: boolean }>(
  limiter: Pick<Limiter, 'giveBack'>,
  uses: readonly Use[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  let isDone = false
  try {
    const answer = await work()
    isDone = answer.ok
    return answer
  } finally {
    // A database that is away must not hide the fault of the work.
    if (!isDone) await limiter.giveBack(...uses).catch(() => undefined)
  }
}

/** Deletes windows that have ended, whatever their limit. */
export async function tidyLimits({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('rate_limits')
    .where('window_start', '<', ago(`${LONGEST_LIMIT_SECONDS} seconds`))
    .execute()
}
