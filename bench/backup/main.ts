import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { backUpDatabase } from '#app/commands/backup/back-up.ts'
import { newBackupKey } from '#app/commands/backup/encryption.ts'
import { MANIFEST, manifestText, newManifest, readBackup } from '#app/commands/backup/manifest.ts'
import { restoreDatabase } from '#app/commands/backup/restore.ts'
import { openClient } from '#core/server/database/connection.ts'
import { migrate } from '#core/server/database/migrations.ts'
import { startPostgres } from '#local/postgres/start-postgres.ts'

/*
 * Drills a restore of 250,000 appointments: `node bench/backup/main.ts` (about three minutes). Fails when the restored database
 * violates a rule of tests/integration/invariants.sql.
 */
const key = randomBytes(32)
const keys = { data: [{ id: 'k1', key }], lookup: key }

async function inDatabase<Value>(url: string, work: (client: Client) => Promise<Value>) {
  const client = await openClient({ url }, 'halyard-bench')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function timed<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const start = performance.now()
  const value = await work()
  process.stdout.write(`| ${name} | ${((performance.now() - start) / 1000).toFixed(1)} s |\n`)
  return value
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The rows that violate a rule. */
async function violations(url: string): Promise<number> {
  const results = await inDatabase(url, (client) =>
    client.query(read('../../tests/integration/invariants.sql')),
  )
  return (results as unknown as { rows: unknown[] }[]).reduce(
    (sum, { rows }) => sum + rows.length,
    0,
  )
}

/** One checksum per table of schema app; the restored database differs in its held mails and one audit entry. */
async function checksums(url: string): Promise<string> {
  return await inDatabase(url, async (client) => {
    const sums: string[] = []
    for (const name of ['events', 'profiles', 'appointments', 'consents']) {
      const { rows } = await client.query<{ sum: string }>(
        `select md5(string_agg(md5(t::text), '' order by md5(t::text))) as sum from app.${name} t`,
      )
      sums.push(`${name} ${rows[0]?.sum}`)
    }
    return sums.join('\n')
  })
}

async function drill(url: string, folder: string): Promise<void> {
  await inDatabase(url, async (client) => {
    await client.query('create database source')
    await client.query('create database target')
  })
  const urlOf = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  await migrate(urlOf('source'))
  await timed('fill', () => inDatabase(urlOf('source'), (client) => client.query(read('fill.sql'))))
  const backupKey = newBackupKey(keys)
  const database = await timed('backup', () => backUpDatabase(urlOf('source'), folder, backupKey))
  const parts = { version: 'drill', createdAt: 'now', ...database, lake: null }
  const manifest = newManifest(parts, backupKey)
  writeFileSync(join(folder, MANIFEST), manifestText(manifest, backupKey))
  const checked = await timed('check of the files', () => readBackup(folder, keys))
  await timed('restore', () =>
    restoreDatabase(urlOf('target'), {
      folder,
      manifest: checked,
      keys,
      operator: 'drill',
      replace: false,
    }),
  )
  const found = await timed('invariants.sql', () => violations(urlOf('target')))
  if ((await checksums(urlOf('source'))) !== (await checksums(urlOf('target')))) {
    throw new Error('The restored rows differ from the source.')
  }
  const rows = manifest.tables.map(({ name, rows: count }) => `${count} ${name}`).join(', ')
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
  process.stdout.write(`\n${rows}; ${(bytes / 1e6).toFixed(0)} MB; ${found} violations\n`)
  if (found > 0) process.exitCode = 1
}

const folder = mkdtempSync(join(tmpdir(), 'halyard-drill-'))
const postgres = await startPostgres(join(folder, 'postgres'))
try {
  await drill(postgres.url, mkdtempSync(join(folder, 'backup-')))
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
