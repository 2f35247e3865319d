import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readSessionCookie } from '#server/http/cookies.ts'
import type { PreviewLocals } from '#server/http/draft-preview.ts'
import { framedByNobody, NOTHING_ALLOWED } from '#server/http/headers.ts'
import type { Logger } from '#server/logger.ts'
import type { Build } from '#server/publishing/build.ts'
import type { Wiring } from '#server/wiring.ts'

type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

export type PageOptions = {
  readonly siteUrl: string
  readonly wiring: Pick<Wiring, 'services' | 'findSession'>
  readonly logger: Logger
}

/** Renders a page on demand, in the words of `build`; an unknown address gets its 404 page, a fault its 500 page. */
export type Pages = (
  request: IncomingMessage,
  response: ServerResponse,
  build: Build,
  more?: PreviewLocals,
) => Promise<void>

type Status = 404 | 500
type Headers = Record<string, string | string[]>

const isErrorStatus = (status: number): status is Status => status === 404 || status === 500

const errorHeaders = ({ policies }: Build, status: Status): Headers => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policies.get(`/${status}`) ?? NOTHING_ALLOWED,
})

function sendErrorPage(response: ServerResponse, build: Build, status: Status): void {
  if (response.headersSent) response.end()
  else response.writeHead(status, errorHeaders(build, status)).end(build.errorPages[status])
}

/**
 * Completes what Astro answers: frame-ancestors in its policy; and where it sends an error page that it found on the
 * disk, without any policy and of the build that it came with, the shown build's own instead.
 */
function completed(response: ServerResponse, build: Build): ServerResponse {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  const end = response.end.bind(response)
  response.writeHead = ((status: number, headers?: Headers) => {
    const all: Headers = {}
    for (const [name, value] of Object.entries(headers ?? {})) all[name.toLowerCase()] = value
    const own = all['content-security-policy']
    if (typeof own !== 'string' && isErrorStatus(status)) {
      writeHead(status, errorHeaders(build, status))
      end(build.errorPages[status])
      // What Astro would send after its own head.
      response.write = () => true
      response.end = () => response
      return response
    }
    all['content-security-policy'] = typeof own === 'string' ? framedByNobody(own) : NOTHING_ALLOWED
    return writeHead(status, all)
  }) as ServerResponse['writeHead']
  return response
}

/**
 * Astro's page handler with what pages on demand need: the services, who is signed in, and the site's settings. It is
 * imported once, from the process's first build: another import for every publication would never be freed.
 */
export async function pagesOnDemand(first: Build, options: PageOptions): Promise<Pages> {
  const { wiring, siteUrl, logger } = options
  const entry = pathToFileURL(join(first.dir, 'server/entry.mjs')).href
  const { handler } = (await import(entry)) as { handler: PageHandler }
  return async (request, response, build, more) => {
    response.setHeader('cache-control', 'private, no-store')
    const secret = readSessionCookie(request.headers.cookie, siteUrl)
    const next = (error?: unknown) => {
      if (error) logger.error({ error: (error as Error).name }, 'a page failed')
      sendErrorPage(response, build, error ? 500 : 404)
    }
    try {
      const session = secret === undefined ? undefined : await wiring.findSession(secret)
      const locals = { services: wiring.services, session, settings: build.settings, ...more }
      await handler(request, completed(response, build), next, locals)
    } catch (error) {
      next(error ?? new Error('unknown'))
    }
  }
}
