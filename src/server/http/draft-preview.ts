import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { parse, serialize } from 'hono/utils/cookie'
import { contentPage } from '#domain/content-page.ts'
import { hostCookieName, PREVIEW_COOKIE } from '#domain/cookie-names.ts'
import { ownPath } from '#domain/own-path.ts'
import { NOTHING_ALLOWED } from '#server/http/headers.ts'
import { networkOf } from '#server/http/network.ts'
import {
  PREVIEW_SECONDS,
  type PreviewRefusal,
  type PreviewService,
} from '#server/services/preview.ts'

/** What a page on demand is told when drafts are to be shown: the address asked for, and when the preview ends. */
export type ShownPreview = { readonly path: string; readonly until: Date }

/** What the page handler gets for a preview, beside what every page gets. */
export type PreviewLocals =
  | { readonly preview: ShownPreview }
  | { readonly previewRefusal: PreviewRefusal }

/** Hands the request to the page handler; its `url` is by then the route that answers. */
type Show = (locals?: PreviewLocals) => void

export type PreviewOptions = {
  readonly siteUrl: string
  readonly trustProxy: number
  readonly service: PreviewService
}

type Asked = { request: IncomingMessage; response: ServerResponse; show: Show }

const SHUT = { 'cache-control': 'private, no-store', 'content-security-policy': NOTHING_ALLOWED }

export const previewCookieName = (siteUrl: string) => hostCookieName(PREVIEW_COOKIE, siteUrl)

/** The Set-Cookie value of a pass; without one it clears the cookie. */
export function previewCookie(siteUrl: string, pass?: string): string {
  return serialize(previewCookieName(siteUrl), pass ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: siteUrl.startsWith('https:'),
    maxAge: pass === undefined ? 0 : PREVIEW_SECONDS,
  })
}

/** The route that renders a path with drafts; undefined where drafts change nothing. */
function routeOf(path: string): string | undefined {
  if (contentPage(path) !== undefined) return '/preview/page'
  if (path === '/_image') return path
  return path.startsWith('/files/') ? '/preview/file' : undefined
}

/** Nothing below it is a page of its own: the routes that render are reached from here alone. */
const OURS = /^\/preview(?=[/?]|$)/

function redirect(response: ServerResponse, location: string, cookie: string): void {
  response.writeHead(303, { ...SHUT, location, 'set-cookie': cookie }).end()
}

/** The service's answer to a link of the Studio, as a page or a redirect to the clean address. */
async function start(
  { service, siteUrl, trustProxy }: PreviewOptions,
  { request, response, show }: Asked,
  query: URLSearchParams,
): Promise<void> {
  const asked = {
    secret: query.get(urlSearchParamPreviewSecret),
    path: query.get(urlSearchParamPreviewPathname),
    network: networkOf(request, trustProxy),
  }
  // The secret goes no further: neither to the page handler, which logs addresses, nor to another page.
  request.url = '/preview/refused'
  response.setHeader('referrer-policy', 'no-referrer')
  const answer = await service
    .start(asked)
    .catch(() => ({ ok: false, reason: 'unreachable' }) as const)
  if (answer.ok) redirect(response, answer.path, previewCookie(siteUrl, answer.pass))
  else show({ previewRefusal: answer.reason })
}

/** What a live pass has this request answered with; undefined leaves it to the public site. */
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

/** Answers what lies below /preview for anybody. */
function answerOurs(
  options: PreviewOptions,
  asked: Asked,
  [path, query]: [string, URLSearchParams],
): void {
  const { request, response, show } = asked
  const to = request.method === 'GET' ? path : undefined
  if (to === '/preview/start') {
    void start(options, asked, query)
  } else if (to === '/preview/leave') {
    redirect(response, ownPath(query.get('to')) ?? '/', previewCookie(options.siteUrl))
  } else {
    // Prerendered, so that the handler finds no page here: the ordinary 404.
    request.url = '/404'
    show()
  }
}

/**
 * Draft previews (CMS-05): /preview/start and /preview/leave, and, for who holds a pass, content pages, pictures and
 * files with drafts. Answers whether it has taken the request; it takes none of a visitor without a pass, but that
 * what lies below /preview is not there for him. (Of which pictures are made, the middleware decides, at their route.)
 */
export function previewListener(options: PreviewOptions) {
  return (request: IncomingMessage, response: ServerResponse, show: Show): boolean => {
    const { url = '/', headers } = request
    const ours = OURS.test(url)
    // The first look of every request: nearly all end here.
    if (!(ours || headers.cookie?.includes(`${PREVIEW_COOKIE}=`))) return false
    const [path = '/', ...rest] = url.split('?')
    const query = new URLSearchParams(rest.join('?'))
    const found = requestedPreview(options, request, path)
    if (found === undefined && !ours) return false
    response.setHeader('x-robots-tag', 'noindex, nofollow')
    if (found === undefined) {
      answerOurs(options, { request, response, show }, [path, query])
    } else {
      // Pictures keep their query, which says what is to be made of them.
      if (found.route !== path) request.url = found.route
      show({ preview: found.preview })
    }
    return true
  }
}
