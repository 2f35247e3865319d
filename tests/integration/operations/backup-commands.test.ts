import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { MANIFEST } from '#app/commands/backup/manifest.ts'
import { openLake } from '#local/lake/lake.ts'
import { runScript } from '#tests/fixtures/run-script.ts'
import { backupSetup, OPERATOR } from './backup-setup.ts'

const { service, emptyTarget } = backupSetup()

const folder = mkdtempSync(join(tmpdir(), 'halyard-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SECRET = 'an unpublished sentence'

/** A data folder with a lake that has one document and an empty file. */
function dataFolder(name: string): string {
  const lake = join(folder, name, 'lake')
  openLake({ dir: lake, token: 'x' })
  writeFileSync(join(lake, 'note.txt'), SECRET)
  writeFileSync(join(lake, 'empty.txt'), '')
  return join(folder, name)
}

const environment = (databaseUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  DATA_KEYS: service.env.keys.data
    .map(({ id, key }) => `${id}:${key.toString('base64')}`)
    .join(','),
  LOOKUP_KEY: service.env.keys.lookup.toString('base64'),
})

describe('npm run backup and npm run restore', () => {
  it('OPS-03 a backup without a database fails, and makes none', async () => {
    const { DATABASE_URL: _, ...without } = environment('', join(folder, 'nothing'))
    expect(await runScript('scripts/backup.ts', [join(folder, 'of-nothing')], without)).toEqual({
      code: 1,
      out: '',
      err: `There is no database: DATABASE_URL is not set, and ${join(folder, 'nothing')} has none. Set DATABASE_URL, or run npm start.\n`,
    })
    expect(existsSync(join(folder, 'nothing'))).toBe(false)
  })

  it('OPS-03 a backup has nothing in clear, and restores database and lake on another machine', async () => {
    const to = join(folder, 'copy')
    const source = environment(service.db.url, dataFolder('here'))
    const made = await runScript('scripts/backup.ts', [to], source)
    expect(made.err).toBe('')
    expect(made.out).toMatch(
      /rows of \d+ tables, \d+ files of content. Encrypted with the data key/,
    )
    expect(readdirSync(join(folder, 'here'))).toEqual(['lake'])
    for (const file of readdirSync(to, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const bytes = readFileSync(join(file.parentPath, file.name))
      for (const text of ['kept@example.org', SECRET]) expect(bytes.includes(text)).toBe(false)
    }

    const target = await emptyTarget()
    const there = environment(target.url, join(folder, 'there'))
    const restored = await runScript('scripts/restore.ts', [to, '--by', OPERATOR], there)
    expect(restored.err).toBe('')
    expect(restored.out).toMatch(/rows of .* restored/)
    expect(readdirSync(join(folder, 'there'))).toEqual(['lake'])
    expect(readFileSync(join(folder, 'there/lake/note.txt'), 'utf8')).toBe(SECRET)
    expect(readFileSync(join(folder, 'there/lake/empty.txt'), 'utf8')).toBe('')
  })

  it('OPS-03 a backup without keys is refused before anything is written', async () => {
    const to = join(folder, 'refused')
    const without = { ...environment(service.db.url, join(folder, 'no-keys')), DATA_KEYS: '' }
    const { code, err } = await runScript('scripts/backup.ts', [to], without)
    expect(code).toBe(1)
    expect(err).toContain('DATA_KEYS')
    expect(existsSync(join(to, MANIFEST))).toBe(false)
  })
})
