import type { SanityClient } from '@sanity/client'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BESIDE_PATH, parseBesideToken } from '#content/rules/preview-beside.ts'
import { previewSecretsGateway } from '#content/server/gateways/preview-secrets.ts'
import { type PreviewService, previewService } from '#content/server/preview.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import { createSealer, type Sealer } from '#core/server/security/seal.ts'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  clientFor,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
} from '#tests/integration/lake/test-lake.ts'
import { type Ask, type TestSite, testSite } from '#tests/unit/app/test-site.ts'

const STUDIO = 'https://halyard.studio.example'
const EVIL = 'https://evil.example'
const PAGE = `${BESIDE_PATH}?page=%2Fnews`

let database: TestDatabase
let running: TestLake
let client: SanityClient
let site: TestSite
let service: PreviewService
/** The site's clock is this many milliseconds ahead. */
let aheadMs = 0

const sealer = createSealer({
  data: [{ id: 'k', key: Buffer.alloc(32, 'k') }],
  lookup: Buffer.alloc(32, 'l'),
})
/** The time of the start and `aheadMs`, so that a slow machine does not end a token. */
const began = Date.now()
const clock = { now: () => new Date(began + aheadMs) }

function serviceWith(own: { sealer?: Sealer; clock?: typeof clock } = {}): PreviewService {
  const apiHost = running.lake.origin
  const gateway = { projectId: LAKE_PROJECT_ID, dataset: LAKE_DATASET, token: TEST_TOKEN, apiHost }
  const limiter = createLimiter(database.database, (text) => sealer.lookup(text, 'limit'))
  const secrets = previewSecretsGateway(gateway)
  return previewService({ clock, sealer, limiter, secrets, assetOrigin: apiHost, ...own })
}

beforeAll(async () => {
  database = await testDatabase()
  running = await startTestLake()
  client = clientFor(running.lake.origin, TEST_TOKEN)
  service = serviceWith()
  site = await testSite({ studioUrl: `${STUDIO}/studio`, services: { preview: service } })
})
beforeEach(() => {
  aheadMs = 0
})
afterAll(async () => {
  await site.close()
  await running.stop()
  await database.close()
  expect(running.faults).toEqual([])
})

const makeSecret = async () => (await createPreviewSecret(client, 'test', STUDIO)).secret
const from = (origin: string, bearer?: string) => ({
  origin,
  ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
})
const reasonOf = ({ status, body }: Awaited<ReturnType<Ask>>) =>
  `${status} ${(JSON.parse(String(body)) as { reason: string }).reason}`

async function newToken(ask: Ask = site.ask): Promise<string> {
  const { body } = await ask(BESIDE_PATH, from(STUDIO, await makeSecret()), 'POST')
  const found = parseBesideToken(JSON.parse(String(body)))
  return found?.token ?? ''
}

const ofStudio = {
  'access-control-allow-origin': STUDIO,
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
}

