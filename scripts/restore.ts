import { join, resolve } from 'node:path'
import { countOf } from '#domain/texts/count.ts'
import { keysEnv } from '#server/config/patients-env.ts'
import { BackupRefused, readBackup } from '#server/operations/backup/manifest.ts'
import { restoreDatabase } from '#server/operations/backup/restore.ts'
import { neededOption, Refusal, readCommandLine, runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { onThisCopy } from './operator/local-copy.ts'

const USAGE = `npm run restore -- <folder> --by <your name> [--replace]
    restores a backup; the site must be stopped. --replace deletes the data that are there`

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
    const manifest = await readBackup(folder)
    return await onThisCopy(
      async ({ databaseUrl, lakeFolder }) => {
        const lake = manifest.lake === null || lakeFolder === undefined ? undefined : lakeFolder
        const { hasLake, restoreLake } = await import('#local/lake/backup.ts')
        if (lake !== undefined && !replace && hasLake(lake)) {
          throw new BackupRefused(`${lake} has content: --replace deletes it first.`)
        }
        const restore = { folder, manifest, keys, operator, replace }
        const { heldMails } = await restoreDatabase(databaseUrl, restore)
        if (lake !== undefined) restoreLake(join(folder, 'lake'), lake)
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
        return `${countOf(rows, 'row')} of ${manifest.createdAt} restored. ${countOf(heldMails, 'mail is', 'mails are')} held: npm run mails.\n`
      },
      { stopped: true },
    )
  } catch (error) {
    throw error instanceof BackupRefused ? new Refusal(error.message) : error
  }
})
