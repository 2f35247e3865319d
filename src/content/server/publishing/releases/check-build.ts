import { Agent, createServer, get, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Build } from '#content/server/publishing/releases/open-build.ts'
import { NOTHING_ALLOWED } from '#core/server/http/headers.ts'

/** Written from the finished pages, so the manifest does not list it. */
const ALWAYS = ['/sitemap-pages.xml']
const CONCURRENCY = 4
const HEADING = /<h1[\s>]/
/** Scripts, styles and fonts; a page works without its pictures. */
const PARTS = /(?:src|href|component-url|renderer-url)="(\/_astro\/[^"]+\.(?:js|css|woff2))"/g

/**
 * Checks a new build before visitors see it: requests every page over HTTP, through the functions that will serve it,
 * with the scripts and styles of each. Every page of `live` that has a source file must still exist; a page made from
 * a document may be gone. Returns the first fault in words, or undefined.
 */
export async function findBuildFault(build: Build, live: Build): Promise<string | undefined> {
  const paths = new Set(build.manifest.pages.map(({ path }) => path))
  const missing = live.manifest.pages.find(({ path, fixed }) => fixed && !paths.has(path))
  if (missing) return `the page ${missing.path} is missing`
  return withLoopbackServer(build, (ask) => firstFault(build, live, ask))
}

type Ask = (path: string) => Promise<Answer>

async function firstFault(build: Build, live: Build, ask: Ask): Promise<string | undefined> {
  const parts = new Set<string>()
  const pages = build.manifest.pages.map(({ path }) => path)
  const files = [...new Set([...live.manifest.files, ...build.manifest.files, ...ALWAYS])]
  return (
    (await firstOf(pages, (path) => pageFault(path, ask, parts))) ??
    (await firstOf(files, (path) => fileFault(path, ask))) ??
    (await firstOf([...parts], (path) => fileFault(path, ask)))
  )
}

async function pageFault(path: string, ask: Ask, parts: Set<string>): Promise<string | undefined> {
  const { status, headers, text } = await ask(path)
  for (const [, part] of text.matchAll(PARTS)) if (part) parts.add(part)
  const policy = headers['content-security-policy']
  if (status !== 200) return `the page ${path} answers ${status}`
  if (!headers['content-type']?.startsWith('text/html')) return `${path} is not an HTML page`
  if (policy === undefined || policy === NOTHING_ALLOWED) {
    return `the page ${path} has no security policy`
  }
  if (!HEADING.test(text)) return `the page ${path} has no heading`
  return
}

async function fileFault(path: string, ask: Ask): Promise<string | undefined> {
  const { status, text } = await ask(path)
  if (status !== 200) return `the file ${path} answers ${status}`
  if (text.trim() === '') return `the file ${path} is empty`
  return
}

/** The first fault found; CONCURRENCY paths are checked at a time. */
async function firstOf(
  paths: readonly string[],
  faultAt: (path: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const queue = [...paths]
  let fault: string | undefined
  const worker = async () => {
    for (let path = queue.shift(); path !== undefined && !fault; path = queue.shift()) {
      const found = await faultAt(path).catch(() => `${path} does not answer`)
      fault ??= found
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return fault
}

export type Answer = {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const TIMEOUT_MS = 20_000

/** Serves a build on a loopback port, through the functions that serve visitors, until `check` is done. */
export async function withLoopbackServer<Value>(
  build: Build,
  check: (ask: (path: string) => Promise<Answer>) => Promise<Value>,
): Promise<Value> {
  const server = createServer((request, response) =>
    build.files(request, response, () => response.writeHead(404).end()),
  )
  const agent = new Agent({ keepAlive: true })
  try {
    const port = await listen(server)
    return await check((path) => ask(port, agent, path))
  } finally {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function ask(port: number, agent: Agent, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(
      { host: '127.0.0.1', port, path: encodeURI(path), agent, timeout: TIMEOUT_MS },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status, headers } = response
          resolve({ status, headers, text: Buffer.concat(chunks).toString() })
        })
      },
    )
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('timeout')))
  })
}
