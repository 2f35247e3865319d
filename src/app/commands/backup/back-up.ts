import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { copiedRows, listSequences, listTables } from '#app/commands/backup/catalogue.ts'
import { copyOut } from '#app/commands/backup/copy.ts'
import { type BackupKey, writeEncrypted } from '#app/commands/backup/encryption.ts'
import { type BackedUpTable, describeFile, type Manifest } from '#app/commands/backup/manifest.ts'
import { openClient } from '#core/server/database/connection.ts'
import { recordedRoutines } from '#core/server/database/replace-routines.ts'
import type { DatabaseTls } from '#shared/node/database-address.ts'

/** Below the backup's folder. */
const FOLDER = 'database'

/** Texts of COPY do not depend on the session's settings then. */
export const PLAIN_TEXTS = `set datestyle to 'ISO'; set intervalstyle to 'postgres'; set timezone to 'UTC'; set extra_float_digits to 1`

type DatabasePart = Omit<Manifest, 'format' | 'version' | 'createdAt' | 'lake' | 'key'>

async function copyTable(
  client: Client,
  folder: string,
  key: BackupKey,
  table: Pick<BackedUpTable, 'schema' | 'name' | 'columns'>,
): Promise<BackedUpTable> {
  const file = join(FOLDER, `${table.schema}.${table.name}.copy.gz.enc`)
  const { stream, rows } = copyOut(client, `copy (${copiedRows(table)}) to stdout`)
  const packed = createGzip({ level: constants.Z_BEST_SPEED })
  await Promise.all([
    pipeline(stream, packed),
    writeEncrypted(packed, join(folder, file), key, file),
  ])
  return { ...table, rows: await rows, ...(await describeFile(folder, file)) }
}

async function has(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    'select to_regclass($1) is not null as there',
    [table],
  )
  return rows[0]?.there === true
}

/** Reads everything in one snapshot: the backup is the database at one moment, while the site runs. */
async function readDatabase(client: Client, folder: string, key: BackupKey): Promise<DatabasePart> {
  await client.query(PLAIN_TEXTS)
  await client.query('begin isolation level repeatable read read only')
  const { rows: version } = await client.query<{ server_version: string }>('show server_version')
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  )
  const routines = [...(await recordedRoutines((text) => client.query(text)))]
  const { rows: keys } = (await has(client, 'app.key_checks'))
    ? await client.query<Manifest['keys'][number]>(
        `select kind, key_id as "keyId", encode(check_value, 'hex') as "checkValue" from app.key_checks order by 1, 2`,
      )
    : { rows: [] }
  const tables: BackedUpTable[] = []
  for (const table of await listTables(client))
    tables.push(await copyTable(client, folder, key, table))
  await client.query('commit')
  // Afterwards, because sequences are not part of the snapshot: no id of a copied row is given again.
  const sequences = await listSequences(client)
  return {
    postgres: version[0]?.server_version ?? '',
    migrations,
    routines,
    keys,
    tables,
    sequences,
  }
}

/** Copies the tables of a migrated database into `folder`, each as compressed and encrypted text of COPY. */
export async function backUpDatabase(
  url: string,
  folder: string,
  key: BackupKey,
  tls?: DatabaseTls,
): Promise<DatabasePart> {
  mkdirSync(join(folder, FOLDER), { mode: 0o700 })
  const client = await openClient({ url, tls }, 'halyard-backup')
  try {
    return await readDatabase(client, folder, key)
  } finally {
    await client.end()
  }
}
