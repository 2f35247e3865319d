import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import pino from 'pino'
import { type ApiOptions, createApi } from '#app/http/api.ts'
import { createSite } from '#app/http/site.ts'
import type { RequestMetrics } from '#app/metrics/request-metrics.ts'
import type { Wiring } from '#app/wiring.ts'
import { createLive } from '#content/server/publishing/releases/live.ts'
import { openBuild } from '#content/server/publishing/releases/open-build.ts'
import { MAILED_PAGES } from '#core/rules/mailed-link.ts'
import { createGate } from '#core/server/http/gate.ts'
import { createHttpServer } from '#core/server/http/http-server.ts'

export const POLICY = "default-src 'none'; script-src 'self'"
export const STYLE = 'body { color: black }\n'.repeat(40)
export const LONG_PAGE = `<h1>Event</h1>${'<p>A place is free.</p>'.repeat(40)}`
const policyOf = (pathname: string) => ({
  pathname,
  headers: [{ key: 'Content-Security-Policy', value: `${POLICY} ${pathname}` }],
})

/**
 * A build as Astro writes it, as far as the site reads one. Its handler knows a page, and fails in each way that
 * Astro's handler can fail.
 */
const BUILD = {
  'build.json': JSON.stringify({
    id: 'first',
    environment: 'local',
    code: 'code',
    pages: [],
    files: [],
    documents: [],
  }),
  'site-settings.json': '{}',
  '_headers.json': JSON.stringify(
    ['/', '/news', '/checkout', '/404', '/500', '/503'].map(policyOf),
  ),
  'client/index.html': '<h1>Home</h1>',
  // Written by a version of the program that allowed any character.
  'client/_redirects': '/quoted /news#“x” 301\n/moved /news 301\n',
  'client/news/index.html': '<h1>News</h1>',
  'client/checkout/index.html': '<h1>Checkout</h1>',
  'client/gone/index.html': '<h1>Gone soon</h1>',
  // More than a socket takes at once.
  'client/large.txt': 'A line.\n'.repeat(2 ** 20),
  'client/404.html': '<h1>Not found</h1>',
  'client/500.html': '<h1>Broken</h1>',
  'client/500.html.br': brotliCompressSync('<h1>Broken</h1>'),
  ...Object.fromEntries(
    MAILED_PAGES.map((page) => [`client${page}/index.html`, `<h1>${page}</h1>`]),
  ),
  'client/files/0123456789ab/badge.png': 'A badge',
  'client/files/0123456789ab/poster.pdf': 'A poster',
  'client/503/index.html': '<h1>Not available</h1>',
  'client/_astro/font.woff2': 'A font',
  'client/_astro/page.js': 'const page = 1',
  'client/_astro/page.css': STYLE,
  'client/_astro/page.css.br': brotliCompressSync(STYLE),
  'server/entry.mjs': `
    const HTML = { 'content-type': 'text/html' }
    const fault = new Error('a fault')
    const PAGES = {
      '/event/1': (response) => response.writeHead(200, HTML).end('<h1>Event</h1>'),
      '/staff/form': (response) => response.writeHead(200, HTML).end('<h1>Form</h1>'),
      '/long': (response) =>
        response.writeHead(200, { ...HTML, 'cache-control': 'private, no-cache' }).end(${JSON.stringify(LONG_PAGE)}),
      '/file': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('A file'),
      '/throw': () => { throw fault },
      '/error': (response, next) => next(fault),
      '/late-database': () => { throw new Error('Query read timeout') },
      '/unavailable': (response) => response.writeHead(503).end(),
      '/bare': (response) => { response.statusCode = 500; response.end('Internal Server Error') },
      '/twice': (response) => { response.writeHead(500).end('one'); response.end('two'); response.write('three') },
      '/late': (response) => {
        response.writeHead(200, HTML).write('<h1>Half')
        response.write('Internal server error', () => response.destroy(fault))
      },
      '/preview/page': (response, next, { headers }, { preview }) =>
        response.writeHead(200, HTML).end(JSON.stringify({ preview, headers })),
      '/cut': (response) => {
        response.writeHead(200, { 'content-type': 'text/plain' }).write('Half', () => response.destroy(fault))
      },
    }
    export async function handler(request, response, next, locals) {
      const page = PAGES[request.url.split('?')[0]]
      return page ? page(response, next, request, locals) : next()
    }`,
}

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }
export type Ask = (path: string, headers?: IncomingHttpHeaders, method?: string) => Promise<Answer>

/** The whole HTTP side of the site over a hand-made build, without a database. */
export type TestSite = {
  readonly folder: string
  /** Sends the path unchanged; `fetch` would normalise it first. */
  readonly ask: Ask
  /** Sends raw bytes on one connection, and answers what came back until the server closed it. */
  raw(bytes: string): Promise<string>
  /** Sends raw bytes, and resets the connection when the answer begins. */
  cut(bytes: string): Promise<void>
  /** Everything logged so far. */
  logs(): string
  close(): Promise<void>
}

function writeBuild(folder: string): void {
  for (const [name, content] of Object.entries(BUILD)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

function ask(port: number): Ask {
  return (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status, headers: answered } = response
          resolve({ status, headers: answered, body: Buffer.concat(chunks) })
        })
      })
      asked.on('error', reject).end()
    })
}

const raw = (port: number) => (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let seen = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      seen += String(chunk)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(seen))
  })

const cut = (port: number) => (bytes: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.once('data', () => socket.resetAndDestroy())
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })

type TestSiteOptions = {
  /** How many requests may be under way that need the database. */
  readonly most?: number
  readonly services?: object
  readonly paymentOrigins?: readonly string[]
  readonly studioUrl?: string
  readonly metrics?: RequestMetrics
  readonly api?: Partial<ApiOptions>
  /** The control of tests that look for secrets in the log. */
  readonly logsAddresses?: boolean
}

export async function testSite({
  most = 1_000,
  services = {},
  paymentOrigins,
  studioUrl,
  metrics,
  api: apiOptions,
  logsAddresses = false,
}: TestSiteOptions = {}): Promise<TestSite> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-site-'))
  writeBuild(folder)
  let logged = ''
  const sink = new Writable({
    write(chunk, _, done) {
      logged += String(chunk)
      done()
    },
  })
  const logger = pino({}, sink)
  const siteUrl = 'https://www.halyard.example'
  const api = createApi({
    bindings: [],
    siteUrl,
    clock: { now: () => new Date() },
    logger,
    findSession: () => Promise.resolve(undefined),
    recordWithoutProfile: async () => undefined,
    openApi: () => ({ openapi: '3.1.0' }),
    ...apiOptions,
  })
  const gate = createGate(most)
  const wiring = { services, api, gate, findSession: () => Promise.resolve(undefined) }
  const live = createLive(openBuild(folder))
  const options = { live, siteUrl, trustProxy: 0, wiring: wiring as unknown as Wiring, logger }
  const answer = await createSite({ ...options, paymentOrigins, studioUrl, metrics })
  const server = createHttpServer((request, response) => {
    if (logsAddresses) logger.info({ url: request.url }, 'request')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    folder,
    ask: ask(port),
    raw: raw(port),
    cut: cut(port),
    logs: () => logged,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
