import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type Ask, LONG_PAGE, POLICY, testSite } from './test-site.ts'

const site = perFile(testSite)
const ask: Ask = (...request) => site.ask(...request)

describe('pages on demand', () => {
  it('SITE-10 are compressed as the client accepts, with a tag, and answer 304 when they are the same', async () => {
    const plain = await ask('/long')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['content-length']).toBe(String(LONG_PAGE.length))
    const { etag = '' } = plain.headers
    expect(etag).toMatch(/^W\/"[\w-]{20,}"$/)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
    ] as const) {
      const small = await ask('/long', { 'accept-encoding': accepted })
      expect(small.headers).toMatchObject({ 'content-encoding': coding, etag })
      expect(small.headers.vary).toMatch(/accept-encoding/i)
      expect(String(unpack[coding](small.body))).toBe(LONG_PAGE)
    }
    const again = await ask('/long', { 'if-none-match': etag, 'accept-encoding': 'br' })
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) })
    expect(again.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
    expect((await ask('/long', { 'if-none-match': '"other"' })).status).toBe(200)
    const head = await ask('/long', {}, 'HEAD')
    expect(head.headers).toMatchObject({ etag, 'content-length': String(LONG_PAGE.length) })
    expect(head.body).toHaveLength(0)
  })

  it('a page that may not be stored has no tag', async () => {
    expect((await ask('/event/1')).headers.etag).toBeUndefined()
    expect((await ask('/event/1', { 'if-none-match': '*' })).status).toBe(200)
  })

  it('are not cached and not frameable', async () => {
    const { status, headers } = await ask('/event/1')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it.each(['/404', '/500', '/404.html', '/500?x', '/503', '/503/index.html'])(
    'SITE-12 an error page has no path of its own: %s',
    async (path) => {
      const { status, body } = await ask(path)
      expect(status).toBe(404)
      expect(String(body)).toBe('<h1>Not found</h1>')
    },
  )

  it('SITE-12 answers an unknown path with the 404 page and its policy', async () => {
    const { status, headers, body } = await ask('/nothing')
    expect(status).toBe(404)
    expect(String(body)).toBe('<h1>Not found</h1>')
    expect(headers['content-security-policy']).toBe(`${POLICY} /404; frame-ancestors 'none'`)
    expect(await site.raw('GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 404 Not Found\r\n/,
    )
  })

  it('SITE-12 error pages are sent compressed', async () => {
    const { status, headers, body } = await ask('/throw', { 'accept-encoding': 'br, gzip' })
    expect({ status, coding: headers['content-encoding'] }).toEqual({ status: 500, coding: 'br' })
    expect(String(brotliDecompressSync(body))).toBe('<h1>Broken</h1>')
    const other = await ask('/throw', { 'accept-encoding': 'gzip' })
    expect(String(other.body)).toBe('<h1>Broken</h1>')
  })

  it.each(['/error', '/throw'])(
    'SITE-12 answers a failed page with the 500 page and its policy: %s',
    async (path) => {
      const { status, headers, body } = await ask(path)
      expect(status).toBe(500)
      expect(String(body)).toBe('<h1>Broken</h1>')
      expect(headers['content-security-policy']).toBe(`${POLICY} /500; frame-ancestors 'none'`)
    },
  )

  it.each(['/late-database', '/unavailable'])(
    'SITE-12 answers a page whose database gives no answer with the 503 page: %s',
    async (path) => {
      const { status, headers, body } = await ask(path)
      expect(status).toBe(503)
      expect(String(body)).toBe('<h1>Not available</h1>')
      expect(headers['retry-after']).toBe('2')
      expect(headers['content-security-policy']).toBe(`${POLICY} /503; frame-ancestors 'none'`)
    },
  )
})

describe('paths', () => {
  it.each([
    ['/news/', '/news'],
    ['/news///', '/news'],
    ['/news/?a=/b/', '/news?a=/b/'],
    ['//evil.example/', '/evil.example'],
    ['/\\evil.example/', '/evil.example'],
    ['/\\/\\evil.example/?a', '/evil.example?a'],
  ])(
    'redirects a path with a slash at its end to our page without it: %s',
    async (path, location) => {
      const { status, headers } = await ask(path)
      expect(status).toBe(301)
      expect(headers.location).toBe(location)
      const target = new URL(headers.location ?? '', 'https://www.halyard.example/some/page')
      expect(target.origin).toBe('https://www.halyard.example')
    },
  )

  it('CMS-07 a redirect that cannot be sent is answered with the 500 page, and the process keeps running', async () => {
    const { status, body, headers } = await ask('/quoted')
    expect({ status, body: String(body) }).toEqual({ status: 500, body: '<h1>Broken</h1>' })
    expect(headers.location).toBeUndefined()
    expect((await ask('/moved?a=1')).headers.location).toBe('/news?a=1')
  })

  it('API-06 routes paths below /api to the API, never to a page', async () => {
    const { headers, body } = await ask('/api/openapi.json?date=today')
    expect(String(body)).toBe('{"openapi":"3.1.0"}')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(String((await ask('/api')).body)).toContain('"reason":"not-found"')
    expect((await ask('/apis')).status).toBe(404)
  })

  it('API-06 refuses an unreadable request to the API', async () => {
    expect((await ask('/api/events', { host: 'not a host' })).status).toBe(400)
  })
})