describe('CMS-05 the preview beside a form of the Studio', () => {
  it('CMS-05 a secret gives one token of ten minutes, and the token pages with drafts; neither is logged or sets a cookie', async () => {
    const asked = await site.ask(BESIDE_PATH, from(STUDIO), 'OPTIONS')
    expect(asked.status).toBe(204)
    expect(asked.headers).toMatchObject({
      ...ofStudio,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization',
    })
    const secret = await makeSecret()
    const answer = await site.ask(BESIDE_PATH, from(STUDIO, secret), 'POST')
    expect(answer).toMatchObject({ status: 200, headers: ofStudio })
    const { token, seconds } = parseBesideToken(JSON.parse(String(answer.body))) ?? {}
    expect(seconds).toBe(600)

    const cookie = '__Host-halyard_session=a-session'
    const page = await site.ask(PAGE, { ...from(STUDIO, token), cookie })
    expect(page).toMatchObject({ status: 200, headers: ofStudio })
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['x-frame-options']).toBe('DENY')
    const shown = JSON.parse(String(page.body)) as { preview: object; headers: object }
    expect(shown.preview).toMatchObject({ path: '/news', isBeside: true })
    // The page knows neither the token nor a patient who is signed in with this browser.
    expect(shown.headers).not.toHaveProperty('authorization')
    expect(shown.headers).not.toHaveProperty('cookie')

    const again = await site.ask(BESIDE_PATH, from(STUDIO, secret), 'POST')
    expect(reasonOf(again)).toBe('403 link-over')
    for (const { headers } of [answer, page, again])
      expect(headers).not.toHaveProperty('set-cookie')
    expect(site.logs()).not.toContain(secret)
    expect(site.logs()).not.toContain(token)
  })

  it('CMS-05 refuses an unknown secret, no token, and a page without drafts, with the reason', async () => {
    const token = await newToken()
    const secret = 'x'.repeat(43)
    const post = (bearer?: string) => site.ask(BESIDE_PATH, from(STUDIO, bearer), 'POST')
    expect(reasonOf(await post(secret))).toBe('403 link-over')
    expect(reasonOf(await post())).toBe('403 link-over')
    expect(reasonOf(await site.ask(PAGE, from(STUDIO)))).toBe('401 token-over')
    for (const path of ['/login', '//evil.example/news', '']) {
      const asked = `${BESIDE_PATH}?page=${encodeURIComponent(path)}`
      expect(reasonOf(await site.ask(asked, from(STUDIO, token))), path).toBe('404 address-wrong')
    }
  })

  it.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'])(
    'CMS-05 does not take %s',
    async (method) => {
      const { status, headers } = await site.ask(PAGE, from(STUDIO, await newToken()), method)
      expect(status).toBe(405)
      expect(headers.allow).toBe('GET, POST, OPTIONS')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    },
  )

  it('CMS-05 no other origin gets a token or a page, and without the address of a Studio none does', async () => {
    const without = await testSite({ services: { preview: service } })
    const token = await newToken()
    const secret = await makeSecret()
    for (const [ask, origin] of [
      [site.ask, EVIL],
      [site.ask, 'null'],
      [site.ask, `${STUDIO}.evil.example`],
      [without.ask, STUDIO],
    ] as const) {
      const answers = [
        await ask(PAGE, from(origin, token)),
        await ask(BESIDE_PATH, from(origin, secret), 'POST'),
        await ask(BESIDE_PATH, from(origin), 'OPTIONS'),
      ]
      for (const { status, headers, body } of answers) {
        expect([status, String(body)], origin).toEqual([403, ''])
        expect(headers).not.toHaveProperty('access-control-allow-origin')
      }
    }
    const { authorization } = from(STUDIO, token)
    expect((await site.ask(PAGE, { authorization })).status).toBe(403)
    await without.close()
    // None of them has used the secret.
    expect((await site.ask(BESIDE_PATH, from(STUDIO, secret), 'POST')).status).toBe(200)
  })
})

/** Which values show drafts that must not, on a site with this service. */
async function openedBy(preview: PreviewService): Promise<string[]> {
  const broken = await testSite({ studioUrl: STUDIO, services: { preview } })
  const token = await newToken(broken.ask)
  const started = await preview.start({
    secret: await makeSecret(),
    path: '/news',
    network: '127.0.0.1',
  })
  const pass = started.ok ? started.pass : ''
  const [end = '', signature = ''] = token.split('.')
  const asked: [string, string, Record<string, string>][] = [
    ['a pass of the cookie as a token', PAGE, from(STUDIO, pass)],
    ['a token as the cookie', '/news', { cookie: `__Host-halyard_preview=${token}` }],
    ['a token that was extended', PAGE, from(STUDIO, `${Number(end) + 600}.${signature}`)],
    ['a secret as a token', PAGE, from(STUDIO, await makeSecret())],
  ]
  const opened: string[] = []
  const ask = async ([name, path, headers]: (typeof asked)[number]) => {
    if (String((await broken.ask(path, headers)).body).includes('"preview"')) opened.push(name)
  }
  for (const request of asked) await ask(request)
  aheadMs = 599_000
  await ask(['a token before its end', PAGE, from(STUDIO, token)])
  aheadMs = 601_000
  await ask(['an expired token', PAGE, from(STUDIO, token)])
  aheadMs = 0
  await broken.close()
  return opened
}

describe('CMS-05 what shows drafts beside a form', () => {
  it('CMS-05 only a token of the site, until its end', async () => {
    expect(await openedBy(serviceWith())).toEqual(['a token before its end'])
  })

  it('CMS-05 the check finds passes and tokens that are signed for the same purpose', async () => {
    const same = { ...sealer, lookup: (text: string) => sealer.lookup(text, 'any purpose') }
    expect(await openedBy(serviceWith({ sealer: same }))).toEqual([
      'a pass of the cookie as a token',
      'a token as the cookie',
      'a token before its end',
    ])
  })

  it('CMS-05 the check finds a token that does not end', async () => {
    const stopped = new Date()
    expect(await openedBy(serviceWith({ clock: { now: () => stopped } }))).toContain(
      'an expired token',
    )
  })
})
