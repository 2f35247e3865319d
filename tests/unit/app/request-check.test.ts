import { expect, it } from 'vitest'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testSite } from './test-site.ts'

const SITE = 'https://www.halyard.example'
const FORM = 'application/x-www-form-urlencoded'
const site = perFile(testSite)

type Post = { path?: string; headers?: Record<string, string>; body?: string; method?: string }

/** Sends these bytes, and answers the status line and the body. */
async function post({ path = '/staff/form', headers = {}, body = 'a=1', method = 'POST' }: Post) {
  const all = { Host: 'a', Origin: SITE, 'Content-Type': FORM, ...headers }
  const length = 'Transfer-Encoding' in all ? {} : { 'Content-Length': String(body.length) }
  const lines = Object.entries({ ...length, ...all, Connection: 'close' })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')
  const answer = await site.raw(`${head}\r\n\r\n${body}`)
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]), answer }
}

const CHUNKED = { headers: { 'Transfer-Encoding': 'chunked' }, body: '3\r\na=1\r\n0\r\n\r\n' }
const FIELDS = Array.from({ length: 10_000 }, (_, at) => `f${at}=`).join('&')

it.each<[string, number, Post]>([
  ['our own form', 200, {}],
  ['a form with its encoding', 200, { headers: { 'Content-Type': `${FORM}; charset=UTF-8` } }],
  ['an empty form', 200, { body: '' }],
  ['64 KiB', 200, { body: 'x'.repeat(64 * 1024) }],
  ['another origin', 403, { headers: { Origin: 'https://evil.example' } }],
  ['our host without https', 403, { headers: { Origin: 'http://www.halyard.example' } }],
  ['no origin', 403, { headers: { Origin: '' } }],
  ['the origin of a sandboxed page', 403, { headers: { Origin: 'null' } }],
  ['our origin with more behind it', 403, { headers: { Origin: `${SITE}.evil.example` } }],
  ['a file', 415, { headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }],
  [
    'a file at a page that takes one, which is not in this build',
    404,
    {
      path: '/staff/lab',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: 'x'.repeat(70 * 1024),
    },
  ],
  [
    'a file of 17 MB there',
    413,
    {
      path: '/staff/lab',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '17000000' },
    },
  ],
  [
    'a long form without a file there',
    413,
    { path: '/staff/lab', body: 'x'.repeat(64 * 1024 + 1) },
  ],
  [
    'a file from elsewhere',
    403,
    {
      path: '/staff/lab',
      headers: {
        Origin: 'https://evil.example',
        'Content-Type': 'multipart/form-data; boundary=x',
      },
    },
  ],
  ['plain text', 415, { headers: { 'Content-Type': 'text/plain' } }],
  ['JSON', 415, { headers: { 'Content-Type': 'application/json' } }],
  ['no type', 415, { headers: { 'Content-Type': '' } }],
  ['one byte more than 64 KiB', 413, { body: 'x'.repeat(64 * 1024 + 1) }],
  ['10,000 fields with long names', 413, { body: FIELDS }],
  ['1 MB that is said to come', 413, { headers: { 'Content-Length': '1048576' } }],
  ['a body without its length', 413, CHUNKED],
  ['a path that leaves the staff', 405, { path: '/staff/../event/1' }],
  ['a path that only begins like one of staff', 405, { path: '/staffing' }],
  ['an encoded slash', 405, { path: '/staff%2Fform' }],
  ['two slashes', 405, { path: '//staff/form' }],
  ['capitals', 405, { path: '/STAFF/form' }],
  ['a public page', 405, { path: '/event/1' }],
  ['PUT', 405, { method: 'PUT' }],
  ['DELETE', 405, { method: 'DELETE' }],
  ['PATCH', 405, { method: 'PATCH' }],
  ['OPTIONS', 405, { method: 'OPTIONS' }],
])('STF-03 a form of staff is read from our own pages only: %s', async (_, status, sent) => {
  expect((await post(sent)).status).toBe(status)
})

it('STF-03 a refusal repeats nothing of the request, is not stored, and names what is allowed', async () => {
  const { answer } = await post({ headers: { 'Content-Type': 'text/canary' }, body: 'canary' })
  expect(answer).toMatch(/^cache-control: no-store\r$/im)
  expect(answer).toMatch(/^content-security-policy: default-src 'none'/im)
  expect(answer).not.toContain('canary')
  const other = await post({ method: 'PUT' })
  expect(other.answer).toMatch(/^allow: GET, HEAD\r$/im)
})
