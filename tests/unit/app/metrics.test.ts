import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { serveMetrics } from '#app/metrics/metrics-listener.ts'
import { LEFT, NO_ENDPOINT, SITE } from '#app/metrics/request-metrics.ts'
import type { MetricsAddress } from '#core/server/config/env.ts'
import { createLogger } from '#core/server/logger.ts'
import { HEALTHY, metricsWith, samplesOf } from '#tests/fixtures/metrics.ts'
import { testSite } from '#tests/unit/app/test-site.ts'

afterEach(() => {
  vi.useRealTimers()
})

const silent = createLogger('silent')

it('OPS-20 answers without a database: what it counts is left out, everything else stays', async () => {
  const health = { ...HEALTHY, status: 'down', database: 'down', payments: 'off' } as const
  const refused = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const samples = samplesOf(
    await metricsWith({ health, database: { transaction: refused } }).text(),
  )
  const figure = (name: string) => samples.find((sample) => sample.name === name)?.value
  const up = samples.filter(({ name }) => name === 'halyard_up')
  expect(up.map(({ labels, value }) => [labels['service'], value])).toEqual([
    ['database', 0],
    ['content', 1],
    ['identity', 1],
    ['mail', 1],
  ])
  expect(figure('halyard_publishing_failing_seconds')).toBe(0)
  expect(figure('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  for (const stored of ['jobs_waiting', 'payments_unsettled', 'oldest_refund_seconds']) {
    expect(figure(`halyard_${stored}`)).toBeUndefined()
  }
})

it('OPS-20 asks a database that does not answer once for all scrapes, and no longer than two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const transaction = vi.fn(() => new Promise<never>(() => undefined))
  const metrics = metricsWith({ database: { transaction } })
  const scrapes = Promise.all([metrics.text(), metrics.text()])
  await vi.advanceTimersByTimeAsync(2_000)
  await scrapes
  await metrics.text()
  expect(transaction).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  const next = metrics.text()
  await vi.advanceTimersByTimeAsync(2_000)
  await next
  expect(transaction).toHaveBeenCalledTimes(2)
})

const PATHS = [
  '/',
  '/nothing/100234',
  '/event/1?code=MAPLE-7',
  '/api/no/Ada%20Quill',
  '/api?a=b',
  '/%00',
]

it('OPS-20 no part of an address is a label', async () => {
  const metrics = metricsWith({ database: { transaction: () => Promise.reject(new Error()) } })
  const site = await testSite({ metrics })
  for (const path of PATHS) await site.ask(path)
  await site.ask('/large.txt', {}, 'HEAD')
  // Its answer does not fit into the socket, so that the client leaves before its end.
  await site.cut('GET /large.txt HTTP/1.1\r\nHost: a.example\r\n\r\n')
  const requests = async () =>
    samplesOf(await metrics.text())
      .filter(({ name }) => name === 'halyard_requests_total')
      .map(({ labels: { endpoint, status }, value }) => `${endpoint} ${status} ${value}`)
  await vi.waitFor(async () =>
    expect((await requests()).sort()).toEqual(
      [`${NO_ENDPOINT} 404 2`, `${SITE} 200 3`, `${SITE} 404 2`, `${SITE} ${LEFT} 1`].sort(),
    ),
  )
  await site.close()
})

async function listening(address: Partial<MetricsAddress> = {}) {
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => free.once('listening', resolve))
  const { port } = free.address() as AddressInfo
  return { free, address: { host: '127.0.0.1', port, ...address } }
}

const fetched = (port: number, path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${path}`, { method })

it('OPS-20 the listener has one page, and waits for its port while a process before it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { free, address } = await listening()
  const logged: string[] = []
  const logger = {
    ...silent,
    info: () => undefined,
    error: () => undefined,
    warn: (_: object, text: string) => logged.push(text),
  }
  const served = serveMetrics({ text: async () => 'a 1\n' }, address, logger as never)
  await vi.waitFor(() => expect(logged).toEqual(['the metrics cannot be served: trying again']))
  await new Promise((resolve) => free.close(resolve))
  await vi.advanceTimersByTimeAsync(5_000)
  const { port } = address
  const isThere = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(void socket.end())).on(
        'error',
        reject,
      )
    })
  await vi.waitFor(isThere)
  const page = await fetched(port, '/metrics')
  expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'a 1\n',
  ])
  expect((await fetched(port, '/')).status).toBe(404)
  expect((await fetched(port, '/metrics', 'POST')).status).toBe(404)
  served.close()
})
