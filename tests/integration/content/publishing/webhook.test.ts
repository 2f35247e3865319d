import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApi } from '#app/http/api.ts'
import { contentWebhook, MAX_AGE_MS } from '#content/server/publishing/webhook.ts'
import { createLogger } from '#core/server/logger.ts'

const SECRET = 'test-webhook-secret'
const NOW = Date.UTC(2026, 11, 1, 9)
const NOTICE = JSON.stringify({ _id: 'news-x', _type: 'newsArticle', operation: 'update' })
const MINUTE = 60_000

let requests: number
let isDiskFull: boolean
beforeEach(() => {
  requests = 0
  isDiskFull = false
})

const logger = createLogger('silent')
const apiWith = (secret: string | undefined) =>
  createApi({
    bindings: [],
    signed: [
      contentWebhook({
        secret,
        now: () => NOW,
        logger,
        request() {
          if (isDiskFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
          requests += 1
        },
      }),
    ],
    siteUrl: 'https://www.halyard.example',
    clock: { now: () => new Date(NOW) },
    logger,
    findSession: () => Promise.resolve(undefined),
    recordWithoutProfile: async () => undefined,
    openApi: () => ({}),
  })

type Sent = { body?: string; signature?: string; method?: string; secret?: string | undefined }

async function send({ body = NOTICE, method = 'POST', ...sent }: Sent) {
  const signature = sent.signature ?? (await encodeSignatureHeader(body || ' ', NOW, SECRET))
  const api = apiWith('secret' in sent ? sent.secret : SECRET)
  const answer = await api.fetch(
    new Request('https://www.halyard.example/content-webhook', {
      method,
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER_NAME]: signature },
      ...(method === 'POST' && { body }),
    }),
    { network: '127.0.0.1' },
  )
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const signedAt = (at: number, body = NOTICE, secret = SECRET) =>
  encodeSignatureHeader(body, at, secret)

describe('the webhook of the content lake', () => {
  it('CMS-04 accepts a signed notice without an Origin header and requests a build', async () => {
    const { status, body } = await send({})
    expect([status, body]).toEqual([202, { accepted: true, published: true }])
    expect(requests).toBe(1)
  })

  it.each(['drafts.news-x', 'versions.r1.news-x', 'site.publishing'])(
    'CMS-04 requests no build for a document that is not public: %s',
    async (_id) => {
      const { status, body } = await send({
        body: JSON.stringify({ _id, _type: 'newsArticle', operation: 'create' }),
      })
      expect([status, body]).toEqual([202, { accepted: true, published: false }])
      expect(requests).toBe(0)
    },
  )

  it.each([
    ['made with another secret', () => signedAt(NOW, NOTICE, 'another-secret-here')],
    ['made for another body', () => signedAt(NOW, `${NOTICE} `)],
    ['too old', () => signedAt(NOW - MAX_AGE_MS - 1)],
    ['from the future', () => signedAt(NOW + MAX_AGE_MS + 1)],
    [
      'dated differently than signed',
      async () => (await signedAt(NOW)).replace(/t=\d+/, `t=${NOW - 1}`),
    ],
    ['missing', () => Promise.resolve('')],
    ['malformed', () => Promise.resolve('junk')],
    ['dated with an infinite number', () => Promise.resolve(`t=${'9'.repeat(400)},v1=x`)],
    ['too short', async () => (await signedAt(NOW)).slice(0, -1)],
    ['dated 1970', () => Promise.resolve('t=1,v1=x')],
  ])('CMS-04 refuses a signature that is %s', async (_, signature) => {
    const { status, body } = await send({ signature: await signature() })
    expect([status, body['reason']]).toEqual([401, 'unauthorized'])
    expect(body).toMatchObject({ status: 401, request_id: expect.any(String) })
    expect(requests).toBe(0)
  })

  it('accepts a signature up to ten minutes old or ten minutes ahead', async () => {
    expect((await send({ signature: await signedAt(NOW - MAX_AGE_MS) })).status).toBe(202)
    expect((await send({ signature: await signedAt(NOW + 9 * MINUTE) })).status).toBe(202)
  })

  it.each([
    ['that is not JSON', '{', 'body'],
    ['that is not an object', '7', 'body'],
    ['without an id', '{"_type":"page","operation":"create"}', '_id'],
    ['with an id that is not a string', '{"_id":7,"_type":"page","operation":"create"}', '_id'],
    ['without a type', '{"_id":"a","operation":"create"}', '_type'],
    ['with an unknown operation', '{"_id":"a","_type":"page","operation":"explode"}', 'operation'],
    [
      'with an id in __proto__',
      '{"__proto__":{"_id":"a"},"_type":"page","operation":"create"}',
      '_id',
    ],
  ])('refuses a signed body %s and names the field', async (_, body, field) => {
    const { status, body: answer } = await send({ body })
    expect([status, answer['reason']]).toEqual([400, 'invalid'])
    expect(Object.keys(answer['fields'] as object)).toContain(field)
    expect(requests).toBe(0)
  })

  it('refuses an empty body as unsigned', async () => {
    expect((await send({ body: '' })).status).toBe(401)
  })

  it('answers 413 for a body that is too large', async () => {
    const { status } = await send({ body: 'x'.repeat(70_000) })
    expect(status).toBe(413)
  })

  it('answers 404 when no secret is configured', async () => {
    const { status, body } = await send({ secret: undefined })
    expect([status, body['reason']]).toEqual([404, 'not-found'])
  })

  it('accepts only POST', async () => {
    expect((await send({ method: 'GET' })).status).toBe(405)
  })

  it('CMS-04 answers 503 when the disk is full, so that the lake sends the notice again', async () => {
    isDiskFull = true
    const { status, body } = await send({})
    expect([status, body['reason']]).toEqual([503, 'unavailable'])
  })
})
