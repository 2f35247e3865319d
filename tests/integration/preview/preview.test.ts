import type { SanityClient } from '@sanity/client'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetContent } from '#content/client.ts'
import { ContentUnreachable, newDrafts, withDrafts } from '#content/drafts.ts'
import { listNews } from '#content/news.ts'
import { previewSecretsGateway } from '#server/gateways/preview-secrets.ts'
import { createLimiter } from '#server/repositories/limits.ts'
import { createSealer } from '#server/security/seal.ts'
import { previewService } from '#server/services/preview.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  clientFor,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from '#tests/integration/lake/test-lake.ts'

const keys = {
  data: [{ id: 'k', key: Buffer.alloc(32, 'k') }],
  lookup: Buffer.alloc(32, 'l'),
}
const PATH = '/news/open-day'

let database: TestDatabase
let running: TestLake
let client: SanityClient
/** The lake's clock stands still, so far ahead of when these tests began. */
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

/** One copy of the server: a pool of its own on the shared database. */
function copyOfServer(token: string | undefined = TEST_TOKEN, origin = running.lake.origin) {
  const sealer = createSealer(keys)
  const limiter = createLimiter(database.open(), (text) => sealer.lookup(text, 'limit'))
  const secrets = previewSecretsGateway({ ...environment(token), apiHost: origin })
  const clock = { now: () => new Date() }
  return previewService({ clock, sealer, limiter, secrets, assetOrigin: origin })
}

const makeSecret = async () =>
  (await createPreviewSecret(client, 'test', 'http://127.0.0.1:3333/studio')).secret
const asked = (secret: string) => ({ secret, path: PATH, network: '127.0.0.1' })

describe('CMS-05 a secret of the Studio', () => {
  it('CMS-05 begins one preview, whichever copy of the server is asked', async () => {
    const [one, other] = [copyOfServer(), copyOfServer()]
    const secret = await makeSecret()
    const answers = await Promise.all(
      [one, other, one, other].map((copy) => copy.start(asked(secret))),
    )
    const [started, ...more] = answers.filter(({ ok }) => ok)
    expect(more).toEqual([])
    expect(started).toMatchObject({ path: PATH })
    // The pass of one is good at the other.
    expect(other.openPass(started?.ok ? started.pass : undefined)).toBeInstanceOf(Date)
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect(answer).toEqual({ ok: false, reason: 'link-over' })
    }
  })

  it('CMS-05 is good for two minutes by the lake’s clock, whatever ours says', async () => {
    const site = copyOfServer()
    aheadMs = 3_600_000
    const early = await makeSecret()
    aheadMs += 115_000
    expect(await site.start(asked(early))).toMatchObject({ ok: true })
    const late = await makeSecret()
    aheadMs += 121_000
    expect(await site.start(asked(late))).toEqual({ ok: false, reason: 'link-over' })
  })

  it('CMS-05 must be one that the lake knows, and no published document', async () => {
    const site = copyOfServer()
    expect(await site.start(asked('x'.repeat(43)))).toMatchObject({ reason: 'link-over' })
    // Sanity's sharing has a secret without an end: it is none of these.
    const secret = 'y'.repeat(43)
    const _id = 'sanity-preview-url-secret.share-access'
    await client.create({
      _id,
      _type: 'sanity.previewUrlShareAccess',
      secret,
      studioUrl: 'http://x',
    })
    expect(await site.start(asked(secret))).toMatchObject({ reason: 'link-over' })
  })

  it('CMS-05 begins nothing without a read token, with a wrong one, or while the lake is down', async () => {
    const secret = await makeSecret()
    const sealer = createSealer(keys)
    const limiter = createLimiter(database.database, (text) => sealer.lookup(text, 'limit'))
    const clock = { now: () => new Date() }
    const unset = previewService({
      clock,
      sealer,
      limiter,
      secrets: previewSecretsGateway(environment()),
      assetOrigin: running.lake.origin,
    })
    expect(await unset.start(asked(secret))).toMatchObject({ reason: 'not-configured' })
    expect(await copyOfServer('wrong').start(asked(secret))).toMatchObject({
      reason: 'unreachable',
    })
    const away = copyOfServer(TEST_TOKEN, 'http://127.0.0.1:9')
    expect(await away.start(asked(secret))).toMatchObject({ reason: 'unreachable' })
    // None of it has used the secret up.
    expect(await copyOfServer().start(asked(secret))).toMatchObject({ ok: true })
  })

  it('CMS-05 is kept by us as a keyed hash only', async () => {
    const secret = await makeSecret()
    await copyOfServer().start(asked(secret))
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
    withDrafts(drafts, run)

  beforeEach(async () => {
    vi.stubEnv('SANITY_API_HOST', running.lake.origin)
    vi.stubEnv('SANITY_PROJECT_ID', 'halyard0')
    vi.stubEnv('SANITY_READ_TOKEN', TEST_TOKEN)
    forgetContent()
    await client.delete({ query: '*[_type == "newsArticle"]' })
    await client.create({ _id: 'one', ...entry('Open day') })
    await client.create({ _id: 'drafts.one', ...entry('Open night') })
    await client.create({ _id: 'drafts.two', ...entry('Harbour walk') })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    forgetContent()
  })

  it('CMS-05 is read in the preview alone, and anew for each request', async () => {
    expect(await titles()).toEqual(['Open day'])
    expect(await preview(titles)).toEqual(['Harbour walk', 'Open night'])
    await client.patch('drafts.two').set({ title: 'Harbour run' }).commit()
    expect(await preview(titles)).toEqual(['Harbour run', 'Open night'])
    expect(await titles()).toEqual(['Open day'])
  })

  it('CMS-05 never passes from a preview to a page that is rendered at the same time', async () => {
    const rounds = Array.from({ length: 20 }, async (_, round) => {
      const isPreview = round % 2 === 0
      const seen = isPreview ? await preview(titles) : await titles()
      expect(seen).toEqual(isPreview ? ['Harbour walk', 'Open night'] : ['Open day'])
    })
    await Promise.all(rounds)
  })

  it('CMS-05 a question is asked once per request', async () => {
    const drafts = newDrafts()
    const [one, other] = await preview(() => Promise.all([listNews(), listNews()]), drafts)
    expect(one).toEqual(other)
    const asked = [...drafts.answers.keys()].filter((key) => typeof key === 'string')
    expect(asked).toHaveLength(1)
  })

  it('CMS-05 an entry just begun does not hide the others', async () => {
    await client.create({ _id: 'drafts.three', _type: 'newsArticle', title: 'Just begun' })
    const drafts = newDrafts()
    expect(await preview(titles, drafts)).toEqual(['Harbour walk', 'Open night'])
    expect(drafts.unfinished).toMatchObject([
      { fault: { document: 'three', field: 'slug' }, title: 'Just begun' },
    ])
  })

  it('CMS-05 says that the lake is away, and remembers nothing of it', async () => {
    vi.stubEnv('SANITY_API_HOST', 'http://127.0.0.1:9')
    forgetContent()
    await expect(preview(titles)).rejects.toThrow(ContentUnreachable)
    vi.stubEnv('SANITY_API_HOST', running.lake.origin)
    forgetContent()
    expect(await preview(titles)).toHaveLength(2)
  })
})
