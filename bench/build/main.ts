import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { createClient } from '@sanity/client'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'
import { build, type Figures } from './build.ts'
import { removeEntries, setEntries } from './entries.ts'
import { writeSection } from './section.ts'

/*
 * `npm run bench:build -- <data folder>`, with `npm start` running on that folder: measures time and memory of
 * `astro build` for several numbers of news entries and writes them to docs/benchmarks.md. Use a disposable data folder;
 * the entries are deleted at the end.
 */
const COUNTS = [100, 1_000]
const dataDir = resolve(process.argv[2] ?? '.data')
const read = (file: string) =>
  JSON.parse(readFileSync(join(dataDir, file), 'utf8')) as Record<string, string>

const env = {
  DATA_DIR: dataDir,
  SITE_URL: read('addresses.json')['site'],
  SANITY_API_HOST: read('addresses.json')['lake'],
  SANITY_PROJECT_ID: 'local0000',
  SANITY_DATASET: 'production',
  SANITY_READ_TOKEN: read('keys.json')['lakeToken'],
}
const client = createClient({
  projectId: env.SANITY_PROJECT_ID,
  dataset: env.SANITY_DATASET,
  apiHost: String(env.SANITY_API_HOST),
  token: String(env.SANITY_READ_TOKEN),
  useProjectHostname: false,
  useCdn: false,
  apiVersion: SANITY_API_VERSION,
})

const row = ({ entries, pages, seconds, megabytes }: Figures) => {
  const each = ((seconds / pages) * 1000).toFixed(0)
  return `| ${entries} | ${pages} | ${seconds.toFixed(1)} s | ${each} ms | ${megabytes ?? '–'} MB |`
}

async function measure(scratch: string, count: number): Promise<Figures> {
  await setEntries(client, count)
  const figures = await build(count, join(scratch, String(count), 'build'), env)
  process.stdout.write(`${row(figures)}\n`)
  return figures
}

const scratch = mkdtempSync(join(tmpdir(), 'halyard-bench-build-'))
try {
  const rows: string[] = []
  for (const count of COUNTS) rows.push(row(await measure(scratch, count)))
  writeSection('bench:build', [
    `Measured on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}. The pictures were in the cache.`,
    '',
    '| news entries | pages | `astro build` | per page | peak memory |',
    '|---|---|---|---|---|',
    ...rows,
  ])
} finally {
  await removeEntries(client)
  rmSync(scratch, { recursive: true, force: true })
}
