import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { PLAIN_TEXTS } from '#app/commands/backup/back-up.ts'
import { columnList, listTables, quoted } from '#app/commands/backup/catalogue.ts'
import { copyIn } from '#app/commands/backup/copy.ts'
import { readEncrypted } from '#app/commands/backup/encryption.ts'
import { BackupRefused, keyOf, type Manifest } from '#app/commands/backup/manifest.ts'
import { keyFaults } from '#app/commands/check-keys.ts'
import type { Keys } from '#core/server/config/env.ts'
import { OPERATOR_LOCK_TIMEOUT_MS } from '#core/server/config/limits.ts'
import { openClient } from '#core/server/database/connection.ts'
import {
  MIGRATION_TABLE,
  RECORD_MIGRATION,
  unknownVersion,
} from '#core/server/database/migrations.ts'
import { createRoutine, recordRoutines } from '#core/server/database/replace-routines.ts'
import { isSiteRunning, SITE_IS_RUNNING } from '#core/server/database/running-site.ts'
import { HOLD_MAILS } from '#core/server/jobs/held-mails.ts'
import { isNewer, VERSION } from '#core/server/version.ts'
import type { DatabaseTls } from '#shared/node/database-address.ts'

export type Restore = {
  readonly folder: string
  readonly manifest: Manifest
  readonly keys: Keys
  readonly operator: string
  /** Whether data that are there may be deleted. */
  readonly replace: boolean
}

/** @throws BackupRefused when the code lacks a migration of the backup, or the keys do not fit the data. */
async function checkManifest({ manifest, keys }: Restore): Promise<void> {
  const unknown = await unknownVersion(manifest.migrations.map(({ version }) => version))
  if (unknown !== undefined || manifest.routines.some(({ version }) => isNewer(version, VERSION))) {
    throw new BackupRefused(
      `The backup is of a newer version (${manifest.version}${unknown === undefined ? '' : `, migration ${unknown}`}): install that version first.`,
    )
  }
  const checks = manifest.keys.map(({ checkValue, ...check }) => ({
    ...check,
    checkValue: Buffer.from(checkValue, 'hex'),
  }))
  const faults = keyFaults(checks, keys)
  if (faults.length > 0) throw new BackupRefused(faults.join('\n'))
}

/** @throws BackupRefused while the site runs on the database, or when it has data and `replace` is not set. */
async function checkTarget(client: Client, { manifest, replace }: Restore): Promise<void> {
  const running = await isSiteRunning(
    async ({ text }, values) => (await client.query<{ running: boolean }>(text, values)).rows,
  )
  if (running) throw new BackupRefused(SITE_IS_RUNNING)
  const there = await listTables(client)
  const names = new Set(there.map(quoted))
  const missing = manifest.tables.find((one) => one.schema !== 'app' && !names.has(quoted(one)))
  if (missing !== undefined) {
    throw new BackupRefused(
      `The database has no table ${quoted(missing)}: start the identity service once, which creates it.`,
    )
  }
  if (replace) return
  for (const table of there) {
    const { rows } = await client.query<{ full: boolean }>(
      `select exists (select from ${quoted(table)}) as full`,
    )
    if (rows[0]?.full === true && !OWN_RECORDS.includes(`${table.schema}.${table.name}`)) {
      throw new BackupRefused(
        `The database has data (${quoted(table)}): --replace deletes everything in it first.`,
      )
    }
  }
}

/** Filled by a start without any patient. */
const OWN_RECORDS = [
  'app.bank_holidays',
  'app.key_checks',
  'auth.schema_migrations',
  'auth.instances',
]

/** Replaces our schemas by those of the backup's migrations, and empties the tables of the other schemas. */
async function rebuildSchemas(
  client: Client,
  { migrations, routines, tables }: Manifest,
): Promise<void> {
  await client.query('drop schema if exists booking, lab cascade')
  await client.query('drop schema if exists app cascade')
  await client.query(MIGRATION_TABLE)
  await client.query('delete from supabase_migrations.schema_migrations')
  for (const { version, name, statements } of migrations) {
    for (const statement of statements) await client.query(statement)
    await client.query(RECORD_MIGRATION, [version, statements, name])
  }
  for (const routine of routines) await createRoutine(client, routine)
  await recordRoutines(client, routines, routines[0]?.version ?? '')
  const others = tables.filter(({ schema }) => schema !== 'app').map(quoted)
  if (others.length > 0) await client.query(`truncate ${others.join(', ')}`)
}

async function fillTables(client: Client, { folder, manifest, keys }: Restore): Promise<void> {
  const key = keyOf(manifest, keys)
  for (const table of manifest.tables) {
    const isOurs = table.schema === 'app'
    if (isOurs) {
      await client.query(`alter table ${quoted(table)} disable trigger user`)
      // What the migrations put there is in the backup too, as it was then.
      await client.query(`delete from ${quoted(table)}`)
    }
    const source = createGunzip()
    const sql = `copy ${quoted(table)} (${columnList(table.columns)}) from stdin`
    const [rows] = await Promise.all([
      copyIn(client, sql, source),
      pipeline(readEncrypted(join(folder, table.file), key, table.file), source),
    ])
    if (rows !== table.rows) {
      throw new BackupRefused(`${table.file} has ${rows} rows, the manifest says ${table.rows}.`)
    }
    if (isOurs) await client.query(`alter table ${quoted(table)} enable trigger user`)
  }
  for (const sequence of manifest.sequences) {
    await client.query('select setval($1::regclass, $2)', [quoted(sequence), sequence.last])
  }
}

async function restoreInto(client: Client, restore: Restore): Promise<{ heldMails: number }> {
  await client.query(PLAIN_TEXTS)
  await client.query('begin')
  await client.query(`set local lock_timeout = ${OPERATOR_LOCK_TIMEOUT_MS}`)
  await rebuildSchemas(client, restore.manifest)
  await fillTables(client, restore)
  const { rowCount: heldMails } = await client.query(HOLD_MAILS)
  await client.query(
    `insert into app.audit_log (at, action, subject, operator) values (app.clock_now(), 'restored', $1, $2)`,
    [`backup:${restore.manifest.createdAt}`, restore.operator],
  )
  await client.query('commit')
  await client.query('analyze')
  return { heldMails: heldMails ?? 0 }
}

/**
 * Restores the tables of a backup whose files were checked (`readBackup`), in one transaction: a failure changes nothing.
 * Returns the number of mails that it holds.
 * @throws BackupRefused before anything is changed.
 */
export async function restoreDatabase(
  url: string,
  restore: Restore,
  tls?: DatabaseTls,
): Promise<{ heldMails: number }> {
  await checkManifest(restore)
  const client = await openClient({ url, tls }, 'halyard-restore')
  try {
    await checkTarget(client, restore)
    return await restoreInto(client, restore)
  } finally {
    // Ending the connection rolls an open transaction back.
    await client.end()
  }
}
