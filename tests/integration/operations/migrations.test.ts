import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '#server/database/database.ts'
import { migrate, pendingMigrations } from '#server/database/migrations.ts'
import { nameDatabase } from '#tests/fixtures/names.ts'

const name = `migrations_${randomBytes(6).toString('hex')}`
const FILES = readdirSync('supabase/migrations').sort()

let url: string
let database: Database

async function asAdministrator(sql: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(sql)
  await client.end()
}

beforeAll(async () => {
  await asAdministrator(`create database ${name}`)
  url = nameDatabase(inject('postgresUrl'), name)
  database = openDatabase({ url, poolMax: 2 })
})
afterAll(async () => {
  await database.close()
  await asAdministrator(`drop database ${name} with (force)`)
})

it('OPS-02 an empty database lacks every migration; several migrating at once apply each of them once', async () => {
  expect(await pendingMigrations(database)).toEqual(FILES)
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.flat().sort()).toEqual(FILES)
  expect(await pendingMigrations(database)).toEqual([])
  expect(await migrate(url)).toEqual([])
})

it('OPS-02 the record is the Supabase CLI’s: version, statements, name', async () => {
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
