import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testSite } from '../../app/test-site.ts'

/** A token as it could stand in a query; it must never reach the log. */
const TOKEN = 'f00dbabe'
const site = perFile(testSite)

afterEach(async () => {
  expect((await site.ask('/news')).status).toBe(200)
  expect(site.logs()).not.toContain(TOKEN)
})

const requestOf = (method: string, target: string, host = 'localhost') =>
  `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`

describe('methods', () => {
  it.each(['TRACE', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PROPFIND', 'QUERY'])(
    'OPS-04 %s on a page or file answers 405 with Allow, known path or not',
    async (method) => {
      for (const path of [
        '/news',
        '/event/1',
        '/_astro/page.css',
        '/nothing',
        '/throw',
        '/news/',
      ]) {
        const answer = await site.raw(requestOf(method, `${path}?t=${TOKEN}`))
        expect(answer).toMatch(/^HTTP\/1\.1 405 .*\r\n/)
        expect(answer).toMatch(/\r\nallow: GET, HEAD\r\n/i)
        expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'/i)
      }
    },
  )

  it.each(['TRACE', 'OPTIONS', 'PROPFIND'])(
    'API-06 %s below /api answers JSON 405',
    async (method) => {
      const answer = await site.raw(requestOf(method, `/api/openapi.json?t=${TOKEN}`))
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer).toMatch(/\r\nallow: GET, HEAD\r\n/i)
      expect(answer).toContain('"reason":"method-not-allowed"')
      expect(await site.raw(requestOf(method, '/api/nothing'))).toMatch(/^HTTP\/1\.1 405 /)
    },
  )

  it.each(['CONNECT', 'MADEUP', 'get'])('OPS-04 %s answers 405 with Allow', async (method) => {
    for (const target of [`localhost:80`, `/news?t=${TOKEN}`, `/api/openapi.json?t=${TOKEN}`]) {
      const answer = await site.raw(requestOf(method, target))
      expect(answer).toMatch(/^HTTP\/1\.1 (400|405) /)
      if (target.startsWith('/')) expect(answer).toMatch(/405 .*\r\nAllow: GET, HEAD\r\n/)
    }
  })
})

