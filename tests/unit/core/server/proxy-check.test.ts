import type { IncomingMessage } from 'node:http'
import pino from 'pino'
import { expect, it } from 'vitest'
import { proxyCheck } from '#app/http/proxy-check.ts'
import { testSite } from '#tests/unit/app/test-site.ts'

const HOUR_MS = 3_600_000
const MISSING = 'requests lack the addresses in X-Forwarded-For'
const UNEXPECTED = 'TRUST_PROXY is 0'

/** Runs the check on requests at a time each, and returns the log lines. */
function linesOf(trustProxy: number, asked: [ms: number, peer: string, forwarded?: string][]) {
  const lines: string[] = []
  let time = 0
  const check = proxyCheck(
    trustProxy,
    pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    () => time,
  )
  for (const [ms, remoteAddress, forwarded] of asked) {
    time = ms
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    check({ headers, socket: { remoteAddress } } as unknown as IncomingMessage)
  }
  return lines
}

it('AUTH-14 warns once an hour while the proxy names no visitor, or fewer addresses than there are proxies', () => {
  const lines = linesOf(1, [
    [0, '10.0.0.1'],
    [HOUR_MS - 1, '10.0.0.1', ' , '],
    [HOUR_MS, '10.0.0.1'],
  ])
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(MISSING)
  expect(linesOf(2, [[0, '10.0.0.1', '198.51.100.9']])).toHaveLength(1)
  expect(linesOf(1, [[0, '10.0.0.1', '198.51.100.9']])).toEqual([])
  expect(linesOf(2, [[0, '10.0.0.1', '198.51.100.9, 10.0.0.2']])).toEqual([])
})

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '::1',
  'fd00::7',
  '::ffff:10.0.0.1',
])(
  'AUTH-14 warns about a proxy at %s that is not expected, without the address of the visitor',
  (peer) => {
    const [line, ...more] = linesOf(0, [
      [0, peer, '198.51.100.9'],
      [1, peer, '198.51.100.10'],
    ])
    expect(line).toContain(UNEXPECTED)
    expect(line).not.toContain('198.51')
    expect(line).not.toContain(peer)
    expect(more).toEqual([])
  },
)

it.each(['198.51.100.7', '2001:db8::1', 'unknown', ''])(
  'AUTH-14 is silent about the header of a client at %s, which anyone can send',
  (peer) => {
    expect(linesOf(0, [[0, peer, '127.0.0.1']])).toEqual([])
  },
)

it('AUTH-14 the site checks requests of the API, except monitors’', async () => {
  const site = await testSite()
  const forwarded = { 'x-forwarded-for': '198.51.100.9' }
  await site.ask('/api/health', forwarded)
  await site.ask('/api/nothing')
  expect(site.logs()).not.toContain(UNEXPECTED)
  await site.ask('/api/nothing', forwarded)
  expect(site.logs()).toContain(UNEXPECTED)
  await site.close()
})
