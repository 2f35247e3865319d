import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PageResponse } from '#app/http/page-response.ts'
import type { Wiring } from '#app/wiring.ts'
import type { PreviewLocals } from '#content/server/draft-preview.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Env } from '#core/server/config/env.ts'
import { readAccessCookie, readSessionCookie, readStaffCookie } from '#core/server/http/cookies.ts'
import { reasonOf } from '#core/server/http/failure.ts'
import type { ServedBuild } from '#core/server/http/served-build.ts'
import type { Logger } from '#core/server/logger.ts'
import { networkOf } from '#shared/node/network.ts'
import { isStaffPath } from '#staff/rules/pages.ts'

/** 503 when a retry can help. */
const statusOf = (error: unknown) => (reasonOf(error) === 'failure' ? 500 : 503)

type PageHandler = (
  request: IncomingMessage,
  response: PageResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

export type PageOptions = LocalsOptions & {
  readonly wiring: Pick<Wiring, 'services' | 'findSession' | 'gate'>
  readonly logger: Logger
}

type LocalsOptions = {
  readonly siteUrl: string
  readonly trustProxy: Env['trustProxy']
  readonly wiring: Pick<Wiring, 'services' | 'findSession'>
}

/** What pages on demand read of a request, without the site settings (`App.Locals`). The session of staff is read below /staff only. */
export async function localsOf(
  request: IncomingMessage,
  { siteUrl, trustProxy, wiring }: LocalsOptions,
) {
  const { cookie } = request.headers
  const secret = readSessionCookie(cookie, siteUrl)
  const staffSecret = isStaffPath(request.url ?? '/') ? readStaffCookie(cookie, siteUrl) : undefined
  const [session, staff] = await Promise.all([
    secret === undefined ? undefined : wiring.findSession(secret),
    staffSecret === undefined ? undefined : wiring.services.staffAccess.findSession(staffSecret),
  ])
  return {
    services: wiring.services,
    session,
    staff,
    accessToken: readAccessCookie(cookie, siteUrl),
    network: networkOf(request, trustProxy),
    userAgent: request.headers['user-agent'] ?? '',
  }
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
  const { wiring, logger } = options
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
      const own = await localsOf(request, options)
      await handler(request, page, next, {
        ...own,
        settings: build.settings,
        findPages: build.find,
        ...more,
      })
    } catch (error) {
      next(error ?? new Error('unknown'))
    }
  }
}
