import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { backUpDatabase } from '#app/commands/backup/back-up.ts'
import { type BackupKey, newBackupKey, writeEncrypted } from '#app/commands/backup/encryption.ts'
import {
  type BackedUpFile,
  BackupRefused,
  describeFile,
  MANIFEST,
  manifestText,
  newManifest,
} from '#app/commands/backup/manifest.ts'
import { keysEnv } from '#core/server/config/patients-env.ts'
import { VERSION } from '#core/server/version.ts'
import { countOf } from '#core/texts/count.ts'
import { writeAtomically } from '#shared/node/atomic-file.ts'
import { Refusal, runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { onThisCopy } from './operator/local-copy.ts'

const USAGE = `npm run backup -- <folder>
    copies the database and, with a content lake of its own, the content into a new folder, encrypted; the site may run`

function emptyFolder(word: string | undefined): string {
  if (word === undefined || word.startsWith('--')) throw new Refusal(USAGE)
  const folder = resolve(word)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Refusal(`${folder} is not empty: name a new folder.`)
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Copies the lake beside itself and encrypts the copy: nothing is written in clear to where backups are kept. */
async function backUpContent(lakeFolder: string | undefined, folder: string, key: BackupKey) {
  if (lakeFolder === undefined || !existsSync(lakeFolder)) return null
  const { backUpLake } = await import('#local/lake/backup.ts')
  const copy = mkdtempSync(`${lakeFolder}.backup-`)
  try {
    const described: BackedUpFile[] = []
    for (const name of backUpLake(lakeFolder, copy)) {
      const file = join('lake', name)
      mkdirSync(dirname(join(folder, file)), { recursive: true, mode: 0o700 })
      await writeEncrypted(createReadStream(join(copy, name)), join(folder, file), key, file)
      described.push(await describeFile(folder, file))
    }
    return described
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** `npm run backup`: the manifest is written last; a folder without it is not a backup. */
runCommand(async () => {
  const folder = emptyFolder(process.argv[2])
  const createdAt = new Date().toISOString()
  const key = newBackupKey(keysEnv(operatorEnvironment()))
  const manifest = await onThisCopy(
    async ({ databaseUrl, databaseTls, lakeFolder }) => {
      const database = await backUpDatabase(databaseUrl, folder, key, databaseTls)
      const lake = await backUpContent(lakeFolder, folder, key)
      return newManifest({ version: VERSION, createdAt, ...database, lake }, key)
    },
    { stopped: false },
  ).catch((error: unknown) => {
    throw error instanceof BackupRefused ? new Refusal(error.message) : error
  })
  writeAtomically(join(folder, MANIFEST), manifestText(manifest, key), 0o600)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const content =
    manifest.lake === null
      ? 'no content lake'
      : `${countOf(manifest.lake.length, 'file')} of content`
  return `${folder}: ${countOf(rows, 'row')} of ${countOf(manifest.tables.length, 'table')}, ${content}. Encrypted with the data key '${key.id}'; the keys are not in it.\n`
})
