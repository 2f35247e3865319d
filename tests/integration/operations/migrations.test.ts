import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate, pendingMigrations } from '#server/database/migrations.ts'
import { asAdministrator } from '#tests/fixtures/database.ts'
import { nameDatabase } from '#tests/fixtures/database-names.ts'
import { openSqlDatabase, type SqlDatabase } from '#tests/fixtures/sql-database.ts'

const name = `migrations_${randomBytes(6).toString('hex')}`
const FILES = readdirSync('supabase/migrations').sort()

let url: string
let database: SqlDatabase

beforeAll(async () => {
  await asAdministrator(`create database ${name}`)
  url = nameDatabase(inject('postgresUrl'), name)
  database = openSqlDatabase({ url, poolMax: 2 })
})
afterAll(async () => {
  await database.close()
  await asAdministrator(`drop database ${name} with (force)`)
})

it('OPS-02 an empty database lacks every migration; simultaneous runs apply each migration once', async () => {
  expect(await pendingMigrations(database)).toEqual(FILES)
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.flat().sort()).toEqual(FILES)
  expect(await pendingMigrations(database)).toEqual([])
  expect(await migrate(url)).toEqual([])
})

it('OPS-02 records version, statements and name as the Supabase CLI does', async () => {
  const { rows } = await database.query<{ version: string; name: string; statements: string[] }>(
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  )
  expect(rows.map((row) => `${row.version}_${row.name}.sql`)).toEqual(FILES)
  expect(rows[0]?.statements.join('')).toContain('create schema app')
  await database.query('delete from supabase_migrations.schema_migrations where version = $1', [
    rows.at(-1)?.version,
  ])
  expect(await pendingMigrations(database)).toEqual(FILES.slice(-1))
})

/** An empty database in which `body` of an event trigger runs after each statement of a migration that changes the schema. */
async function withTrigger(
  suffix: string,
  body: string,
  work: (url: string, own: SqlDatabase) => Promise<void>,
) {
  const other = `${name}_${suffix}`
  await asAdministrator(`create database ${other}`)
  const ownUrl = nameDatabase(inject('postgresUrl'), other)
  const own = openSqlDatabase({ url: ownUrl, poolMax: 1 })
  try {
    await own.query(
      `create function public.stop() returns event_trigger language plpgsql as $$ begin ${body} end $$`,
    )
    await own.query('create event trigger stop on ddl_command_end execute function public.stop()')
    await work(ownUrl, own)
  } finally {
    await own.close()
    await asAdministrator(`drop database ${other} with (force)`)
  }
}

it('OPS-02 each file is a transaction of its own: those before a failing one stay applied and recorded', async () => {
  const body = `if pg_catalog.to_regclass('app.subscriptions') is not null then raise exception 'no more'; end if;`
  await withTrigger('failing', body, async (failingUrl, failing) => {
    await expect(migrate(failingUrl)).rejects.toThrow('no more')
    // The third file creates that table.
    expect(await pendingMigrations(failing)).toEqual(FILES.slice(2))
    await failing.query('drop event trigger stop')
    expect(await migrate(failingUrl)).toEqual(FILES.slice(2))
  })
})

it('OPS-02 a migration waits ten seconds for a lock at most, so that it does not stop the site', async () => {
  const body = `raise exception 'waits for %', pg_catalog.current_setting('lock_timeout');`
  await withTrigger('waiting', body, async (waitingUrl) => {
    await expect(migrate(waitingUrl)).rejects.toThrow('waits for 10s')
  })
})
