import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Client, DatabaseError } from 'pg'
import { MIGRATION_LOCKS } from '#core/server/config/limits.ts'
import { openClient } from '#core/server/database/connection.ts'
import type { Queries } from '#core/server/database/database.ts'
import {
  intolerableRoutine,
  NEEDS_STOP,
  pendingFiles,
  type Query,
  ROUTINE_TABLE,
  recordedRoutines,
  replaceRoutines,
} from '#core/server/database/replace-routines.ts'
import { type Routine, readRoutines } from '#core/server/database/routines.ts'
import { isSiteRunning } from '#core/server/database/running-site.ts'
import type { DatabaseTls } from '#shared/node/database-address.ts'

/** Also read by the Supabase CLI. */
const FOLDER = new URL('../../../../supabase/migrations/', import.meta.url)
const FILE = /^(\d{14})_([\w-]+)\.sql$/
/** Advisory lock key: arbitrary, but the same in every process. */
const LOCK = 4_272_051_917
/** The first migration of this repository. Before it, each change of a function was a migration too. */
const FIRST = '20261128000000'
/** SHA-256 of the 62 versions that came before it (commit 1d4b8880), in order: they made the same schema as `FIRST` and the routines. */
const FORMER_VERSIONS = 'fb9d36a79daded8743863ee59cb3947e44adb7e1e23479366d12197b0b938b79'
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

const areFormer = (versions: Iterable<string>): boolean =>
  hash('sha256', [...versions].sort().join(' ')) === FORMER_VERSIONS

/** The first of the recorded versions that this release does not know. */
export async function unknownVersion(versions: readonly string[]): Promise<string | undefined> {
  if (areFormer(versions)) return undefined
  const known = new Set((await listMigrations()).map(({ version }) => version))
  return versions.find((version) => !known.has(version))
}

