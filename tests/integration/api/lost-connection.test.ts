import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { openDatabase } from '#core/server/database/database.ts'
import { reasonOf } from '#core/server/http/failure.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'

/**
 * Postgres restarts while the server works. A checked-out connection that breaks emits an `error` event, which ends the
 * process when it has no listener.
 */
const test = perFile(testDatabase)

const TERMINATE_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
const FIND_RUNNING = `select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query like '%'||$1||'%' and state <> 'idle'`

const WORK = {
  'a Kysely statement': (db: ReturnType<typeof openDatabase>) =>
    sql`select pg_sleep(20)`.execute(db.kysely),
  'a transaction': (db: ReturnType<typeof openDatabase>) =>
    db.transaction(({ kysely }) => sql`select pg_sleep(20)`.execute(kysely)),
}

it.each(Object.entries(WORK))(
  'API-06 a connection lost during %s counts as unavailable and does not end the process',
  async (_, work) => {
    const database = openDatabase({ url: test.url, poolMax: 1 })
    try {
      const refusal = work(database).then(
        () => undefined,
        (error: unknown) => error,
      )
      await vi.waitFor(async () => {
        expect((await test.database.query(FIND_RUNNING, ['pg_sleep'])).rows).toHaveLength(1)
      }, 10_000)
      await test.database.query(TERMINATE_OTHERS)
      expect(reasonOf(await refusal)).toBe('unavailable')
      // The pool may hand out the broken connection once more before it receives the end event.
      await vi.waitFor(async () => {
        expect(await database.isReachable()).toBe(true)
      }, 10_000)
    } finally {
      await database.close()
    }
  },
)

it('API-06 a connection lost between two statements counts as unavailable', async () => {
  const onError = vi.fn()
  const database = openDatabase({ url: test.url, poolMax: 1, onError })
  try {
    const refusal = await database
      .transaction(async ({ kysely }) => {
        await test.database.query(TERMINATE_OTHERS)
        await vi.waitFor(() => expect(onError).toHaveBeenCalled(), 10_000)
        await sql`select 1`.execute(kysely)
      })
      .catch((error: unknown) => error)
    expect(reasonOf(refusal)).toBe('unavailable')
  } finally {
    await database.close()
  }
})

/** As Postgres and poolers end a connection. */
function fatal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mmax clients reached in session mode\0\0`)
  const head = Buffer.from([0x45, 0, 0, 0, 0])
  head.writeInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, fields])
}

it.each([
  ['a pooler that has no more connections', fatal('XX000'), undefined],
  ['a database that offers no TLS any more', Buffer.from('N'), 'on'],
] as const)('API-06 %s counts as unavailable', async (_, answer, mode) => {
  const server = createServer((socket) => socket.once('data', () => socket.end(answer)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const database = openDatabase({ url: `postgres://u:p@127.0.0.1:${port}/x`, tls: { mode } })
  try {
    expect(reasonOf(await database.isReachable().catch((error: unknown) => error))).toBe(
      'unavailable',
    )
  } finally {
    await database.close()
    server.close()
  }
})

it.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
  'API-06 a database whose host is not found counts as unavailable: %s',
  (code) => {
    expect(reasonOf(Object.assign(new Error('no host'), { code }))).toBe('unavailable')
  },
)
