import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { countOf } from '#domain/texts/count.ts'
import { backUpDatabase } from '#server/operations/backup/back-up.ts'
import {
  BackupRefused,
  describeFile,
  MANIFEST,
  newManifest,
} from '#server/operations/backup/manifest.ts'
import { writeAtomically } from '#shared/node/atomic-file.ts'
import { Refusal, runCommand } from './operator/command-line.ts'
import { onThisCopy } from './operator/local-copy.ts'

const USAGE = `npm run backup -- <folder>
    copies the database and, with a content lake of its own, the content into a new folder; the site may run`

function emptyFolder(word: string | undefined): string {
  if (word === undefined || word.startsWith('--')) throw new Refusal(USAGE)
  const folder = resolve(word)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Refusal(`${folder} is not empty.`)
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

async function backUpContent(lakeFolder: string | undefined, folder: string) {
  if (lakeFolder === undefined || !existsSync(lakeFolder)) return null
  const { backUpLake } = await import('#local/lake/backup.ts')
  const files = backUpLake(lakeFolder, join(folder, 'lake'))
  return await Promise.all(files.map((file) => describeFile(folder, join('lake', file))))
}

/** `npm run backup`: the manifest is written last; a folder without it is no backup. */
runCommand(async () => {
  const folder = emptyFolder(process.argv[2])
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const createdAt = new Date().toISOString()
  const manifest = await onThisCopy(
    async ({ databaseUrl, lakeFolder }) => {
      const database = await backUpDatabase(databaseUrl, folder)
      const lake = await backUpContent(lakeFolder, folder)
      return newManifest({ version, createdAt, ...database, lake })
    },
    { stopped: false },
  ).catch((error: unknown) => {
    throw error instanceof BackupRefused ? new Refusal(error.message) : error
  })
  writeAtomically(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, 0o600)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const content =
    manifest.lake === null
      ? 'no content lake'
      : `${countOf(manifest.lake.length, 'file')} of content`
  return `${folder}: ${countOf(rows, 'row')} of ${countOf(manifest.tables.length, 'table')}, ${content}. The keys are not in it.\n`
})
