import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'

/** The time that decides: the database's, not this machine's. */
export type Clock = { now(): Date }

/** The database's clock as an expression: read when its row is evaluated, unlike `now()`, which is constant in a transaction. */
export const databaseNow = sql<Date>`app.clock_now()`

/** A length of time in Postgres' own notation. */
export type Interval = `${number} ${'seconds' | 'day' | 'days' | 'year'}`

/** `interval` after the database's clock, as an expression. */
export const fromNow = (interval: Interval) => sql<Date>`${databaseNow} + ${interval}::interval`

/** `interval` before the database's clock, as an expression. */
export const ago = (interval: Interval) => sql<Date>`${databaseNow} - ${interval}::interval`

export async function readClock({ kysely }: Queries): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${databaseNow} as now`.execute(kysely)
  const [row] = rows
  if (row === undefined) throw new Error('The database has no time.')
  return row.now
}

/**
 * Measures how far this machine's clock is from the database's (and from the tests' offset) and keeps that difference.
 * `resync` measures again; the job loop calls it every minute. Accuracy: half of one round trip.
 */
export async function databaseClock(db: Queries): Promise<Clock & { resync(): Promise<void> }> {
  let differenceMs = 0
  const resync = async () => {
    const before = Date.now()
    const now = await readClock(db)
    const after = Date.now()
    differenceMs = now.getTime() - (before + after) / 2
  }
  await resync()
  return { now: () => new Date(Date.now() + differenceMs), resync }
}
