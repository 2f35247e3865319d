import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import sirv from 'sirv'
import { MAILED_PAGES } from '#core/rules/mailed-link.ts'
import { CHECKOUT_PATH } from '#core/rules/same-site-path.ts'
import { causeOf } from '#core/server/cause.ts'
import { isUnchanged } from '#core/server/http/conditions.ts'
import { checkoutPolicy, NOTHING_ALLOWED, omitDocumentHeaders } from '#core/server/http/headers.ts'
import type { Logger } from '#core/server/logger.ts'

export type StaticFiles = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

/** The provider's origins of responses that may be the checkout page. */
const providerOrigins = new WeakMap<ServerResponse, readonly string[]>()

const ONE_RANGE = /^bytes=(\d{1,12})-(\d{0,12})$/
/** Scripts, styles and pictures of the pages: their names have the hash of their content. */
const HASHED = '/_astro/'
/** Those that a browser never shows as a document, as it does an image. */
const PARTS = /^\/_astro\/.*\.(js|css|woff2)$/
/** What the Studio's preview beside a form loads from the site, which is another origin (decision 038). All are public. */
const LOOKS = /^\/(_astro|pictures|files)\/.*\.(css|woff2|svg|png|jpg|webp|avif)$/
/** Files whose address changes with their content: those, and files of the content. */
const LASTING = /^\/(_astro|files\/[\da-f]{12})\//
const MAILED: ReadonlySet<string> = new Set(MAILED_PAGES)
/** Bodies of other responses: their own paths return 404. */
const ERROR_PAGES = /^\/(404|500|503)(\.html)?(?=[?/]|$)/

/**
 * sirv passes a Range header to the file system unchecked, which throws when the end is before the start. A server may
 * ignore a range (RFC 9110 14.2), and must when it does not support If-Range.
 */
function dropUnfitRange({ headers }: IncomingMessage): void {
  const [, first, last] = ONE_RANGE.exec(headers.range ?? '') ?? []
  const isFit = first !== undefined && (last === '' || Number(first) <= Number(last))
  if (!isFit || headers['if-range'] !== undefined) delete headers.range
}

/**
 * sirv compares one tag and no date, and returns 304 without the headers that belong to it (RFC 9110 15.4.5). So it never sees
 * the conditions: its response becomes 304 when it writes the headers, and Node sends no body then. Returns a function
 * that restores the headers, for a path that is not a file.
 */
function answerConditions(request: IncomingMessage, response: ServerResponse): () => void {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers
  if (tags === undefined && since === undefined) return () => undefined
  const { writeHead } = response
  delete request.headers['if-none-match']
  const restore = () => {
    response.writeHead = writeHead
    if (tags !== undefined) request.headers['if-none-match'] = tags
  }
  response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
    restore()
    const { ETag: etag, 'Last-Modified': modified } = headers
    const current = { etag: String(etag), modified: String(modified) }
    if (status !== 200 || !isUnchanged(request.headers, current)) {
      return response.writeHead(status, headers)
    }
    return response.writeHead(304, { ETag: etag, 'Last-Modified': modified })
  }) as ServerResponse['writeHead']
  return restore
}

function shareLooks(response: ServerResponse, path: string): void {
  if (!LOOKS.test(path)) return
  response.setHeader('cross-origin-resource-policy', 'cross-origin')
  // A browser uses a font of another origin only with this.
  if (path.endsWith('.woff2')) response.setHeader('access-control-allow-origin', '*')
}

/** Serves the files of a build, with precompressed copies and ranges. The list of files is read once, now. */
export function staticFiles(buildDir: string, policies: ReadonlyMap<string, string>): StaticFiles {
  return sirv(join(buildDir, 'client'), {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: ['html'],
    setHeaders(response, path) {
      const lasting = LASTING.test(path)
      response.setHeader(
        'cache-control',
        lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      )
      shareLooks(response, path)
      if (PARTS.test(path)) return omitDocumentHeaders(response)
      const page = path.replace(/(\/index)?\.html$/, '') || '/'
      // sirv has no media type for it.
      if (path.endsWith('.ico')) response.setHeader('content-type', 'image/x-icon')
      if (MAILED.has(page)) {
        // The page has no token, but its address has: a cache would keep it, and Referer would pass it on.
        response.setHeader('cache-control', 'no-store')
        response.setHeader('referrer-policy', 'no-referrer')
      }
      const policy = policies.get(page) ?? NOTHING_ALLOWED
      const origins = page === CHECKOUT_PATH ? (providerOrigins.get(response) ?? []) : []
      response.setHeader('content-security-policy', checkoutPolicy(policy, origins))
      // The provider's button opens a window that sends messages to the page.
      if (origins.length > 0) {
        response.setHeader('cross-origin-opener-policy', 'same-origin-allow-popups')
      }
    },
  })
}

/**
 * Serves the files of the current build; its checkout page may load what comes from `paymentOrigins`. A hashed file that it lacks comes from an older build, because pages of that
 * build may still be open. Calls `next` when no build has the file.
 */
export function filesOf(
  builds: readonly { readonly files: StaticFiles }[],
  logger: Logger,
  paymentOrigins: readonly string[] = [],
): StaticFiles {
  return (request, response, next) => {
    providerOrigins.set(response, paymentOrigins)
    if (ERROR_PAGES.test(request.url ?? '')) return next()
    dropUnfitRange(request)
    const restore = answerConditions(request, response)
    response.once('pipe', (file: Readable) => {
      // A build into the folder of a running site removes files: without a listener the 'error' event ends the process.
      file.on('error', (error: NodeJS.ErrnoException) => {
        logger.error({ error: causeOf(error) }, 'a file of the build cannot be read')
        response.destroy()
      })
      // pipe() leaves the file open when the visitor leaves before its end.
      response.once('close', () => file.destroy())
    })
    const candidates = request.url?.startsWith(HASHED) ? builds : builds.slice(0, 1)
    const serve = candidates.reduceRight<() => void>(
      (otherwise, { files }) =>
        () =>
          files(request, response, otherwise),
      () => {
        restore()
        next()
      },
    )
    serve()
  }
}

/** The redirect of a path with a slash at its end: the path without it, never another host. */
export function withoutEndSlash(url: string): string {
  const [path = '/', ...query] = url.split('?')
  // A pattern for slashes at the end takes time by the square of their number.
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  // Browsers read a backslash as a slash, and two slashes at the start as another host.
  const clean = `/${path.slice(0, end).replace(/^[/\\]+/, '')}`
  return query.length > 0 ? `${clean}?${query.join('?')}` : clean
}
