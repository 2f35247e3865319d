import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

/** A backup or restore that is refused; the message is for the operator. */
export class BackupRefused extends Error {}

export const MANIFEST = 'manifest.json'
const FORMAT = 1

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
  /** What proves that the keys are the same (`app.key_checks`): constants encrypted by each key, in hex. Never a key. */
  keys: z.array(
    z.object({ kind: z.enum(['data', 'lookup']), keyId: z.string(), checkValue: z.string() }),
  ),
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

export const newManifest = (parts: Omit<Manifest, 'format'>): Manifest => ({
  format: FORMAT,
  ...parts,
})

/** Size and SHA-256 of a file of a backup. */
export async function describeFile(folder: string, file: string): Promise<BackedUpFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, file)), hash)
  return { file, bytes: statSync(join(folder, file)).size, sha256: hash.digest('hex') }
}

/**
 * Reads a backup's manifest and checks every file against it.
 * @throws BackupRefused when it is no backup, or a file is missing or changed.
 */
export async function readBackup(folder: string): Promise<Manifest> {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
  } catch {
    throw new BackupRefused(`${folder} is no backup: it has no readable ${MANIFEST}.`)
  }
  const parsed = manifestSchema.safeParse(content)
  if (!parsed.success) {
    throw new BackupRefused(
      `${folder} was made by another version: its ${MANIFEST} is not understood.`,
    )
  }
  for (const { file, sha256 } of [...parsed.data.tables, ...(parsed.data.lake ?? [])]) {
    const now = await describeFile(folder, file).catch(() => undefined)
    if (now?.sha256 !== sha256) {
      throw new BackupRefused(`The backup is damaged: ${file} is ${now ? 'changed' : 'missing'}.`)
    }
  }
  return parsed.data
}
