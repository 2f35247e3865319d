import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { readSessionCookie } from '#server/http/cookies.ts'
import { baseHeaders, framedByNobody, NOTHING_ALLOWED, readPolicies } from '#server/http/headers.ts'
import { networkOf } from '#server/http/network.ts'
import { staticFiles, withoutEndSlash } from '#server/http/static.ts'
import type { Logger } from '#server/logger.ts'
import type { Wiring } from '#server/wiring.ts'

type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

export type SiteOptions = {
  readonly buildDir: string
  readonly siteUrl: string
  readonly trustProxy: number
  readonly wiring: Wiring
  readonly logger: Logger
}

/** The API for node's http: errors of the adapter itself answer in the API's own shape elsewhere. */
export function apiListener(
  wiring: Wiring,
  trustProxy: number,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const listener = getRequestListener(
    (request, env) => {
      const incoming = (env as { incoming: IncomingMessage }).incoming
      const url = new URL(request.url)
      const inner = new Request(
        new URL(url.pathname.slice('/api'.length) + url.search, url.origin),
        request,
      )
      return wiring.api.fetch(inner, { network: networkOf(incoming, trustProxy) })
    },
    { overrideGlobalObjects: false },
  )
  return async (request, response) => {
    await listener(request, response)
  }
}

/** Astro's page handler with what pages on demand need: the services and who is signed in. */
function pages(options: SiteOptions, handler: PageHandler) {
  const { wiring, siteUrl, buildDir, logger } = options
  const notFound = readFileSync(join(buildDir, 'client/404.html'))
  const broken = readFileSync(join(buildDir, 'client/500.html'))
  const policies = readPolicies(buildDir)
  const plain = (response: ServerResponse, status: 404 | 500, body: Buffer) => {
    if (response.headersSent) return response.end()
    const policy = policies.get(`/${status}`)
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy ?? NOTHING_ALLOWED,
    })
    return response.end(body)
  }
  return async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('cache-control', 'private, no-store')
    const secret = readSessionCookie(request.headers.cookie, siteUrl)
    const next = (error?: unknown) => {
      if (error) logger.error({ error: (error as Error).name }, 'a page failed')
      plain(response, error ? 500 : 404, error ? broken : notFound)
    }
    try {
      const session = secret === undefined ? undefined : await wiring.findSession(secret)
      const locals = { services: wiring.services, session }
      await handler(request, withPolicy(response, policies), next, locals)
    } catch (error) {
      next(error ?? new Error('unknown'))
    }
  }
}

/**
 * Completes the policy of a page rendered on demand: frame-ancestors on the one that Astro sets, and the pre-rendered
 * page's own where Astro sends an error page without any.
 */
function withPolicy(
  response: ServerResponse,
  policies: ReadonlyMap<string, string>,
): ServerResponse {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = ((status: number, headers?: Record<string, string | string[]>) => {
    const all: Record<string, string | string[]> = {}
    for (const [name, value] of Object.entries(headers ?? {})) all[name.toLowerCase()] = value
    const own = all['content-security-policy']
    all['content-security-policy'] =
      typeof own === 'string'
        ? framedByNobody(own)
        : (policies.get(`/${status}`) ?? NOTHING_ALLOWED)
    return writeHead(status, all)
  }) as ServerResponse['writeHead']
  return response
}

/**
 * The whole site over one build: the API, static files (precompressed), and pages on demand; the same headers on all.
 * The build's handler is imported once; another build is another site.
 */
export async function createSite(options: SiteOptions): Promise<RequestListener> {
  const buildDir = isAbsolute(options.buildDir) ? options.buildDir : resolve(options.buildDir)
  const entry = (await import(pathToFileURL(join(buildDir, 'server/entry.mjs')).href)) as {
    handler: PageHandler
  }
  const api = apiListener(options.wiring, options.trustProxy)
  const files = staticFiles(buildDir, options.logger)
  const page = pages({ ...options, buildDir }, entry.handler)
  const headers = Object.entries(baseHeaders(options.siteUrl))
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    const url = request.url ?? '/'
    if (url === '/api' || url.startsWith('/api/') || url.startsWith('/api?')) {
      response.setHeader('content-security-policy', NOTHING_ALLOWED)
      void api(request, response)
      return
    }
    if (/^[^?]+\/(\?|$)/.test(url)) {
      response.writeHead(301, { location: withoutEndSlash(url) }).end()
      return
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      files(request, response, () => void page(request, response))
      return
    }
    void page(request, response)
  }
}
