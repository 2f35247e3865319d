import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@sanity/client'
import sharp from 'sharp'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'
import { writeSection } from '../build/section.ts'

/*
 * `npm run bench:publish -- <data folder>`, with `npm start` running on that folder: measures the time from a click on
 * Publish until visitors see the change, and writes it to docs/benchmarks.md. Its entries are deleted at the end.
 */
const RUNS = 5
const WAIT_MS = 120_000
const dataDir = resolve(process.argv[2] ?? '.data')
const read = (file: string) =>
  JSON.parse(readFileSync(join(dataDir, file), 'utf8')) as Record<string, string>
const { site = '', lake = '' } = read('addresses.json')
const client = createClient({
  projectId: 'local0000',
  dataset: 'production',
  apiHost: lake,
  token: String(read('keys.json')['lakeToken']),
  useProjectHostname: false,
  useCdn: false,
  apiVersion: SANITY_API_VERSION,
  perspective: 'raw',
})

const ID = 'bench-publish'
const DRAFT = `drafts.${ID}`
const address = `/news/${ID}`

/** A new image of random noise, so that no cache contains it. */
const photograph = () =>
  sharp(randomBytes(1600 * 1200 * 3), { raw: { width: 1600, height: 1200, channels: 3 } })
    .blur(3)
    .jpeg()
    .toBuffer()

async function writeDraft(title: string): Promise<void> {
  const asset = await client.assets.upload('image', await photograph(), { filename: 'bench.jpg' })
  const span = { _type: 'span', _key: 's', text: `${title}, and what it says.`, marks: [] }
  await client.createOrReplace({
    _id: DRAFT,
    _type: 'newsArticle',
    title,
    slug: { _type: 'slug', current: ID },
    publishedOn: new Date().toISOString().slice(0, 10),
    image: { _type: 'figure', alt: 'Noise', asset: { _type: 'reference', _ref: asset._id } },
    body: [{ _type: 'block', _key: 'b', style: 'normal', markDefs: [], children: [span] }],
  })
}

const publish = () =>
  client.action({
    actionType: 'sanity.action.document.publish',
    draftId: DRAFT,
    publishedId: ID,
  })
const unpublish = () =>
  client.action({
    actionType: 'sanity.action.document.unpublish',
    draftId: DRAFT,
    publishedId: ID,
  })

const get = async (path: string) => {
  const response = await fetch(site + path)
  return { status: response.status, text: await response.text() }
}

/** Whether the entry is on its own page, in the list and in the feed. */
const shows = (title: string) => async () =>
  (await get(address)).text.includes(title) &&
  (await get('/news')).text.includes(title) &&
  (await get('/rss.xml')).text.includes(title)
const isGone = async () =>
  (await get(address)).status === 404 && !(await get('/news')).text.includes(ID)

/** Seconds from `act` until `isSeen`. */
async function secondsUntil(act: () => Promise<unknown>, isSeen: () => Promise<boolean>) {
  const started = performance.now()
  await act()
  while (!(await isSeen())) {
    if (performance.now() - started > WAIT_MS)
      throw new Error('The change did not reach the site in time.')
    await pause(50)
  }
  return (performance.now() - started) / 1000
}

const row = (name: string, seconds: number[]) => {
  const sorted = seconds.toSorted((a, b) => a - b)
  const at = (index: number) => `${(sorted[index] ?? Number.NaN).toFixed(1)} s`
  return `| ${name} | ${at(0)} | ${at(sorted.length >> 1)} | ${at(sorted.length - 1)} |`
}

const measured = { fresh: [] as number[], changed: [] as number[], gone: [] as number[] }
try {
  for (let run = 1; run <= RUNS; run += 1) {
    const title = `Measured entry ${run}`
    await writeDraft(title)
    measured.fresh.push(await secondsUntil(publish, shows(title)))
    await client.createOrReplace({
      ...(await client.getDocument(ID)),
      _id: DRAFT,
      title: `${title}, changed`,
    } as never)
    measured.changed.push(await secondsUntil(publish, shows(`${title}, changed`)))
    measured.gone.push(await secondsUntil(unpublish, isGone))
    process.stdout.write(
      `${Object.values(measured)
        .map((list) => list.at(-1)?.toFixed(1))
        .join(' s, ')} s\n`,
    )
  }
  writeSection('bench:publish', [
    `Measured on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} at the end, ${RUNS} runs one after the other with the sample content; target: at most 10 s, a headline 5 s and a photograph 7 s in the median.`,
    '',
    '| from the click until the change is on its page, on /news and in the feed | minimum | median | maximum |',
    '|---|---|---|---|',
    row('a new entry with a new photograph', measured.fresh),
    row('its headline changed', measured.changed),
    row('unpublished (gone from its address and from /news)', measured.gone),
  ])
} finally {
  await client.delete({ query: '*[_id in [$id, $draft]]', params: { id: ID, draft: DRAFT } })
}
