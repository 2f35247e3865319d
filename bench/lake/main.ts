import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { env, stdout, versions } from 'node:process'
import { createClient } from '@sanity/client'
import { startChild } from '#local/runtime/child.ts'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'
import { writeSection } from '../build/section.ts'
import { fillTo } from './documents.ts'
import { measureEdits, type Series } from './edits.ts'
import { askAll } from './queries.ts'

/*
 * `npm run bench:lake` (about half a minute): measures how long the local content lake takes to acknowledge an edit,
 * compared with the bare disk, and to answer all queries of a build. Writes the results to docs/benchmarks.md.
 */
const DOCUMENTS = 2_000
const EDITS = 400
const ROUNDS = 3
const TOKEN = 'bench-token'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'halyard-bench-lake-'))
const { PATH, HOME, TMPDIR } = env
const lake = startChild({
  name: 'The lake',
  args: ['local/lake/main.ts'],
  folder: root,
  env: { PATH, HOME, TMPDIR, LAKE_DIR: folder, LAKE_TOKEN: TOKEN, LAKE_SAMPLE: 'content' },
})

const at = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN
const ms = (value: number) => `${value.toFixed(1)} ms`

function rows(what: string, { acknowledged, bare, bytes }: Series): string[] {
  return (['p50', 'p95', 'p99'] as const).map((name) => {
    const share = Number(name.slice(1)) / 100
    const [whole, disk] = [at(acknowledged, share), at(bare, share)]
    const figures = [ms(whole), ms(disk), (whole / disk).toFixed(1), at(bytes, 0.5)]
    return `| ${what}, ${name} | ${figures.join(' | ')} |`
  })
}

async function measureQueries(touch: (round: number) => Promise<unknown>): Promise<string[]> {
  const totals: number[] = []
  let slowest = { name: '', milliseconds: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    await touch(round)
    const asked = await askAll()
    totals.push(asked.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
    slowest = asked.reduce((top, one) => (one.milliseconds > top.milliseconds ? one : top), slowest)
  }
  return [
    `All queries of a build, one after the other, each round after a change: ${totals.map((total) => ms(total)).join(', ')} (target: 2,000 ms). The slowest was “${slowest.name}” with ${ms(slowest.milliseconds)}.`,
  ]
}

try {
  const { origin } = await lake.ready
  const place = { SANITY_API_HOST: String(origin), SANITY_PROJECT_ID: 'bench000' }
  Object.assign(env, place, { SANITY_DATASET: 'production', SANITY_READ_TOKEN: TOKEN })
  const client = createClient({
    projectId: place.SANITY_PROJECT_ID,
    dataset: 'production',
    apiHost: place.SANITY_API_HOST,
    token: TOKEN,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: SANITY_API_VERSION,
    perspective: 'raw',
  })
  await fillTo(client, DOCUMENTS)
  const queries = await measureQueries((round) =>
    client
      .patch('siteSettings')
      .set({ tagline: `Round ${round}` })
      .commit(),
  )
  const { edits, publications } = await measureEdits(client, folder, EDITS)
  const lines = [
    `Measured on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${versions.node}, load ${loadavg()[0]?.toFixed(1)} with other work on the machine. ${(await client.fetch<number>('count(*)')).toLocaleString('en-GB')} documents; ${EDITS} edits of a draft as the Studio sends them, every fourth one published, one listener. After each request the same number of bytes is appended to another file on the same disk, with fsync.`,
    '',
    '| a draft | acknowledged | bare append with fsync | ratio | bytes |',
    '|---|---|---|---|---|',
    ...rows('edited', edits),
    ...rows('published', publications),
    '',
    ...queries,
  ]
  stdout.write(`${lines.join('\n')}\n`)
  writeSection('bench:lake', lines)
} finally {
  await lake.stop()
  rmSync(folder, { recursive: true, force: true })
}
