import { rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ask, LONG_PAGE, POLICY, STYLE, type TestSite, testSite } from './test-site.ts'

let site: TestSite
const ask: Ask = (...request) => site.ask(...request)

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

describe('files of the build', () => {
  it('SITE-12 sends a page with its own policy, not frameable, and revalidated on each request', async () => {
    const { status, headers, body } = await ask('/news')
    expect(status).toBe(200)
    expect(String(body)).toBe('<h1>News</h1>')
    expect(headers['content-security-policy']).toBe(`${POLICY} /news; frame-ancestors 'none'`)
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
  })

  it('sends a hashed file precompressed when the client accepts it, cached for a year', async () => {
    const small = await ask('/_astro/page.css', { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(String(brotliDecompressSync(small.body))).toBe(STYLE)
    expect(small.headers['cache-control']).toContain('immutable')
    expect(small.headers.vary).toBe('Accept-Encoding')
    const plain = await ask('/_astro/page.css')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['x-content-type-options']).toBe('nosniff')
    expect(plain.headers['cross-origin-resource-policy']).toBe('same-origin')
    // Only documents need these, and a page loads tens of scripts (decision 006).
    expect(plain.headers).not.toHaveProperty('content-security-policy')
    expect(plain.headers).not.toHaveProperty('permissions-policy')
    expect(String(plain.body)).toBe(STYLE)
    const again = await ask('/_astro/page.css', { 'if-none-match': plain.headers.etag })
    expect(again.status).toBe(304)
  })

  it('SITE-10 answers 304 when the file has not changed, by any of its tags or by its day', async () => {
    const { headers } = await ask('/news')
    const { etag = '', 'last-modified': day = '' } = headers
    const unchanged: IncomingHttpHeaders[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", ${etag.replace('W/', '')}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': day },
      { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() },
    ]
    for (const condition of unchanged) {
      const again = await ask('/news', condition)
      expect(again, JSON.stringify(condition)).toMatchObject({ status: 304, body: Buffer.alloc(0) })
      expect(again.headers).toMatchObject({
        etag,
        'cache-control': 'public, max-age=0, must-revalidate',
        'content-security-policy': headers['content-security-policy'],
      })
      expect(again.headers['content-length']).toBeUndefined()
    }
    const changed: IncomingHttpHeaders[] = [
      { 'if-none-match': '"other"' },
      { 'if-modified-since': new Date(Date.parse(day) - 1_000).toUTCString() },
      { 'if-modified-since': 'yesterday' },
      // The tag has priority.
      { 'if-none-match': '"other"', 'if-modified-since': day },
    ]
    for (const condition of changed) {
      const again = await ask('/news', condition)
      expect(again, JSON.stringify(condition)).toMatchObject({ status: 200 })
      expect(String(again.body)).toBe('<h1>News</h1>')
    }
  })

  it('SITE-10 a file whose name has its hash is cached for a year', async () => {
    const { headers } = await ask('/files/0123456789ab/poster.pdf')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await ask('/large.txt')).headers['cache-control']).not.toContain('immutable')
  })

  it('answers HEAD with the headers only', async () => {
    const { status, headers, body } = await ask('/news', {}, 'HEAD')
    expect(status).toBe(200)
    expect(headers['content-length']).toBe('13')
    expect(body).toHaveLength(0)
  })

  it('answers a range with that part', async () => {
    const { status, headers, body } = await ask('/news', { range: 'bytes=4-7' })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe('bytes 4-7/13')
    expect(String(body)).toBe('News')
    expect((await ask('/news', { range: 'bytes=99-' })).status).toBe(416)
  })

  it.each([
    'bytes=5-2',
    'bytes=-3',
    'bytes=x',
    'bytes=0-99999999999999999999',
    'bytes=0-1,3-4',
    'lines=1-2',
    '',
  ])('ignores an invalid range without ending the process: %s', async (range) => {
    const { status, body } = await ask('/news', { range })
    expect(status).toBe(200)
    expect(String(body)).toBe('<h1>News</h1>')
  })

  it('ignores a conditional range: the file may have changed', async () => {
    expect((await ask('/news', { range: 'bytes=4-7', 'if-range': '"old"' })).status).toBe(200)
  })

  it('a file removed since the start ends its response, not the process', async () => {
    rmSync(join(site.folder, 'client/gone/index.html'))
    await expect(ask('/gone')).rejects.toThrow()
    expect((await ask('/news')).status).toBe(200)
  })

  it.each([
    '/../_headers.json',
    '/_astro/../../_headers.json',
    '/..%2f_headers.json',
    '/%2e%2e/server/entry.mjs',
    '/..\\_headers.json',
    '//etc/passwd',
    '/%00',
    '/%',
    '/__proto__',
  ])('serves no file outside the client folder: %s', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(404)
    expect(String(body)).toBe('<h1>Not found</h1>')
  })
})

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
