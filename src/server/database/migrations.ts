import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Client, DatabaseError } from 'pg'
import { MIGRATION_LOCKS } from '#server/config/limits.ts'
import { openClient } from '#server/database/connection.ts'
import type { Queries } from '#server/database/database.ts'
import { isSiteRunning } from '#server/database/running-site.ts'
import type { DatabaseTls } from '#shared/node/database-address.ts'

/** Also read by the Supabase CLI. */
const FOLDER = new URL('../../../supabase/migrations/', import.meta.url)
const FILE = /^(\d{14})_([\w-]+)\.sql$/
/** Advisory lock key: arbitrary, but the same in every process. */
const LOCK = 4_272_051_917
/** The first line of a migration that the previous release cannot run with (CONTRIBUTING.md, "Add a migration"). */
export const NEEDS_STOP = '-- needs: no running process'
/** Migrations before this version were written when every update stopped the site. */
export const TOLERATED_SINCE = '20261128000000'
/** Postgres' codes of a lock that was not available in time, and of a deadlock. */
const LOCKED: ReadonlySet<string | undefined> = new Set(['55P03', '40P01'])

type Migration = {
  readonly version: string
  readonly name: string
  readonly file: string
  text(): Promise<string>
}

async function listMigrations(folder = FOLDER): Promise<Migration[]> {
  const files = await readdir(folder)
  return files.sort().flatMap((file) => {
    const [, version, name] = FILE.exec(file) ?? []
    if (version === undefined || name === undefined) return []
    return [{ version, name, file, text: () => readFile(new URL(file, folder), 'utf8') }]
  })
}

/** A migration's file, from the root of the repository, and its text. */
export type MigrationText = { readonly file: string; readonly text: string }

/** The migrations of this release, in the order in which they are applied. */
export const readMigrations = async (): Promise<MigrationText[]> =>
  Promise.all(
    (await listMigrations()).map(async ({ file, text }) => ({
      file: `supabase/migrations/${file}`,
      text: await text(),
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

export type MigrateOptions = {
  readonly tls?: DatabaseTls
  /** Called after each file. */
  readonly onApplied?: (file: string) => void
  /** Another folder with migrations than that of this release; ends with a slash. */
  readonly folder?: URL
}

/** A migration that was not applied, with what to do in its message. */
export class MigrationError extends Error {}

/** Applies one file and records it, in one transaction. */
async function apply(client: Client, { version, name, text }: Migration): Promise<void> {
  const statements = await text()
  await client.query('begin')
  await client.query(statements)
  await client.query(RECORD_MIGRATION, [version, [statements], name])
  await client.query('commit')
}

const isLocked = (error: unknown) => error instanceof DatabaseError && LOCKED.has(error.code)

/** Tries again when the running site uses a table: while a migration waits for a lock, requests wait behind it. */
async function applyBetweenRequests(client: Client, migration: Migration): Promise<void> {
  const { attempts, pauseMs } = MIGRATION_LOCKS
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, migration)
    } catch (error) {
      // A connection that broke has rolled back.
      await client.query('rollback').catch(() => undefined)
      if (!isLocked(error)) throw error
      if (attempt === attempts) {
        throw new MigrationError(
          `${migration.file} did not get its locks in ${attempts} attempts, because other connections use its tables. It changed nothing. Run "npm run migrate" again.`,
        )
      }
      await setTimeout(pauseMs)
    }
  }
}

/** Before anything is changed: a running process of the previous release must tolerate all of it. */
async function refuseWhileRunning(client: Client, pending: readonly Migration[]): Promise<void> {
  for (const { version, file, text: statements } of pending) {
    if (version >= TOLERATED_SINCE && !(await statements()).startsWith(NEEDS_STOP)) continue
    const running = await isSiteRunning(
      async ({ text }, values) => (await client.query<{ running: boolean }>(text, values)).rows,
    )
    if (!running) return
    throw new MigrationError(
      `${file} changes what the running site uses, so nothing was changed. Stop every process of the site and every command, run "npm run migrate" again, then start the new release.`,
    )
  }
}

async function applyAll(client: Client, { onApplied, folder }: MigrateOptions): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  // Not while it waits for another run, which may take long.
  await client.query(`set lock_timeout = ${MIGRATION_LOCKS.timeoutMs}`)
  const recorded = await recordedVersions((text) => client.query<Recorded>(text))
  const pending = (await listMigrations(folder)).filter(({ version }) => !recorded?.has(version))
  // No release has used a database without the table of migrations.
  if (recorded !== undefined) await refuseWhileRunning(client, pending)
  await client.query(MIGRATION_TABLE)
  for (const migration of pending) {
    await applyBetweenRequests(client, migration)
    onApplied?.(migration.file)
  }
  return pending.map(({ file }) => file)
}

/**
 * Applies the pending migrations, each file in a transaction of its own, and returns their files, in order. Concurrent runs
 * wait for each other.
 * @throws MigrationError when the site is running and a migration does not tolerate that, or when one does not get its locks;
 * Postgres' error when one fails. The files before it stay applied.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = await openClient({ url, tls: options.tls }, 'halyard-migrate')
  try {
    return await applyAll(client, options)
  } finally {
    // Ending the connection rolls an open transaction back and releases the lock.
    await client.end()
  }
}

type Recorded = { readonly version: string }

/** The versions that the database has, including versions of newer releases; undefined without the table of migrations. */
async function recordedVersions(
  query: (text: string) => Promise<{ rows: readonly object[] }>,
): Promise<ReadonlySet<string> | undefined> {
  const { rows } = await query(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as present",
  )
  if ((rows[0] as { present?: boolean } | undefined)?.present !== true) return undefined
  const recorded = await query('select version from supabase_migrations.schema_migrations')
  return new Set((recorded.rows as Recorded[]).map(({ version }) => version))
}

/** The files that `migrate` would apply, in order. */
export async function pendingMigrations({ kysely }: Queries): Promise<string[]> {
  const recorded = await recordedVersions((text) => sql.raw<object>(text).execute(kysely))
  return (await listMigrations())
    .filter(({ version }) => !recorded?.has(version))
    .map(({ file }) => file)
}
