import type { SanityClient } from '@sanity/client'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ContentUnreachable, newDrafts } from '#content/read/drafts.ts'
import { listNews } from '#content/read/news.ts'
import { setSiteContent, withReading } from '#content/read/reading.ts'
import { previewSecretsGateway } from '#content/server/gateways/preview-secrets.ts'
import { previewService } from '#content/server/preview.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  clientFor,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from '#tests/integration/lake/test-lake.ts'
import { prepareContent } from '../../../../integrations/prepare-content.ts'

const keys = {
  data: [{ id: 'k', key: Buffer.alloc(32, 'k') }],
  lookup: Buffer.alloc(32, 'l'),
}
const PATH = '/news/open-day'

let database: TestDatabase
let running: TestLake
let client: SanityClient
/** The lake's clock is fixed at this many milliseconds after the start of the tests. */
let aheadMs = 0
const began = Date.now()

beforeAll(async () => {
  database = await testDatabase()
  running = await startTestLake(temporaryFolder(), () => new Date(began + aheadMs))
  client = clientFor(running.lake.origin, TEST_TOKEN)
})
beforeEach(() => {
  aheadMs = 0
})
afterAll(async () => {
  await running.stop()
  await database.close()
  expect(running.faults).toEqual([])
})

const environment = (token?: string) => ({
  projectId: 'halyard0',
  dataset: 'production',
  apiHost: running.lake.origin,
  ...(token === undefined ? {} : { token }),
})

/** One server process: its own connection pool on the shared database. */
function serverProcess(token: string | undefined = TEST_TOKEN, origin = running.lake.origin) {
  const sealer = createSealer(keys)
  const limiter = createLimiter(database.open(), (text) => sealer.lookup(text, 'limit'))
  const secrets = previewSecretsGateway({ ...environment(token), apiHost: origin })
  const clock = { now: () => new Date() }
  return previewService({ clock, sealer, limiter, secrets, assetOrigin: origin })
}

const makeSecret = async () =>
  (await createPreviewSecret(client, 'test', 'http://127.0.0.1:3333/studio')).secret
const startRequest = (secret: string) => ({ secret, path: PATH, network: '127.0.0.1' })

describe('CMS-05 a preview secret of the Studio', () => {
  it('CMS-05 starts one preview, even when several server processes receive it at the same time', async () => {
    const [one, other] = [serverProcess(), serverProcess()]
    const secret = await makeSecret()
    const answers = await Promise.all(
      [one, other, one, other].map((server) => server.start(startRequest(secret))),
    )
    const [started, ...more] = answers.filter(({ ok }) => ok)
    expect(more).toEqual([])
    expect(started).toMatchObject({ path: PATH })
    // A pass from one process is valid in the other.
    expect(other.openPass(started?.ok ? started.pass : undefined)).toBeInstanceOf(Date)
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect(answer).toEqual({ ok: false, reason: 'link-over' })
    }
  })

  it('CMS-05 is valid for two minutes by the clock of the lake, not of the server', async () => {
    const site = serverProcess()
    aheadMs = 3_600_000
    const early = await makeSecret()
    aheadMs += 115_000
    expect(await site.start(startRequest(early))).toMatchObject({ ok: true })
    const late = await makeSecret()
    aheadMs += 121_000
    expect(await site.start(startRequest(late))).toEqual({ ok: false, reason: 'link-over' })
  })

  it('CMS-05 must be known to the lake and must not be a share-access secret', async () => {
    const site = serverProcess()
    expect(await site.start(startRequest('x'.repeat(43)))).toMatchObject({ reason: 'link-over' })
    // The secret of Sanity's share access never expires, so it must not start a preview.
    const secret = 'y'.repeat(43)
    const _id = 'sanity-preview-url-secret.share-access'
    await client.create({
      _id,
      _type: 'sanity.previewUrlShareAccess',
      secret,
      studioUrl: 'http://x',
    })
    expect(await site.start(startRequest(secret))).toMatchObject({ reason: 'link-over' })
  })

  it('CMS-05 starts no preview without a read token, with a wrong one, or while the lake is down', async () => {
    const secret = await makeSecret()
    const sealer = createSealer(keys)
    const limiter = createLimiter(database.database, (text) => sealer.lookup(text, 'limit'))
    const clock = { now: () => new Date() }
    const withoutToken = previewService({
      clock,
      sealer,
      limiter,
      secrets: previewSecretsGateway(environment()),
      assetOrigin: running.lake.origin,
    })
    expect(await withoutToken.start(startRequest(secret))).toMatchObject({
      reason: 'not-configured',
    })
    expect(await serverProcess('wrong').start(startRequest(secret))).toMatchObject({
      reason: 'unreachable',
    })
    const withoutLake = serverProcess(TEST_TOKEN, 'http://127.0.0.1:9')
    expect(await withoutLake.start(startRequest(secret))).toMatchObject({ reason: 'unreachable' })
    // The failed attempts have not used the secret.
    expect(await serverProcess().start(startRequest(secret))).toMatchObject({ ok: true })
  })

  it('CMS-05 is stored as a keyed hash only', async () => {
    const secret = await makeSecret()
    await serverProcess().start(startRequest(secret))
    const { rows } = await database.database.query<{ text: string }>(
      "select r::text as text from app.rate_limits r where limit_name = 'previewSecret'",
    )
    expect(rows.length).toBeGreaterThan(0)
    const hex = Buffer.from(secret).toString('hex')
    for (const { text } of rows) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(hex)
    }
  })
})

