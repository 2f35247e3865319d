import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { type BackupKey, findBackupKey, hasMac, macOf } from '#app/commands/backup/encryption.ts'
import type { Keys } from '#core/server/config/env.ts'

/** A backup or restore that is refused; the message is for the operator. */
export class BackupRefused extends Error {}

export const MANIFEST = 'manifest.json'
const FORMAT = 2

const fileSchema = z.object({ file: z.string(), bytes: z.int(), sha256: z.string() })
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Halyard's version. */
  version: z.string(),
  createdAt: z.string(),
  postgres: z.string(),
  migrations: z.array(
    z.object({
      version: z.string(),
      name: z.nullable(z.string()),
      statements: z.array(z.string()),
    }),
  ),
  /** The functions, views and triggers. Formerly they were in the migrations. */
  routines: z._default(
    z.array(z.object({ id: z.string(), version: z.string(), statement: z.string() })),
    [],
  ),
  /** What proves that the keys are the same (`app.key_checks`): constants encrypted by each key, in hex. Never a key. */
  keys: z.array(
    z.object({ kind: z.enum(['data', 'lookup']), keyId: z.string(), checkValue: z.string() }),
  ),
  /** The key of the files. */
  key: z.object({ id: z.string(), salt: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  /** In the order in which foreign keys allow to fill them. */
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      ...fileSchema.shape,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.int() })),
  /** The files of the content lake's folder; null when the backup has no lake. */
  lake: z.nullable(z.array(fileSchema)),
})

/** The contents of a backup. */
export type Manifest = z.output<typeof manifestSchema>
export type BackedUpFile = z.output<typeof fileSchema>
export type BackedUpTable = Manifest['tables'][number]

export const newManifest = (
  parts: Omit<Manifest, 'format' | 'key'>,
  { id, salt }: BackupKey,
): Manifest => ({ format: FORMAT, ...parts, key: { id, salt } })

/** The text of a manifest's file: with a keyed hash of everything in it, as the migrations in it are run by a restore. */
export const manifestText = (manifest: Manifest, key: BackupKey): string =>
  `${JSON.stringify({ ...manifest, mac: macOf(JSON.stringify(manifest), key) }, null, 1)}\n`

/** Size and SHA-256 of a file of a backup. */
export async function describeFile(folder: string, file: string): Promise<BackedUpFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, file)), hash)
  return { file, bytes: statSync(join(folder, file)).size, sha256: hash.digest('hex') }
}

const earlierSchema = z.object({ format: z.literal(1), version: z.string() })

/** @throws BackupRefused when the keyed hash of the manifest is missing or another. */
function checkMac(content: object, key: BackupKey): void {
  const { mac = '', ...rest } = content as { mac?: unknown }
  if (!hasMac(JSON.stringify(rest), String(mac), key)) {
    throw new BackupRefused(`The backup is damaged: ${MANIFEST} is changed.`)
  }
}

function parseManifest(folder: string): { content: object; manifest: Manifest } {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
  } catch {
    throw new BackupRefused(`${folder} is not a backup: it has no readable ${MANIFEST}.`)
  }
  const parsed = manifestSchema.safeParse(content)
  if (parsed.success) return { content: content as object, manifest: parsed.data }
  const earlier = earlierSchema.safeParse(content)
  throw new BackupRefused(
    earlier.success
      ? `${folder} was made by version ${earlier.data.version}, which did not encrypt: restore it with that version, then update.`
      : `${folder} was made by another version: its ${MANIFEST} is not understood.`,
  )
}

/**
 * Reads a backup's manifest and checks it and every file.
 * @throws BackupRefused when it is not a backup, its key is not configured, or a file is missing or changed.
 */
export async function readBackup(folder: string, keys: Keys): Promise<Manifest> {
  const { content, manifest } = parseManifest(folder)
  checkMac(content, keyOf(manifest, keys))
  for (const { file, sha256 } of [...manifest.tables, ...(manifest.lake ?? [])]) {
    const now = await describeFile(folder, file).catch(() => undefined)
    if (now?.sha256 !== sha256) {
      throw new BackupRefused(`The backup is damaged: ${file} is ${now ? 'changed' : 'missing'}.`)
    }
  }
  return manifest
}

/** The key of a backup's files. @throws BackupRefused when its data key is not configured. */
export function keyOf({ key }: Manifest, keys: Keys): BackupKey {
  const found = findBackupKey(keys, key)
  if (found !== undefined) return found
  throw new BackupRefused(
    `The backup is encrypted with the data key '${key.id}': add it to DATA_KEYS.`,
  )
}
