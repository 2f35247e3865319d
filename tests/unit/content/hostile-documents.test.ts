import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { readEverything } from '#content/read/everything.ts'
import { listNews } from '#content/read/news.ts'
import { listOtherPages } from '#content/read/pages.ts'
import { withReading } from '#content/read/reading.ts'
import { isWarning } from '#content/rules/content-fault.ts'
import { publishedFaultSentence } from '#content/rules/content-fault-text.ts'
import { parsePublishedFaults } from '#content/rules/content-read.ts'
import { explainerPath, fixedPlace } from '#content/rules/fixed-documents.ts'
import { approvalId, contentHash } from '#content/rules/health-text.ts'
import { leftOutDocuments, redirectsTo, resolveRedirects } from '#content/rules/redirects.ts'
import { recordOf } from '#content/rules/release-record.ts'
import { MANIFEST_FILE, readManifest } from '#content/server/publishing/releases/manifest.ts'
import { viewOf } from '#local/lake/perspective.ts'
import { runQuery } from '#local/lake/query.ts'
import { lastChanges } from '#site/seo/sitemap.ts'
import { type AnyDocument, hostileDocument } from '#tests/fixtures/hostile-documents.ts'
import { dataset } from '../../../content/source/dataset.ts'
import { prepareContent } from '../../../integrations/prepare-content.ts'

const CONTEXT = {
  identity: 'test',
  projectId: 'test',
  dataset: 'test',
  now: new Date('2026-11-22T12:00:00Z'),
}
const CONTENT = { projectId: 'halyard0', dataset: 'production', apiHost: 'https://lake.test' }
let documents: readonly AnyDocument[]

vi.mock('@sanity/client', () => ({
  createClient: () => ({
    fetch: async (query: string, params = {}) =>
      runQuery(viewOf(documents as never, 'raw'), query, params, CONTEXT),
  }),
}))

const folder = mkdtempSync(join(tmpdir(), 'halyard-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const IMAGE = {
  _id: 'image-abc-30x20-png',
  _type: 'sanity.imageAsset',
  url: `${CONTENT.apiHost}/images/abc-30x20.png`,
  originalFilename: 'abc.png',
  size: 10,
  sha1hash: '0123456789abcdef0123',
  metadata: { dimensions: { width: 30, height: 20 } },
}
const fileNamed = (extension: string) => ({
  _id: `file-${extension}`,
  _type: 'sanity.fileAsset',
  url: `${CONTENT.apiHost}/files/abc.${extension}`,
  originalFilename: `abc.${extension}`,
  size: 10,
  sha1hash: '0123456789abcdef0123',
})
const ASSETS = [IMAGE, ...['pdf', 'mp4', 'vtt'].map(fileNamed)]

/** A sample document with its pictures and files as the lake has them. */
const withAssets = (document: unknown): AnyDocument =>
  JSON.parse(
    JSON.stringify(document).replaceAll(
      /"_sanityAsset":"(image|file)@[^"]*\.(\w+)"/g,
      (_, kind: string, extension: string) =>
        `"asset":{"_type":"reference","_ref":"${kind === 'image' ? IMAGE._id : `file-${extension}`}"}`,
    ),
  ) as AnyDocument

const at = { _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z', _rev: 'r' }
const redirect = { _id: 'redirect-x', _type: 'redirect', from: '/old', to: '/news' }
const ASSETED = [...dataset.map(withAssets), redirect].map((one) => ({ ...at, ...one }))
/** The pictures of this test are others than those of the sample: what they are in is approved again. */
const SAMPLE: readonly AnyDocument[] = await Promise.all(
  ASSETED.map(async (one): Promise<AnyDocument> => {
    const text = ASSETED.find(({ _id }) => one._id === approvalId(_id))
    return text === undefined ? one : { ...one, hash: await contentHash(text) }
  }),
)
const isFixed = (document: AnyDocument) => fixedPlace(document) !== undefined

const block = (text: string) => [
  { _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text, marks: [] }] },
]
/** What another editor has published at the same time. */
const ENTRY: AnyDocument = {
  ...at,
  _id: 'another-entry',
  _type: 'newsArticle',
  title: 'Another editor’s entry',
  slug: { current: 'another-entry' },
  publishedOn: '2026-11-01',
  body: block('Their words'),
}
const PAGE: AnyDocument = {
  ...at,
  _id: 'another-page',
  _type: 'page',
  path: '/another/page',
  title: 'Another page',
  description: 'About it',
  sections: [{ _type: 'textSection', _key: 't', body: block('Their words') }],
}