describe('CMS-05 content with drafts', () => {
  const entry = (title: string) => ({
    _type: 'newsArticle',
    title,
    slug: { _type: 'slug', current: title.toLowerCase().replaceAll(' ', '-') },
    publishedOn: '2026-11-01',
    link: { _type: 'link', kind: 'page', path: '/events' },
  })
  const titles = async () => (await listNews()).map(({ title }) => title).sort()
  const preview = <Value>(run: () => Promise<Value>, drafts = newDrafts()) =>
    withReading(drafts, run)

  beforeEach(async () => {
    vi.stubEnv('SANITY_API_HOST', running.lake.origin)
    vi.stubEnv('SANITY_PROJECT_ID', 'halyard0')
    vi.stubEnv('SANITY_READ_TOKEN', TEST_TOKEN)
    await client.delete({ query: '*[_type == "newsArticle"]' })
    await client.createOrReplace({
      _id: 'newsPage',
      _type: 'newsPage',
      title: 'News',
      description: 'All of it',
      bannerText: 'Words',
    })
    await client.create({ _id: 'one', ...entry('Open day') })
    await client.create({ _id: 'drafts.one', ...entry('Open night') })
    await client.create({ _id: 'drafts.two', ...entry('Harbour walk') })
    const sources = { content: environment(TEST_TOKEN), at: new Date(), readAll: listNews }
    await setSiteContent((await prepareContent(sources)).reading)
  })
  afterEach(() => vi.unstubAllEnvs())

  it('CMS-05 reads drafts only in a preview, and again for each request', async () => {
    expect(await titles()).toEqual(['Open day'])
    expect(await preview(titles)).toEqual(['Harbour walk', 'Open night'])
    await client.patch('drafts.two').set({ title: 'Harbour run' }).commit()
    expect(await preview(titles)).toEqual(['Harbour run', 'Open night'])
    expect(await titles()).toEqual(['Open day'])
  })

  it('CMS-05 shows no draft on a public page that is rendered at the same time', async () => {
    const rounds = Array.from({ length: 20 }, async (_, round) => {
      const isPreview = round % 2 === 0
      const seen = isPreview ? await preview(titles) : await titles()
      expect(seen).toEqual(isPreview ? ['Harbour walk', 'Open night'] : ['Open day'])
    })
    await Promise.all(rounds)
  })

  it('CMS-05 sends each query once per request', async () => {
    const drafts = newDrafts()
    const [one, other] = await preview(() => Promise.all([listNews(), listNews()]), drafts)
    expect(one).toEqual(other)
    expect([...drafts.parts.keys()]).toEqual(['news'])
  })

  it('CMS-05 leaves out an unfinished entry and shows the others', async () => {
    await client.create({ _id: 'drafts.three', _type: 'newsArticle', title: 'Just begun' })
    const drafts = newDrafts()
    expect(await preview(titles, drafts)).toEqual(['Harbour walk', 'Open night'])
    expect(drafts.unfinished).toMatchObject([
      { fault: { document: 'three', field: 'slug' }, title: 'Just begun' },
    ])
  })

  it('CMS-05 throws while the lake is unreachable and does not cache the failure', async () => {
    vi.stubEnv('SANITY_API_HOST', 'http://127.0.0.1:9')
    await expect(preview(titles)).rejects.toThrow(ContentUnreachable)
    vi.stubEnv('SANITY_API_HOST', running.lake.origin)
    expect(await preview(titles)).toHaveLength(2)
  })
})
