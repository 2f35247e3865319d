import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readEncrypted } from '#app/commands/backup/encryption.ts'
import { BackupRefused, keyOf, readBackup } from '#app/commands/backup/manifest.ts'
import { type Restore, restoreDatabase } from '#app/commands/backup/restore.ts'
import { keysEnv } from '#core/server/config/patients-env.ts'
import { countOf } from '#core/texts/count.ts'
import { neededOption, Refusal, readCommandLine, runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { onThisCopy, type Place } from './operator/local-copy.ts'

const USAGE = `npm run restore -- <folder> --by <your name> [--replace]
    restores a backup; the site must be stopped. --replace deletes the data that are there`

/** Decrypts the lake's files of a backup into an empty folder. */
async function decryptLake(
  { folder, manifest, keys }: Pick<Restore, 'folder' | 'manifest' | 'keys'>,
  to: string,
): Promise<void> {
  const key = keyOf(manifest, keys)
  for (const { file } of manifest.lake ?? []) {
    const target = join(to, relative('lake', file))
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(
      readEncrypted(join(folder, file), key, file),
      createWriteStream(target, { mode: 0o600 }),
    )
  }
}

/** Restores content lake and database; a failure leaves both as they were. Returns the number of mails that are held. */
async function restoreAll({ databaseUrl, databaseTls, lakeFolder: lake }: Place, restore: Restore) {
  if (lake === undefined) return await restoreDatabase(databaseUrl, restore, databaseTls)
  // Not in the image of the site.
  const { hasLake, restoreLake } = await import('#local/lake/backup.ts')
  if (!restore.replace && hasLake(lake)) {
    throw new BackupRefused(`${lake} has content: --replace deletes it first.`)
  }
  mkdirSync(dirname(lake), { recursive: true, mode: 0o700 })
  const copy = mkdtempSync(`${lake}.backup-`)
  try {
    // Before the database is changed: a full disk must not leave it beside the old content.
    await decryptLake(restore, copy)
    const restored = await restoreDatabase(databaseUrl, restore, databaseTls)
    restoreLake(copy, lake)
    return restored
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** `npm run restore`: everything is checked before anything is changed. */
runCommand(async () => {
  const line = readCommandLine(process.argv.slice(2), {
    values: ['by'],
    flags: ['replace'],
    usage: USAGE,
  })
  const [word] = line.words
  if (word === undefined) throw new Refusal(USAGE)
  const operator = neededOption(line, 'by', USAGE)
  const replace = line.options.has('replace')
  const keys = keysEnv(operatorEnvironment())
  try {
    const folder = resolve(word)
    const manifest = await readBackup(folder, keys)
    return await onThisCopy(
      async (place) => {
        const lakeFolder = manifest.lake === null ? undefined : place.lakeFolder
        const restore = { folder, manifest, keys, operator, replace }
        const { heldMails } = await restoreAll({ ...place, lakeFolder }, restore)
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
        return `${countOf(rows, 'row')} of ${manifest.createdAt} restored. ${countOf(heldMails, 'mail is', 'mails are')} held: npm run mails.\n`
      },
      { stopped: true },
    )
  } catch (error) {
    throw error instanceof BackupRefused ? new Refusal(error.message) : error
  }
})
