import { rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type Ask, POLICY, STYLE, testSite } from './test-site.ts'

const site = perFile(testSite)
const ask: Ask = (...request) => site.ask(...request)

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
    // Only documents need these, and a page loads tens of scripts (decision 006).
    expect(plain.headers).not.toHaveProperty('content-security-policy')
    expect(plain.headers).not.toHaveProperty('permissions-policy')
    expect(String(plain.body)).toBe(STYLE)
    const again = await ask('/_astro/page.css', { 'if-none-match': plain.headers.etag })
    expect(again.status).toBe(304)
  })

  it.each([
    ['/_astro/page.css', 'cross-origin', undefined],
    ['/_astro/font.woff2', 'cross-origin', '*'],
    ['/_astro/page.js', 'same-origin', undefined],
    ['/files/0123456789ab/badge.png', 'cross-origin', undefined],
    ['/files/0123456789ab/poster.pdf', 'same-origin', undefined],
    ['/news', 'same-origin', undefined],
  ])(
    'CMS-05 other sites, such as the Studio, can show styles, fonts and pictures, and load nothing else: %s',
    async (path, policy, allowed) => {
      const { status, headers } = await ask(path)
      expect(status).toBe(200)
      expect(headers['cross-origin-resource-policy']).toBe(policy)
      expect(headers['access-control-allow-origin']).toBe(allowed)
    },
  )

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
