import type { Database } from '#server/database/database.ts'

/** The time that decides: the database's, not this machine's. */
export type Clock = { now(): Date }

/**
 * Measures how far this machine's clock is from the database's (and from the tests' offset) and keeps that difference.
 * `resync` measures again; the job loop calls it every minute. Accuracy: half of one round trip.
 */
export async function databaseClock(db: Database): Promise<Clock & { resync(): Promise<void> }> {
  let differenceMs = 0
  const resync = async () => {
    const before = Date.now()
    const { rows } = await db.query<{ now: Date }>('select app.clock_now() as now')
    const after = Date.now()
    const now = rows[0]?.now
    if (now !== undefined) differenceMs = now.getTime() - (before + after) / 2
  }
  await resync()
  return { now: () => new Date(Date.now() + differenceMs), resync }
}
