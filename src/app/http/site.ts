import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { PageResponse } from '#app/http/page-response.ts'
import { pagesOnDemand } from '#app/http/pages.ts'
import { proxyCheck } from '#app/http/proxy-check.ts'
import { isApi, refuse, requestFault } from '#app/http/request-check.ts'
import { NO_ENDPOINT, type RequestMetrics } from '#app/metrics/request-metrics.ts'
import type { Wiring } from '#app/wiring.ts'
import { type PreviewLocals, previewListener } from '#content/server/draft-preview.ts'
import { besideListener } from '#content/server/preview-beside.ts'
import { holdsSecret, mendedLink } from '#core/rules/mailed-link.ts'
import { causeOf } from '#core/server/cause.ts'
import { baseHeaders, NOTHING_ALLOWED } from '#core/server/http/headers.ts'
import type { ServedSite } from '#core/server/http/served-build.ts'
import { filesOf, type StaticFiles, withoutEndSlash } from '#core/server/http/static.ts'
import type { Logger } from '#core/server/logger.ts'
import { mapTileListener } from '#events/server/map-tiles.ts'
import { networkOf } from '#shared/node/network.ts'

export type SiteOptions = {
  readonly live: ServedSite
  readonly siteUrl: string
  /** The Studio's URL; /studio redirects to it. */
  readonly studioUrl?: string | undefined
  readonly trustProxy: number
  readonly wiring: Wiring
  /** Where the checkout page's scripts and frames come from; none without a payment provider. */
  readonly paymentOrigins?: readonly string[] | undefined
  readonly metrics?: RequestMetrics | undefined
  /** Scripts and styles of earlier releases, for pages that were open during an update. */
  readonly earlier?: readonly { readonly files: StaticFiles }[]
  /** Aborted when the server is about to end. */
  readonly stopping?: AbortSignal
  readonly logger: Logger
}

/**
 * Makes a request one for the API: the path below /api. fetch has no TRACE; like OPTIONS, no endpoint takes it. Changed before
 * it becomes a fetch Request, because a changed copy of that costs more than the rest of the router.
 */
function moveBelowApi(request: IncomingMessage) {
  const below = (request.url ?? '').slice('/api'.length)
  request.url = below.startsWith('/') ? below : `/${below}`
  if (request.method === 'TRACE') request.method = 'OPTIONS'
}

/** The API as a listener of Node's HTTP server. */
export function apiListener(
  wiring: Pick<Wiring, 'api'>,
  trustProxy: number,
  metrics?: RequestMetrics,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const listener = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse }
      return wiring.api.fetch(request, {
        network: networkOf(incoming, trustProxy),
        named: (endpoint) => metrics?.name(outgoing, endpoint),
      })
    },
    { overrideGlobalObjects: false },
  )
  return (request, response) => {
    metrics?.name(response, NO_ENDPOINT)
    moveBelowApi(request)
    return listener(request, response)
  }
}

/** Without these listeners an 'error' event of one request would end the process. */
function listenForErrors(request: IncomingMessage, response: ServerResponse, logger: Logger) {
  const log = (error: NodeJS.ErrnoException) =>
    logger.warn({ error: causeOf(error) }, 'a connection failed')
  request.on('error', log)
  response.on('error', log)
}

/** For a proxy: whether to send requests here. `/api/health` would say no without a database, although pages are served. */
const readyListener =
  (stopping?: AbortSignal) =>
  ({ url }: IncomingMessage, response: ServerResponse): boolean => {
    if (url !== '/api/ready') return false
    response.writeHead(stopping?.aborted ? 503 : 200, { 'cache-control': 'no-store' }).end()
    return true
  }

const STUDIO = /^\/studio(?=[/?]|$)/

/** Redirects: a path with a slash at its end to the path without it, /studio to the Studio, a changed link of a mail to its page. */
function redirectOf(url: string, studioUrl: string | undefined) {
  if (studioUrl !== undefined && STUDIO.test(url)) {
    return { status: 302, location: url.replace(STUDIO, () => studioUrl) }
  }
  const mended = mendedLink(url)
  if (mended !== undefined) return { status: 302, location: mended, 'cache-control': 'no-store' }
  if (/^[^?]+\/(\?|$)/.test(url)) {
    const location = withoutEndSlash(url)
    // A browser keeps a 301, and with it a token, for good.
    return { status: holdsSecret(url) ? 302 : 301, location }
  }
  return
}

/** Asked for again each time: an address that changes back would send visitors in a circle for as long as a redirect is cached. */
const REDIRECT_CACHE = 'no-cache'

/** The target of the redirect of a path (CMS-07), with the request's query unless the target has its own. */
function movedTo(url: string, redirects: ReadonlyMap<string, string>): string | undefined {
  const at = url.indexOf('?')
  const to = redirects.get(at < 0 ? url : url.slice(0, at))
  if (to === undefined || at < 0 || to.includes('?')) return to
  const [path, anchor] = to.split('#')
  return `${path}${url.slice(at)}${anchor === undefined ? '' : `#${anchor}`}`
}

/**
 * The whole site: the API, the (precompressed) files of the current build, and pages on demand; the same headers on
 * all. One request is answered from one build, even when a publication switches builds meanwhile.
 */
export async function createSite(options: SiteOptions): Promise<RequestListener> {
  const { live, logger, studioUrl, earlier = [] } = options
  const api = apiListener(options.wiring, options.trustProxy, options.metrics)
  const checkProxy = proxyCheck(options.trustProxy, logger)
  const page = await pagesOnDemand(live.first, options)
  const withService = { ...options, service: options.wiring.services.preview }
  const preview = previewListener(withService)
  const beside = besideListener(withService)
  const tile = mapTileListener({ ...options, map: options.wiring.services.map })
  const isReady = readyListener(options.stopping)
  const headers = Object.entries(baseHeaders(options.siteUrl))
  const answer: RequestListener = (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    const reason = requestFault(request, options.siteUrl)
    if (reason !== undefined) return refuse(request, response, reason)
    const url = request.url ?? '/'
    if (isApi(url)) {
      response.setHeader('content-security-policy', NOTHING_ALLOWED)
      checkProxy(request)
      void api(request, response)
      return
    }
    const redirect = redirectOf(url, studioUrl)
    if (redirect) {
      const { status, ...to } = redirect
      response.writeHead(status, to).end()
      return
    }
    if (tile(request, response)) return
    const { build, older } = live.acquire(response)
    const show = (locals?: PreviewLocals) => void page(request, response, build, locals)
    const asDraft = () => beside(request, response, show) || preview(request, response, show)
    // The path of a file includes the hash of its content, so the public copy is identical. Only files of drafts come from the preview.
    const isFile = url.startsWith('/files/')
    if (!isFile && asDraft()) return
    filesOf([build, ...older, ...earlier], logger, options.paymentOrigins)(
      request,
      response,
      () => {
        if (isFile && asDraft()) return
        const moved = movedTo(url, build.redirects)
        if (moved === undefined) return void page(request, response, build)
        response.writeHead(301, { location: moved, 'cache-control': REDIRECT_CACHE }).end()
      },
    )
  }
  return (request, response) => {
    listenForErrors(request, response, logger)
    options.metrics?.watch(response)
    try {
      if (!isReady(request, response)) answer(request, response)
    } catch (error) {
      // Node throws for header characters outside Latin-1, which would end the process.
      logger.error({ error: causeOf(error) }, 'a response failed')
      new PageResponse({ request, response, build: live.current, logger }).fail(500)
    }
  }
}
