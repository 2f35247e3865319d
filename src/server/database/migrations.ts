import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { OPERATOR_LOCK_TIMEOUT_MS } from '#server/config/limits.ts'
import type { Queries } from '#server/database/database.ts'

/** Also read by the Supabase CLI. */
const FOLDER = new URL('../../../supabase/migrations/', import.meta.url)
const FILE = /^(\d{14})_([\w-]+)\.sql$/
/** Advisory lock key: arbitrary, but the same in every process. */
const LOCK = 4_272_051_917

type Migration = { readonly version: string; readonly name: string; readonly file: string }

async function listMigrations(): Promise<Migration[]> {
  const files = await readdir(FOLDER)
  return files.sort().flatMap((file) => {
    const [, version, name] = FILE.exec(file) ?? []
    return version === undefined || name === undefined ? [] : [{ version, name, file }]
  })
}

const textOf = (file: string): Promise<string> => readFile(new URL(file, FOLDER), 'utf8')

/** A migration's file, from the root of the repository, and its text. */
export type MigrationText = { readonly file: string; readonly text: string }

/** The migrations of this release, in the order in which they are applied. */
export const readMigrations = async (): Promise<MigrationText[]> =>
  Promise.all(
    (await listMigrations()).map(async ({ file }) => ({
      file: `supabase/migrations/${file}`,
      text: await textOf(file),
    })),
  )

/** The versions of every migration of this release, in order. */
export const knownVersions = async (): Promise<string[]> =>
  (await listMigrations()).map(({ version }) => version)

/** The table as the Supabase CLI creates it, so that its `db push` and this runner accept each other's records. */
export const MIGRATION_TABLE = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;`

/** Records a migration: version, statements, name. */
export const RECORD_MIGRATION =
  'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)'

/** Applies one file and records it, in one transaction. */
async function apply(client: Client, { version, name, file }: Migration): Promise<void> {
  const statements = await textOf(file)
  await client.query('begin')
  await client.query(statements)
  await client.query(RECORD_MIGRATION, [version, [statements], name])
  await client.query('commit')
}

async function applyAll(client: Client): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  // Not while it waits for another run, which may take long: a table that is in use would make all other requests wait.
  await client.query(`set lock_timeout = ${OPERATOR_LOCK_TIMEOUT_MS}`)
  await client.query(MIGRATION_TABLE)
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  )
  const known = new Set(rows.map((row) => row.version))
  const pending = (await listMigrations()).filter(({ version }) => !known.has(version))
  for (const migration of pending) await apply(client, migration)
  return pending.map(({ file }) => file)
}

/**
 * Applies the pending migrations, each file in a transaction of its own, and returns their files, in order. Concurrent runs
 * wait for each other.
 * @throws Postgres' error when a migration fails or does not get its locks in ten seconds; the files before it stay applied.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'halyard-migrate' })
  await client.connect()
  try {
    return await applyAll(client)
  } finally {
    // Ending the connection rolls an open transaction back and releases the lock.
    await client.end()
  }
}

/** The files that `migrate` would apply, in order. */
export async function pendingMigrations({ kysely }: Queries): Promise<string[]> {
  const all = await listMigrations()
  const { rows } = await sql<{ present: boolean }>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as present`.execute(
    kysely,
  )
  if (rows[0]?.present !== true) return all.map(({ file }) => file)
  const recorded = await sql<{ version: string }>`
    select version from supabase_migrations.schema_migrations`.execute(kysely)
  const known = new Set(recorded.rows.map((row) => row.version))
  return all.filter(({ version }) => !known.has(version)).map(({ file }) => file)
}
