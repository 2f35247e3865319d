import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PageResponse } from '#app/http/page-response.ts'
import type { Wiring } from '#app/wiring.ts'
import type { PreviewLocals } from '#content/server/draft-preview.ts'
import { causeOf } from '#core/server/cause.ts'
import { readAccessCookie, readSessionCookie } from '#core/server/http/cookies.ts'
import { reasonOf } from '#core/server/http/failure.ts'
import type { ServedBuild } from '#core/server/http/served-build.ts'
import type { Logger } from '#core/server/logger.ts'

/** 503 when a retry can help. */
const statusOf = (error: unknown) => (reasonOf(error) === 'failure' ? 500 : 503)

type PageHandler = (
  request: IncomingMessage,
  response: PageResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

export type PageOptions = {
  readonly siteUrl: string
  readonly wiring: Pick<Wiring, 'services' | 'findSession' | 'gate'>
  readonly logger: Logger
}

/**
 * Renders a page on demand with the settings of `build`. An unknown path gets the 404 page of `build`, a fault its 500
 * or 503 page. Never rejects.
 */
export type Pages = (
  request: IncomingMessage,
  response: ServerResponse,
  build: ServedBuild,
  more?: PreviewLocals,
) => Promise<void>

/**
 * Wraps Astro's request handler. Pages on demand get the services, the session and the site settings as locals. The
 * handler is imported once, from the first build of the process: Node never frees an imported module, so an import per
 * publication would leak.
 */
export async function pagesOnDemand(first: ServedBuild, options: PageOptions): Promise<Pages> {
  const { wiring, siteUrl, logger } = options
  const entry = pathToFileURL(join(first.dir, 'server/entry.mjs')).href
  const { handler } = (await import(entry)) as { handler: PageHandler }
  return async (request, response, build, more) => {
    response.setHeader('cache-control', 'private, no-store')
    const page = new PageResponse({ request, response, build, logger })
    const next = (error?: unknown) => {
      if (error) logger.error({ error: causeOf(error) }, 'a page failed')
      page.fail(error ? statusOf(error) : 404)
    }
    const leave = wiring.gate.enter()
    if (leave === undefined) return page.fail(503)
    response.once('close', leave)
    if (response.closed) return leave()
    try {
      const secret = readSessionCookie(request.headers.cookie, siteUrl)
      const session = secret === undefined ? undefined : await wiring.findSession(secret)
      const accessToken = readAccessCookie(request.headers.cookie, siteUrl)
      const { services } = wiring
      const locals = { services, session, accessToken, settings: build.settings, ...more }
      await handler(request, page, next, locals)
    } catch (error) {
      next(error ?? new Error('unknown'))
    }
  }
}
