import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetContent } from '#content/client.ts'
import { ContentError } from '#content/content-error.ts'
import { listNews } from '#content/news.ts'
import { getPolicy } from '#content/policies.ts'
import type { PublishedFault } from '#domain/content-fault.ts'
import { publishedFaultSentence } from '#domain/content-fault-text.ts'
import { answerWithKept } from '#server/publishing/content/answer-kept.ts'
import {
  keepGoodContent,
  readGoodContent,
  writeContentRecord,
} from '#server/publishing/content/good-content.ts'
import { KEPT_ASSETS_DIR, keepAssets } from '#server/publishing/content/kept-assets.ts'
import { recordReads } from '#server/publishing/content/record-reads.ts'
import { prepareContent } from '../../../integrations/prepare-content.ts'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from '../lake/test-lake.ts'
import { removeFolder, siteFolder } from './start-site.ts'

type Asset = { _id: string; path: string }
type Built = { titles: string[]; bytes: Map<string, Uint8Array>; faults: readonly PublishedFault[] }

let lake: TestLake
let client: SanityClient
let folder: string
let releasesDir: string
let builds: number

const picture = (colour: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer()

const upload = async (bytes: Buffer, kind: 'image' | 'file' = 'image'): Promise<Asset> =>
  await client.assets.upload(kind, bytes, { filename: kind === 'image' ? 'a.png' : 'a.pdf' })

const reference = ({ _id }: Asset) => ({ _type: 'reference', _ref: _id })
const figure = (asset: Asset) => ({ _type: 'figure', alt: 'A boat', asset: reference(asset) })
const entry = (name: string, more: object) => ({
  _id: `news-${name}`,
  _type: 'newsArticle',
  title: name,
  slug: { current: name },
  publishedOn: '2026-11-01',
  ...more,
})
const download = (asset: Asset) => ({
  _type: 'link',
  kind: 'file',
  file: { _type: 'file', asset: reference(asset) },
})

/** Where the lake has the bytes of an asset: the last part of its path is the file's name. */
const fileOf = ({ path }: Asset) => {
  const [kind = '', , , name = ''] = path.split('/')
  return join(lake.lake.images.assetDir, kind, name)
}

/** What a build does with the content, and with its pictures and files. `isChecked`: whether it asks for them before. */
async function build(isChecked = true): Promise<Built> {
  forgetContent()
  const content = {
    projectId: 'halyard0',
    dataset: 'production',
    apiHost: lake.lake.origin,
    token: undefined,
  }
  const kept = readGoodContent(releasesDir, content.apiHost)
  const readAll = async () => [await listNews(), await getPolicy('cookies')]
  const { isLost, copies } = isChecked
    ? await prepareContent({ content, kept, releasesDir, readAll })
    : { isLost: () => false, copies: new Map<string, string>() }
  const reads = recordReads(kept, isLost)
  const stopCopies = answerWithKept(copies)
  try {
    const news = await listNews()
    await getPolicy('cookies')
    const { good, faults } = reads.record()
    const bytes = new Map<string, Uint8Array>()
    for (const { title, image } of news) {
      if (image === undefined) continue
      const answer = await fetch(image.src)
      if (!answer.ok) throw new Error(`The picture of ${title} answers ${answer.status}`)
      bytes.set(title, new Uint8Array(await answer.arrayBuffer()))
    }
    builds += 1
    const dir = join(folder, `build-${builds}`)
    mkdirSync(dir)
    writeContentRecord(dir, { good, faults }, content.apiHost)
    expect(await keepAssets(releasesDir, good)).toBe(0)
    keepGoodContent(releasesDir, dir)
    return { titles: news.map(({ title }) => title), bytes, faults }
  } finally {
    reads.stop()
    stopCopies()
  }
}

let red: Buffer
let boat: Asset
beforeEach(async () => {
  lake = await startTestLake()
  client = clientFor(lake.lake.origin, TEST_TOKEN)
  vi.stubEnv('SANITY_PROJECT_ID', 'halyard0')
  vi.stubEnv('SANITY_DATASET', 'production')
  vi.stubEnv('SANITY_API_HOST', lake.lake.origin)
  folder = siteFolder()
  releasesDir = join(folder, 'releases')
  builds = 0
  red = await picture('#c00')
  boat = await upload(red)
  const span = { _type: 'span', _key: 's', text: 'One cookie.', marks: [] }
  await client
    .transaction()
    .create({
      _id: 'newsPage',
      _type: 'newsPage',
      title: 'News',
      description: 'd',
      bannerText: 'b',
    })
    .create({
      _id: 'policy-cookies',
      _type: 'policy',
      slug: { current: 'cookies' },
      title: 'Cookies',
      description: 'One cookie',
      lastUpdated: '2026-11-01',
      body: [{ _type: 'block', _key: 'b', children: [span] }],
    })
    .create(entry('alpha', { image: figure(boat) }))
    .create(entry('beta', {}))
    .commit()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  removeFolder(folder)
  await lake.stop()
})

const sentences = ({ faults }: Built) => faults.map((fault) => publishedFaultSentence(fault))

const LOST =
  'News entry “news-alpha” (/news/alpha): Image, picture is lost or damaged in the content store: upload it again and publish. The website still shows its former version.'

describe('a picture or file whose bytes the content lake has lost', () => {
  it.each<[string, (file: string) => void]>([
    ['missing', (file) => rmSync(file)],
    ['truncated', (file) => truncateSync(file, 20)],
  ])(
    'CMS-06 is a fault of its document, whose last good version has the kept copy: %s',
    async (_, lose) => {
      await build()
      lose(fileOf(boat))
      await client.patch('news-alpha').set({ title: 'alpha two' }).commit()
      await client.create(entry('gamma', {}))
      const built = await build()
      expect(built.titles).toEqual(['alpha', 'beta', 'gamma'])
      expect(Buffer.from(built.bytes.get('alpha') ?? []).equals(red)).toBe(true)
      expect(sentences(built)).toEqual([LOST])
      // Uploading it again replaces what is left of it.
      await upload(red)
      const mended = await build()
      expect(mended.titles).toEqual(['alpha two', 'beta', 'gamma'])
      expect(mended.faults).toEqual([])
    },
  )

  it('CMS-06 leaves an entry out that was never complete, and of a file names the link', async () => {
    const leaflet = await upload(Buffer.from('%PDF-1.7'), 'file')
    await client.create(entry('gamma', { link: download(leaflet) }))
    truncateSync(fileOf(leaflet), 3)
    const built = await build()
    expect(built.titles).toEqual(['alpha', 'beta'])
    expect(sentences(built)).toEqual([
      'News entry “news-gamma” (/news/gamma): Link, file, content is lost or damaged in the content store: upload it again and publish. It is not on the website until that is corrected.',
    ])
  })

  it('CMS-06 of the last good version too is found: both are looked for, and a copy is cropped as the lake crops', async () => {
    await client
      .patch('news-alpha')
      .set({ image: { ...figure(boat), crop: { left: 0.5, right: 0, top: 0, bottom: 0 } } })
      .commit()
    const whole = (await build()).bytes.get('alpha')
    const other = await upload(await picture('#0c0'))
    await client
      .patch('news-alpha')
      .set({ image: figure(other) })
      .commit()
    rmSync(fileOf(boat))
    rmSync(fileOf(other))
    const built = await build()
    expect(sentences(built)).toEqual([LOST])
    const size = async (bytes = new Uint8Array()) => {
      const { width, height } = await sharp(bytes).metadata()
      return { width, height }
    }
    expect(await size(built.bytes.get('alpha'))).toEqual(await size(whole))
    expect(await size(whole)).not.toEqual({ width: 60, height: 40 })
  })

  it('CMS-06 fails a first build only when the program needs its document, and names it', async () => {
    const body = [{ ...figure(boat), _key: 'f' }]
    await client.patch('policy-cookies').set({ body }).commit()
    rmSync(fileOf(boat))
    const fault = { document: 'policy-cookies', field: 'body[0].src', problem: 'file-lost' }
    await expect(build()).rejects.toThrow(ContentError)
    await expect(build()).rejects.toMatchObject({ fault })
  })

  it('CMS-06 has a copy only while the last good content uses it', async () => {
    await build()
    const copies = () => readdirSync(join(releasesDir, KEPT_ASSETS_DIR))
    expect(copies()).toEqual([boat.path.split('/').at(-1)])
    expect(readFileSync(join(releasesDir, KEPT_ASSETS_DIR, copies()[0] ?? '')).equals(red)).toBe(
      true,
    )
    await client.patch('news-alpha').unset(['image']).commit()
    await build()
    expect(copies()).toEqual([])
  })

  it('CMS-06 switch: without asking for it before, one lost picture ends the whole build', async () => {
    await build()
    rmSync(fileOf(boat))
    await expect(build(false)).rejects.toThrow('The picture of alpha answers 404')
  })
})