/** The table as the Supabase CLI creates it, so that its `db push` and this runner accept each other's records. */
export const MIGRATION_TABLE = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
  ${ROUTINE_TABLE};`

/** Records a migration: version, statements, name. */
export const RECORD_MIGRATION =
  'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)'

export type MigrateOptions = {
  readonly tls?: DatabaseTls
  /** Called after each file. */
  readonly onApplied?: (file: string) => void
  /** Another folder with migrations than that of this release; ends with a slash. */
  readonly folder?: URL
  /** Used by tests instead of this release's routines. */
  readonly routines?: readonly Routine[]
}

/** A migration that was not applied, with what to do in its message. */
export class MigrationError extends Error {}

/** Applies one file and records it. */
async function apply(client: Client, { version, name, text }: Migration): Promise<void> {
  const statements = await text()
  await client.query(statements)
  await client.query(RECORD_MIGRATION, [version, [statements], name])
}

const isLocked = (error: unknown) => error instanceof DatabaseError && LOCKED.has(error.code)

/**
 * One transaction, tried again when the running site uses a table: while it waits for a lock, requests wait behind it.
 * `name` is what it applies.
 */
async function betweenRequests(client: Client, name: string, work: () => Promise<void>) {
  const { attempts, pauseMs } = MIGRATION_LOCKS
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin')
      await work()
      await client.query('commit')
      return
    } catch (error) {
      // A connection that broke has rolled back.
      await client.query('rollback').catch(() => undefined)
      if (!isLocked(error)) throw error
      if (attempt === attempts) {
        throw new MigrationError(
          `${name} did not get its locks in ${attempts} attempts, because other connections use its tables. It changed nothing. Run "npm run migrate" again.`,
        )
      }
      await setTimeout(pauseMs)
    }
  }
}

/** Before anything is changed: a running process of the previous release must tolerate all of it. */
async function refuseWhileRunning(client: Client, intolerable: string | undefined): Promise<void> {
  if (intolerable === undefined) return
  const running = await isSiteRunning(
    async ({ text }, values) => (await client.query<{ running: boolean }>(text, values)).rows,
  )
  if (!running) return
  throw new MigrationError(
    `${intolerable} changes what the running site uses, so nothing was changed. Stop every process of the site and every command, run "npm run migrate" again, then start the new release.`,
  )
}

async function intolerableMigration(pending: readonly Migration[]): Promise<string | undefined> {
  for (const { file, text } of pending) if ((await text()).startsWith(NEEDS_STOP)) return file
  return undefined
}

/** The former migrations made the tables of the first one: only the records change. Processes of that state would not start after that. */
async function carryOver(client: Client, first: Migration): Promise<void> {
  await refuseWhileRunning(client, first.file)
  const statements = [await first.text()]
  await betweenRequests(client, first.file, async () => {
    await client.query('delete from supabase_migrations.schema_migrations')
    await client.query(RECORD_MIGRATION, [first.version, statements, first.name])
  })
}

/** @throws MigrationError for a database that lacks some of the former migrations. */
async function versionsToBuildOn(
  client: Client,
  migrations: readonly Migration[],
): Promise<ReadonlySet<string> | undefined> {
  const recorded = await recordedVersions((text) => client.query(text))
  if (recorded === undefined || recorded.size === 0 || recorded.has(FIRST)) return recorded
  const first = migrations.find(({ version }) => version === FIRST)
  if (first === undefined || !areFormer(recorded)) {
    throw new MigrationError(
      'This database lacks some of the migrations before 28 November 2026, so nothing was changed. Run "npm run migrate" of commit 1d4b8880 first, or begin with an empty database.',
    )
  }
  await carryOver(client, first)
  return new Set([FIRST])
}

async function applyAll(client: Client, options: MigrateOptions): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  // Not while it waits for another run, which may take long.
  await client.query(`set lock_timeout = ${MIGRATION_LOCKS.timeoutMs}`)
  const migrations = await listMigrations(options.folder)
  const routines = options.routines ?? (await readRoutines())
  const recorded = await versionsToBuildOn(client, migrations)
  const pending = migrations.filter(({ version }) => !recorded?.has(version))
  const query: Query = (text) => client.query(text)
  // No release has used a database without the table of migrations.
  if (recorded !== undefined) {
    const intolerable = await intolerableMigration(pending)
    await refuseWhileRunning(client, intolerable ?? (await intolerableRoutine(query, routines)))
  }
  await client.query(MIGRATION_TABLE)
  for (const migration of pending) {
    await betweenRequests(client, migration.file, () => apply(client, migration))
    options.onApplied?.(migration.file)
  }
  const files = pendingFiles(await recordedRoutines(query), routines)
  await betweenRequests(client, 'supabase/routines', () => replaceRoutines(client, routines))
  for (const file of files) options.onApplied?.(file)
  return [...pending.map(({ file }) => file), ...files]
}

/**
 * Applies the pending migrations, each in its own transaction, then replaces the routines that have changed, in one. Returns the
 * files, in order. Concurrent runs wait for each other.
 * @throws MigrationError when the database lacks some of the former migrations, when the site is running and a change does not tolerate that, or
 * when one does not get its locks; Postgres' error when one fails. The files before it stay applied.
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
async function recordedVersions(query: Query): Promise<ReadonlySet<string> | undefined> {
  const { rows } = await query(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as present",
  )
  if ((rows[0] as { present?: boolean } | undefined)?.present !== true) return undefined
  const recorded = await query('select version from supabase_migrations.schema_migrations')
  return new Set((recorded.rows as Recorded[]).map(({ version }) => version))
}

/** The files that `migrate` would apply, in order: migrations, then the files of routines that differ in the database. */
export async function pendingMigrations({ kysely }: Queries): Promise<string[]> {
  const query: Query = (text) => sql.raw<object>(text).execute(kysely)
  const recorded = await recordedVersions(query)
  const migrations = (await listMigrations())
    .filter(({ version }) => !recorded?.has(version))
    .map(({ file }) => file)
  return [...migrations, ...pendingFiles(await recordedRoutines(query), await readRoutines())]
}
