import type { PoolClient } from 'pg'
import type { SessionSettings } from '#core/server/database/connection.ts'
import { createPool, type PoolOptions, sessionSettings } from '#core/server/database/database.ts'

/** The current values, in the units in which they are set. */
async function held(client: PoolClient, names: readonly string[]) {
  const { rows } = await client.query<{ pid: number; name: string; setting: string }>(
    'select pg_backend_pid() as pid, name, setting from pg_settings where name = any($1)',
    [names],
  )
  return {
    pid: rows[0]?.pid,
    settings: new Map(rows.map(({ name, setting }) => [name, setting])),
  }
}

const IN_TRANSACTIONS =
  'The database gives each transaction another connection, as a transaction pooler does: time limits, prepared statements and locks would not hold. Use the direct connection or the session pooler (Supabase: port 5432, not 6543) in DATABASE_URL.'

/**
 * A transaction pooler is found when a second connection opens a transaction between two statements of the first: both then use the same
 * connection of Postgres, or the first one gets another.
 */
async function compare(first: PoolClient, second: PoolClient, settings: SessionSettings) {
  // Names with a dot are ours, and in no catalogue.
  const wanted = Object.entries(settings).filter(([name]) => !name.includes('.'))
  const names = wanted.map(([name]) => name)
  const before = await held(first, names)
  await second.query('begin')
  const between = await held(second, names)
  if (between.pid === before.pid) return IN_TRANSACTIONS
  const after = await held(first, names)
  if (after.pid !== before.pid) return IN_TRANSACTIONS
  const lost = wanted.find(([name, value]) => after.settings.get(name) !== String(value))
  return lost && `The database does not keep ${lost[0]}: a pooler in between resets it.`
}

/**
 * What is wrong with the connections that an address gives, for the operator; undefined when their settings hold from one
 * statement to the next.
 */
export async function faultOfSessions(options: PoolOptions): Promise<string | undefined> {
  const pool = createPool({ ...options, poolMax: 2 })
  try {
    const first = await pool.connect()
    try {
      const second = await pool.connect()
      try {
        return await compare(first, second, sessionSettings(options))
      } finally {
        second.release(true)
      }
    } finally {
      first.release(true)
    }
  } finally {
    await pool.end()
  }
}