describe('requests that cannot be read', () => {
  it.each([
    'a@b',
    '/',
    'a b',
    'a#b',
    'a:b',
    'a:99999',
    '999.1.1.1',
    '[::1',
    '[x]',
    'a\\b',
    '%',
    '',
  ])('OPS-04 the Host "%s" answers 400', async (host) => {
    for (const path of ['/news', '/event/1', '/nothing', '/api/openapi.json', '/news/']) {
      const answer = await site.raw(requestOf('GET', `${path}?t=${TOKEN}`, host))
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer.includes('"reason":"invalid"')).toBe(path.startsWith('/api'))
    }
  })

  it.each(['localhost', 'localhost:4321', '127.0.0.1', '[::1]:80', 'www.halyard.example', 'a_b'])(
    'the Host "%s" is served',
    async (host) => {
      expect(await site.raw(requestOf('GET', '/event/1', host))).toMatch(/^HTTP\/1\.1 200 /)
    },
  )

  it.each([
    'Host: www.halyard.example\r\nhost: evil.example',
    'Host: a\r\nContent-Type: application/json\r\nContent-Type: text/plain',
    'Host: a\r\nTransfer-Encoding: xchunked',
    'Host: a\r\nTransfer-Encoding: gzip',
    'Host: a\r\nTransfer-Encoding: identity',
    'Host: a\r\nTransfer-Encoding: gzip, chunked',
    'Host: a\r\nTransfer-Encoding: chunked, gzip',
    'Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
    'Host: a\r\nTransfer-Encoding: ',
    'Host: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked',
    'Host: a\r\nContent-Length: 2\r\nContent-Length: 2',
    'Host: a\r\nContent-Length: 2, 2',
  ])(
    'OPS-04 contradicting headers answer 400 immediately, and the connection ends: %j',
    async (lines) => {
      for (const line of [
        'GET /news',
        'GET /api/openapi.json',
        'POST /api/nothing',
        'POST /news',
      ]) {
        const close = lines.includes('Transfer-Encoding') ? '' : '\r\nConnection: close'
        const answer = await site.raw(`${line}?t=${TOKEN} HTTP/1.1\r\n${lines}${close}\r\n\r\nab`)
        expect(answer, line).toMatch(/^HTTP\/1\.1 400 /)
      }
    },
  )

  it('a chunked body is read, whatever the case of its name', async () => {
    const head = 'GET /event/1 HTTP/1.1\r\nHost: a\r\nConnection: close'
    const answer = await site.raw(
      `${head}\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('a request of HTTP/1.0 without Host is served', async () => {
    expect(await site.raw('GET /event/1 HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each(['/', '\\\\', '/\\\\'])(
    'OPS-04 thousands of "%s" in a row are answered 400, before a pattern searches them',
    async (slashes) => {
      // Astro takes more than a second for them.
      const path = `/a${slashes.repeat(4_000)}x`
      for (const target of [path, `${path}?a=1`, `/b/c${path}`]) {
        expect(await site.raw(requestOf('GET', target))).toMatch(/^HTTP\/1\.1 400 /)
      }
      expect(await site.raw(requestOf('GET', `/event/1?a=${path}`))).toMatch(/^HTTP\/1\.1 200 /)
    },
  )

  it.each(['*', 'http://evil.example/news', 'news', '@evil.example/', '?', '#'])(
    'OPS-04 the target "%s" answers 400',
    async (target) => {
      expect(await site.raw(requestOf('GET', target))).toMatch(/^HTTP\/1\.1 400 /)
    },
  )

  it.each(['/api//', '/api//evil.example/openapi.json', '/api/\\', '/api/%', '/api/?', '//api/'])(
    'OPS-04 the target "%s" is no path of the API',
    async (target) => {
      expect(await site.raw(requestOf('GET', target))).toMatch(/^HTTP\/1\.1 (301|400|404) /)
    },
  )

  it.each([
    ['\u0016\u0003\u0001 a TLS client\r\n\r\n', 400],
    ['GET /news HTTP/9.9\r\n\r\n', 400],
    ['GET /news HTTP/1.1\r\n\r\n', 400],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    [`GET /news HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])(
    'bytes that are no request of HTTP/1.1 are answered, and the connection is closed',
    async (bytes, status) => {
      expect(await site.raw(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    },
  )

  it('bytes after a request do not become part of its answer', async () => {
    const seen = await site.raw(
      `GET /event/1 HTTP/1.1\r\nHost: a\r\n\r\n\u0016\u0003garbage\r\n\r\n`,
    )
    expect(seen).not.toMatch(/Event.*HTTP\/1\.1 2/s)
  })
})

describe('visitors who leave', () => {
  it('OPS-04 a file that is cut half way is closed', async () => {
    const open = () => readdirSync('/proc/self/fd').length
    const before = open()
    await Promise.all(Array.from({ length: 20 }, () => site.cut(requestOf('GET', '/large.txt'))))
    await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(before), { interval: 20 })
  })
})

describe('faults while a page is rendered', () => {
  const broken = { status: 500, body: Buffer.from('<h1>Broken</h1>') }

  it.each(['/throw', '/error', '/bare', '/twice', '/late'])(
    'SITE-12 answers the 500 page and ends that request only: %s',
    async (path) => {
      expect(await site.ask(`${path}?t=${TOKEN}`)).toMatchObject(broken)
      expect((await site.ask(path, {}, 'HEAD')).status).toBe(500)
    },
  )

  it('SITE-12 a stream that has begun is cut, so that no part of it looks complete', async () => {
    await expect(site.ask('/cut')).rejects.toThrow()
    expect((await site.ask('/file')).body.toString()).toBe('A file')
  })
})
