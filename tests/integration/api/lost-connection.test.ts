import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { isUnavailable } from '#server/http/failure.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'

/**
 * Postgres restarts while the server works. A connection that breaks in somebody's hands reports it as an event of its
 * own, which ends the process when nobody listens.
 */
let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const ended = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
const working = `select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query like '%'||$1||'%' and state <> 'idle'`

const WORK = {
  'a statement of Kysely': (db: ReturnType<typeof openDatabase>) =>
    sql`select pg_sleep(20)`.execute(db.kysely),
  'a transaction': (db: ReturnType<typeof openDatabase>) =>
    db.transaction(({ kysely }) => sql`select pg_sleep(20)`.execute(kysely)),
}

it.each(Object.entries(WORK))(
  'API-06 a connection that breaks under %s is an answer to try again, and ends no process',
  async (_, work) => {
    const database = openDatabase({ url: test.url, poolMax: 1 })
    try {
      const refusal = work(database).then(
        () => undefined,
        (error: unknown) => error,
      )
      await vi.waitFor(async () => {
        expect((await test.database.query(working, ['pg_sleep'])).rows).toHaveLength(1)
      }, 10_000)
      await test.database.query(ended)
      expect(isUnavailable(await refusal)).toBe(true)
      // The pool may hand the broken connection out once more before it hears of its end.
      await vi.waitFor(async () => {
        expect(await database.isReachable()).toBe(true)
      }, 10_000)
    } finally {
      await database.close()
    }
  },
)

it('API-06 a connection that breaks between two statements is an answer to try again', async () => {
  const broken = vi.fn()
  const database = openDatabase({ url: test.url, poolMax: 1, onError: broken })
  try {
    const refusal = await database
      .transaction(async ({ kysely }) => {
        await test.database.query(ended)
        await vi.waitFor(() => expect(broken).toHaveBeenCalled(), 10_000)
        await sql`select 1`.execute(kysely)
      })
      .catch((error: unknown) => error)
    expect(isUnavailable(refusal)).toBe(true)
  } finally {
    await database.close()
  }
})