const XML = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Reads everything as a build does, with these last good versions. */
async function read(published: readonly object[], kept = {}) {
  documents = [...ASSETS, ...published] as AnyDocument[]
  const sources = { content: CONTENT, at: CONTEXT.now, kept, readAll: readEverything }
  const built = await prepareContent(sources)
  const [news, pages] = await withReading(built.reading, () =>
    Promise.all([listNews(), listOtherPages()]),
  )
  return { ...built, news, pages }
}

/** Writes the record of the build, and reads it as the server does. */
function record({
  faults,
  pages,
  before,
  after,
  redirects: stored,
}: Awaited<ReturnType<typeof read>>) {
  const own = new Set(['/another/page', ...pages.map(({ path }) => path)])
  const has = (path: string) => own.has(path) && ('own' as const)
  const release = recordOf({
    before,
    after,
    pages: { has, shows: () => true },
    at: CONTEXT.now,
    faulty: new Map(
      faults.filter((fault) => !isWarning(fault)).map((fault) => [fault.document, fault]),
    ),
    places: new Map(),
    banners: new Set(),
    explainerPath: explainerPath('halyard'),
  })
  const redirects = resolveRedirects(redirectsTo(stored, release.documents), (path) =>
    own.has(path),
  )
  leftOutDocuments(stored, release.documents, (path) => own.has(path))
  lastChanges(release.documents, after)
  const build = { id: 'x', environment: 'local', code: 'c', pages: [], files: [], ...release }
  writeFileSync(join(folder, MANIFEST_FILE), JSON.stringify(build))
  return { manifest: readManifest(folder), redirects }
}

it('CMS-06 SITE-11 whatever documents are published, another editor’s change is live, and each fault names its document', async () => {
  const { good, faults: none } = await read(SAMPLE)
  expect(none.filter((fault) => !isWarning(fault))).toEqual([])
  const bundle = fc.array(hostileDocument(SAMPLE, isFixed), { minLength: 1, maxLength: 12 })
  let named = 0
  const check = async (hostile: readonly AnyDocument[]) => {
    const ids = new Set(hostile.map(({ _id }) => _id))
    const rest = SAMPLE.filter(({ _id }) => !ids.has(_id))
    const unique = [...new Map(hostile.map((one) => [one._id, { ...at, ...one }])).values()]
    const built = await read([...rest, ...unique, ENTRY, PAGE], good)
    expect(built.news.map(({ title }) => title)).toContain(ENTRY['title'])
    expect(built.pages.map(({ path }) => path)).toContain(PAGE['path'])
    // Feeds, titles and pages have only characters that XML allows.
    expect(textsIn([built.news, built.pages]).filter((text) => !XML.test(text))).toEqual([])
    // Every fault can be told: it survives the way to the Studio, and has words.
    const told = parsePublishedFaults(JSON.parse(JSON.stringify(built.faults)))
    expect(told).toHaveLength(built.faults.length)
    named += told.length
    for (const fault of told) expect(publishedFaultSentence(fault)).toMatch(/^\S.*\.$/)
    const { manifest } = record(built)
    expect(manifest.documents.find(({ id }) => id === ENTRY._id)?.rev).toBe('r')
  }
  await fc.assert(fc.asyncProperty(bundle, check), { numRuns: 15 })
  // Control: the documents are hostile.
  expect(named).toBeGreaterThan(15)
}, 120_000)
