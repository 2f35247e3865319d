import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { previewListener } from '#server/http/draft-preview.ts'
import { baseHeaders, NOTHING_ALLOWED } from '#server/http/headers.ts'
import { networkOf } from '#server/http/network.ts'
import { pagesOnDemand } from '#server/http/pages.ts'
import { filesOf, withoutEndSlash } from '#server/http/static.ts'
import type { Logger } from '#server/logger.ts'
import type { Live } from '#server/publishing/live.ts'
import type { Wiring } from '#server/wiring.ts'

export type SiteOptions = {
  readonly live: Live
  readonly siteUrl: string
  /** Where editors work; /studio leads there. */
  readonly studioUrl?: string | undefined
  readonly trustProxy: number
  readonly wiring: Wiring
  readonly logger: Logger
}

/** The API for node's http: errors of the adapter itself answer in the API's own shape elsewhere. */
export function apiListener(
  wiring: Pick<Wiring, 'api'>,
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

const STUDIO = /^\/studio(?=[/?]|$)/

/** Where an address leads that no page answers: without the slash at its end, or from /studio to the Studio. */
function redirectOf(url: string, studioUrl: string | undefined) {
  if (studioUrl !== undefined && STUDIO.test(url)) {
    return { status: 302, location: url.replace(STUDIO, () => studioUrl) }
  }
  if (/^[^?]+\/(\?|$)/.test(url)) return { status: 301, location: withoutEndSlash(url) }
  return
}

/**
 * The whole site: the API, the files of the build shown (precompressed), and pages on demand; the same headers on all.
 * Each request is answered from one build, however many are switched meanwhile.
 */
export async function createSite(options: SiteOptions): Promise<RequestListener> {
  const { live, logger, studioUrl } = options
  const api = apiListener(options.wiring, options.trustProxy)
  const page = await pagesOnDemand(live.first, options)
  const preview = previewListener({ ...options, service: options.wiring.services.preview })
  const headers = Object.entries(baseHeaders(options.siteUrl))
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    const url = request.url ?? '/'
    if (url === '/api' || url.startsWith('/api/') || url.startsWith('/api?')) {
      response.setHeader('content-security-policy', NOTHING_ALLOWED)
      void api(request, response)
      return
    }
    const redirect = redirectOf(url, studioUrl)
    if (redirect) {
      response.writeHead(redirect.status, { location: redirect.location }).end()
      return
    }
    const { build, older } = live.take(response)
    if (preview(request, response, (locals) => void page(request, response, build, locals))) return
    const onDemand = () => void page(request, response, build)
    if (request.method === 'GET' || request.method === 'HEAD') {
      filesOf([build, ...older], logger)(request, response, onDemand)
    } else onDemand()
  }
}
