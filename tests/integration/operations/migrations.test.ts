import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { migrate, pendingMigrations } from '#core/server/database/migrations.ts'
import { NEEDS_STOP } from '#core/server/database/replace-routines.ts'
import { readRoutines } from '#core/server/database/routines.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { openSqlDatabase, type SqlDatabase } from '#tests/fixtures/sql-database.ts'

const MIGRATIONS = readdirSync('supabase/migrations').sort()
const ROUTINES = [...new Set((await readRoutines()).map(({ file }) => file))]
const FILES = [...MIGRATIONS, ...ROUTINES]

let test: TestDatabase
let url: string
let database: SqlDatabase

beforeAll(async () => {
  test = await testDatabase({}, 'template1')
  url = test.url
  database = openSqlDatabase({ url, poolMax: 2 })
})
afterAll(async () => {
  await database.close()
  await test.close()
})

it('OPS-02 an empty database lacks every file; simultaneous runs apply each once', async () => {
  expect(await pendingMigrations(database)).toEqual(FILES)
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.flat()).toEqual(FILES)
  expect(await pendingMigrations(database)).toEqual([])
  expect(await migrate(url)).toEqual([])
})

it('OPS-02 records version, statements and name as the Supabase CLI does', async () => {
  const { rows } = await database.query<{ version: string; name: string; statements: string[] }>(
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  )
  expect(rows.map((row) => `${row.version}_${row.name}.sql`)).toEqual(MIGRATIONS)
  expect(rows[0]?.statements.join('')).toContain('create schema app')
})

/** A folder with one migration of a newer release, which no release can be without. */
async function withMigration(text: string, work: (folder: URL) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-migrations-'))
  writeFileSync(join(folder, '29990101000000_newer.sql'), text)
  try {
    await work(pathToFileURL(`${folder}/`))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const hasColumn = async (column: string) =>
  (
    await database.query(
      "select from information_schema.columns where table_name = 'events' and column_name = $1",
      [column],
    )
  ).rowCount === 1

it('OPS-16 a migration that the running site does not tolerate is refused before anything is changed', async () => {
  await database.query('select 1')
  const text = `${NEEDS_STOP}\nalter table app.events add column newer integer;`
  await withMigration(text, async (folder) => {
    await expect(migrate(url, { folder })).rejects.toThrow(
      /^29990101000000_newer\.sql changes what the running site uses, so nothing was changed\. Stop every process/,
    )
    expect(await hasColumn('newer')).toBe(false)
    // Postgres still lists the connections of a process that has just stopped.
    const [applied] = await Promise.all([migrate(url, { folder }), database.close()])
    expect(applied).toHaveLength(1)
    database = openSqlDatabase({ url, poolMax: 2 })
    expect(await hasColumn('newer')).toBe(true)
  })
})

it('OPS-16 a process of the release before starts on a newer schema', async () => {
  expect(await pendingMigrations(database)).not.toContain('29990101000000_newer.sql')
})

/** Resolves when a migration has waited for a lock in two transactions. */
async function untilItTriesAgain(): Promise<void> {
  const begun = new Set<string>()
  await vi.waitFor(
    async () => {
      const { rows } = await database.query<{ xact_start: Date }>(
        `select xact_start from pg_stat_activity where datname = current_database()
            and application_name = 'halyard-migrate' and wait_event_type = 'Lock'`,
      )
      for (const { xact_start } of rows) begun.add(xact_start.toISOString())
      expect(begun.size).toBe(2)
    },
    { timeout: 30_000, interval: 20 },
  )
}

it('OPS-16 a migration gives way to requests after half a second, and tries again', async () => {
  await database.query("delete from supabase_migrations.schema_migrations where version > '2999'")
  await withMigration('alter table app.events add column another integer;', async (folder) => {
    const reader = new Client({ connectionString: url })
    await reader.connect()
    await reader.query('begin; select from app.events')
    const migrated = migrate(url, { folder })
    await untilItTriesAgain()
    await reader.end()
    expect(await migrated).toEqual(['29990101000000_newer.sql'])
    expect(await hasColumn('another')).toBe(true)
  })
})

it('OPS-02 each migration is a transaction: those before a failing one stay applied and recorded', async () => {
  await database.query("delete from supabase_migrations.schema_migrations where version > '2999'")
  const text = 'alter table app.events add column failing integer; select 1 / 0;'
  await withMigration(text, async (folder) => {
    await expect(migrate(url, { folder })).rejects.toThrow('division by zero')
  })
  expect(await hasColumn('failing')).toBe(false)
  expect(await pendingMigrations(database)).toEqual([])
})
