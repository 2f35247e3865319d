import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { parse, serialize } from 'hono/utils/cookie'
import { contentPage } from '#content/rules/content-page.ts'
import {
  PREVIEW_SECONDS,
  type PreviewRefusal,
  type PreviewService,
} from '#content/server/preview.ts'
import { hostCookieName, PREVIEW_COOKIE } from '#core/rules/cookie-names.ts'
import { sameSitePath } from '#core/rules/same-site-path.ts'
import { NOTHING_ALLOWED } from '#core/server/http/headers.ts'
import { networkOf } from '#shared/node/network.ts'

/** Locals of a page that shows drafts: the requested path, when the preview ends, and whether the Studio shows it beside a form. */
export type ShownPreview = {
  readonly path: string
  readonly until: Date
  readonly isBeside?: boolean
}

/** The locals that a preview adds for its page. */
export type PreviewLocals =
  | { readonly preview: ShownPreview }
  | { readonly previewRefusal: PreviewRefusal }

/** Calls the page handler; `request.url` has been rewritten to the page's route. */
export type Show = (locals?: PreviewLocals) => void

export type PreviewOptions = {
  readonly siteUrl: string
  readonly trustProxy: number
  readonly service: PreviewService
}

type PreviewRequest = { request: IncomingMessage; response: ServerResponse; show: Show }

const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': NOTHING_ALLOWED,
}

export const previewCookieName = (siteUrl: string) => hostCookieName(PREVIEW_COOKIE, siteUrl)

/** The Set-Cookie value of a preview pass; without a pass it clears the cookie. */
export function previewCookie(siteUrl: string, pass?: string): string {
  return serialize(previewCookieName(siteUrl), pass ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: siteUrl.startsWith('https:'),
    maxAge: pass === undefined ? 0 : PREVIEW_SECONDS,
  })
}

/** The route that renders a path with drafts; undefined when drafts do not change it. */
function routeOf(path: string): string | undefined {
  if (contentPage(path) !== undefined) return '/preview/page'
  if (path === '/_image') return path
  return path.startsWith('/files/') ? '/preview/file' : undefined
}

/** The routes below /preview are internal: only this file and `preview-beside.ts` rewrite requests to them. */
const PREVIEW_PATHS = /^\/preview(?=[/?]|$)/

function redirect(response: ServerResponse, location: string, cookie: string): void {
  response.writeHead(303, { ...PRIVATE_HEADERS, location, 'set-cookie': cookie }).end()
}

/** Answers a link of the Studio: redirects to the page without the secret, or shows why the preview was refused. */
async function start(
  { service, siteUrl, trustProxy }: PreviewOptions,
  { request, response, show }: PreviewRequest,
  query: URLSearchParams,
): Promise<void> {
  const asked = {
    secret: query.get(urlSearchParamPreviewSecret),
    path: query.get(urlSearchParamPreviewPathname),
    network: networkOf(request, trustProxy),
  }
  // Remove the secret: the page handler logs URLs, and Referer would pass it to other pages.
  request.url = '/preview/refused'
  response.setHeader('referrer-policy', 'no-referrer')
  const answer = await service
    .start(asked)
    .catch(() => ({ ok: false, reason: 'unreachable' }) as const)
  if (answer.ok) redirect(response, answer.path, previewCookie(siteUrl, answer.pass))
  else show({ previewRefusal: answer.reason })
}

/** The route and locals for a request with a valid pass; undefined leaves it to the public site. */
function requestedPreview(
  { service, siteUrl }: PreviewOptions,
  { method, headers }: IncomingMessage,
  path: string,
): { route: string; preview: ShownPreview } | undefined {
  const route = method === 'GET' || method === 'HEAD' ? routeOf(path) : undefined
  if (route === undefined) return undefined
  const until = service.openPass(parse(headers.cookie ?? '')[previewCookieName(siteUrl)])
  return until && { route, preview: { path, until } }
}

/** Handles /preview/start and /preview/leave; other paths below /preview return 404. */
function answerPreviewPath(
  options: PreviewOptions,
  asked: PreviewRequest,
  [path, query]: [string, URLSearchParams],
): void {
  const { request, response, show } = asked
  const to = request.method === 'GET' ? path : undefined
  if (to === '/preview/start') {
    void start(options, asked, query)
  } else if (to === '/preview/leave') {
    redirect(response, sameSitePath(query.get('to')) ?? '/', previewCookie(options.siteUrl))
  } else {
    // The 404 page is prerendered, so the handler finds no page and returns 404.
    request.url = '/404'
    show()
  }
}

/**
 * Draft previews (CMS-05): /preview/start and /preview/leave, and, with a preview pass, content pages, images and files
 * with drafts. Returns whether it has handled the request; without a pass it handles only paths below /preview.
 * The middleware checks which images may be rendered.
 */
export function previewListener(options: PreviewOptions) {
  return (request: IncomingMessage, response: ServerResponse, show: Show): boolean => {
    const { url = '/', headers } = request
    const isPreviewPath = PREVIEW_PATHS.test(url)
    // Checked for every request: nearly all return here.
    if (!(isPreviewPath || headers.cookie?.includes(`${PREVIEW_COOKIE}=`))) return false
    const [path = '/', ...rest] = url.split('?')
    const query = new URLSearchParams(rest.join('?'))
    const found = requestedPreview(options, request, path)
    if (found === undefined && !isPreviewPath) return false
    response.setHeader('x-robots-tag', 'noindex, nofollow')
    if (found === undefined) {
      answerPreviewPath(options, { request, response, show }, [path, query])
    } else {
      // Images keep their query, which holds the size and format.
      if (found.route !== path) request.url = found.route
      show({ preview: found.preview })
    }
    return true
  }
}
