import { DatabaseError, Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POOL_MAX } from '#core/server/config/limits.ts'
import { openClient } from '#core/server/database/connection.ts'
import { createPool, openDatabase, type PoolOptions } from '#core/server/database/database.ts'
import { faultOfSessions } from '#core/server/database/session-check.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { sessionPooler, transactionPooler } from '#tests/integration/database/poolers.ts'

const test = perFile(testDatabase)
const pooler = perFile(() => sessionPooler(test.url))

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
const SHOW = `select name, setting from pg_settings where name = any($1)`

async function usePool<Value>(
  options: Omit<PoolOptions, 'url'>,
  work: (pool: Pool) => Promise<Value>,
) {
  const pool = createPool({ url: pooler.url, poolMax: 1, ...options })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
const settingsOf = async (pool: Pick<Pool, 'query'>, names = LIMITS) => {
  const { rows } = await pool.query<{ name: string; setting: string }>(SHOW, [names])
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

describe('behind a session pooler that drops start-up parameters', () => {
  it('OPS-04 a connection has its time limits and its name before its first statement', async () => {
    const names = [...LIMITS, 'application_name']
    expect(await usePool({ timeoutMs: 4_000 }, (pool) => settingsOf(pool, names))).toEqual({
      application_name: 'halyard',
      statement_timeout: '4000',
      lock_timeout: '2000',
      idle_in_transaction_session_timeout: '15000',
    })
    expect(await faultOfSessions({ url: pooler.url, timeoutMs: 4_000 })).toBeUndefined()
  })

  it('OPS-04 control: as parameters of the start-up message they are lost without an error', async () => {
    const pool = new Pool({
      connectionString: pooler.url,
      statement_timeout: 4_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 15_000,
    })
    expect(Object.values(await settingsOf(pool))).toEqual(['0', '0', '0'])
    await pool.end()
  })

  it('OPS-04 Postgres ends a late statement and a wait for a lock', async () => {
    const codeOf = (error: unknown) => (error instanceof DatabaseError ? error.code : String(error))
    const late = usePool({ timeoutMs: 300 }, (pool) => pool.query('select pg_sleep(60)'))
    expect(await late.catch(codeOf)).toBe('57014')
    const other = await openClient({ url: test.url }, 'test')
    await other.query('begin; lock table app.products')
    const waits = usePool({ lockTimeoutMs: 100 }, (pool) => pool.query('table app.products'))
    expect(await waits.catch(codeOf)).toBe('55P03')
    await other.end()
    const { rows } = await test.database.query(
      `select from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
    )
    expect(rows).toEqual([])
  })

  it('OPS-04 the clock of tests, and long work without limits, are set in the same way', async () => {
    const offset = `select current_setting('app.clock_offset') as offset`
    const { rows } = await usePool({ clockOffsetSeconds: 60 }, (pool) => pool.query(offset))
    expect(rows).toEqual([{ offset: '60' }])
    const client = await openClient({ url: pooler.url }, 'halyard-backup')
    expect(Object.values(await settingsOf(client as never))).toEqual(['0', '0', '0'])
    await client.end()
  })

  it('OPS-04 a connection whose settings are refused is not handed out, and is closed', async () => {
    const pool = createPool({ url: pooler.url, lockTimeoutMs: -5 })
    await expect(pool.query('select 1')).rejects.toThrow('lock_timeout')
    expect(pool.totalCount).toBe(0)
    await pool.end()
    await expect
      .poll(async () => {
        const { rows } = await test.database.query(
          `select from pg_stat_activity where query like '%set_config%' and datname = current_database() and pid <> pg_backend_pid()`,
        )
        return rows.length
      })
      .toBe(0)
  })
})

describe('behind a pooler per transaction', () => {
  it.each([
    { size: 1, next: 'newest' },
    { size: 3, next: 'newest' },
    { size: 3, next: 'oldest' },
  ] as const)('OPS-04 the start is refused: $size connections, $next first', async (kind) => {
    const transactions = await transactionPooler(test.url, kind)
    try {
      expect(await faultOfSessions({ url: transactions.url, timeoutMs: 4_000 })).toMatch(
        /session pooler \(Supabase: port 5432, not 6543\)/,
      )
    } finally {
      await transactions.close()
    }
  })
})

it('OPS-04 two processes and a command have at most fifteen connections under load', async () => {
  const own = await testDatabase({ poolMax: 1 })
  const processes = [1, 2].map(() => openDatabase({ url: own.url, poolMax: DEFAULT_POOL_MAX }))
  // As scripts/operator/on-database.ts.
  const all = [...processes, openDatabase({ url: own.url, poolMax: 2 })]
  await Promise.all(all.flatMap((one) => Array.from({ length: 50 }, () => one.isReachable())))
  const { rows } = await own.database.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await Promise.all(all.map((one) => one.close()))
  await own.close()
  expect(rows[0]?.count).toBe(2 * DEFAULT_POOL_MAX + 2)
  expect(rows[0]?.count).toBeLessThanOrEqual(15)
})
