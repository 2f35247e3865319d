import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isBeside } from '#content/server/preview-beside.ts'
import { COMMON_REFUSALS } from '#core/contract/endpoint.ts'
import { getHealth } from '#core/contract/service.ts'
import { NOTHING_ALLOWED } from '#core/server/http/headers.ts'
import { refusalBody } from '#core/server/http/refusal.ts'
import { refused } from '#core/server/outcome.ts'
import { isStaffPath, takesFile } from '#staff/rules/pages.ts'

/** The methods of pages and files. A form of a staff page posts to its page, every other form to the API. */
const PAGE_METHODS: readonly (string | undefined)[] = ['GET', 'HEAD']

/** A host name or an IP address, with an optional port (RFC 9110 7.2). User information such as `a@b` is not allowed. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

const REFUSALS = {
  invalid: { status: 400, text: 'This request cannot be read.' },
  'method-not-allowed': { status: 405, text: 'This address does not take that method.' },
  'foreign-origin': COMMON_REFUSALS['foreign-origin'],
  'too-large': COMMON_REFUSALS['too-large'],
  'unsupported-media-type': { status: 415, text: 'This page reads its own form only.' },
}
type Fault = keyof typeof REFUSALS

/** The longest text of an event in its encoded form is 15 kB. */
const MOST_FORM_BYTES = 64 * 1024

/** A laboratory's file of 100,000 rows has 10 MB. */
export const MOST_FILE_BYTES = 16 * 1024 * 1024

const typeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1).join().trim().toLowerCase()

/** Whether this is a form with a file, at a page that takes one. */
export const sendsFile = (request: IncomingMessage): boolean =>
  request.method === 'POST' &&
  typeOf(request) === 'multipart/form-data' &&
  takesFile(request.url ?? '/')

/** Why the form of a staff page is not read: from another site, of another type, without its length, or too long. */
function formFault(request: IncomingMessage, siteUrl: string): Fault | undefined {
  const { headers } = request
  if (headers.origin !== siteUrl) return 'foreign-origin'
  const isFile = sendsFile(request)
  if (!isFile && typeOf(request) !== 'application/x-www-form-urlencoded') {
    return 'unsupported-media-type'
  }
  const most = MOST_FORM_BYTES + (isFile ? MOST_FILE_BYTES : 0)
  return Number(headers['content-length']) <= most ? undefined : 'too-large'
}

/** Whether a request target belongs to the API. */
export const isApi = (url = ''): boolean => /^\/api(?=[/?]|$)/.test(url)

/** Whether a request reads the state of the service, as monitors do. */
export const isHealth = ({ url }: Pick<IncomingMessage, 'url'>): boolean =>
  url === `/api${getHealth.path}`

/** Headers of which a second one would be dropped silently, while a proxy before us may read that one (RFC 9112 3.2). */
const SINGLE_HEADERS = ['host', 'content-type'] as const

/** Whether the end of the request is known: codings other than chunked are not decoded, so their bodies would not end (RFC 9112 6.1). */
const hasKnownEnd = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined || /^chunked$/i.test(headers['transfer-encoding'])

const hasSingleHeaders = ({ headersDistinct }: IncomingMessage) =>
  SINGLE_HEADERS.every((name) => (headersDistinct[name]?.length ?? 0) <= 1)

/**
 * Many slashes in a row before the end of a path; a URL reads a backslash as one too. No page has them, and Astro's pattern for slashes at
 * the end takes time by the square of their number.
 */
const MANY_SLASHES = /^[^?]*[/\\]{20}[^/\\?]/

/** Whether Host and target together form a URL. HTTP/1.0 allows a request without Host. */
function isReadable({ url = '', headers: { host = 'localhost' } }: IncomingMessage): boolean {
  const isPath = url.startsWith('/') && !MANY_SLASHES.test(url)
  return isPath && HOST.test(host) && URL.canParse(`http://${host}${url}`)
}

/** Why no handler may see this request; undefined when it is fit. The API and the preview check the methods of their paths themselves. */
export function requestFault(request: IncomingMessage, siteUrl: string): Fault | undefined {
  const isFit = isReadable(request) && hasKnownEnd(request) && hasSingleHeaders(request)
  if (!isFit) return 'invalid'
  const { url = '/', method } = request
  if (method === 'POST' && isStaffPath(url)) return formFault(request, siteUrl)
  const isKnown = isApi(url) || isBeside(url) || PAGE_METHODS.includes(method)
  return isKnown ? undefined : 'method-not-allowed'
}

/** Answers a refused request: JSON below /api (API-06), plain text elsewhere. Repeats nothing of the request. */
export function refuse(request: IncomingMessage, response: ServerResponse, reason: Fault): void {
  const { url } = request
  const { status, text } = REFUSALS[reason]
  const requestId = randomUUID()
  const json = JSON.stringify(refusalBody(undefined, refused(reason, { text }), requestId))
  response
    .writeHead(status, {
      'content-type': isApi(url) ? 'application/json' : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': NOTHING_ALLOWED,
      'x-request-id': requestId,
      // The body of a refused request is not read.
      ...(hasKnownEnd(request) && reason !== 'too-large' ? {} : { connection: 'close' }),
      ...(reason === 'method-not-allowed' ? { allow: PAGE_METHODS.join(', ') } : {}),
    })
    .end(isApi(url) ? json : text)
}
