import type { IncomingMessage, ServerResponse } from 'node:http'
import { contentPage } from '#content/rules/content-page.ts'
import {
  BESIDE_PAGE,
  BESIDE_PATH,
  type BesideRefusal,
  type BesideToken,
} from '#content/rules/preview-beside.ts'
import type { Show } from '#content/server/draft-preview.ts'
import { BESIDE_SECONDS, type PreviewService } from '#content/server/preview.ts'
import { NOTHING_ALLOWED } from '#core/server/http/headers.ts'
import { networkOf } from '#shared/node/network.ts'

export type BesideOptions = {
  /** The Studio's URL: only pages of its origin get a response; none without it. */
  readonly studioUrl?: string | undefined
  readonly trustProxy: number
  readonly service: Pick<PreviewService, 'startBeside' | 'openToken'>
}

type Asked = { request: IncomingMessage; response: ServerResponse; show: Show }

const STATUS: Record<BesideRefusal, number> = {
  'link-over': 403,
  'token-over': 401,
  'address-wrong': 404,
  'not-configured': 503,
  unreachable: 503,
  'too-many-requests': 429,
}

const METHODS = 'GET, POST, OPTIONS'
const HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': NOTHING_ALLOWED,
}
const PREFLIGHT = {
  ...HEADERS,
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization',
  'access-control-max-age': '600',
}

const BEARER = /^Bearer ([\w.-]{1,200})$/

/** The secret or token of a request; removed, so that nothing behind can see or log it. */
function takeBearer({ headers }: IncomingMessage): string | undefined {
  const [, bearer] = BEARER.exec(headers.authorization ?? '') ?? []
  delete headers.authorization
  return bearer
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: BesideToken | { reason: BesideRefusal },
): void {
  response
    .writeHead(status, {
      ...HEADERS,
      'content-type': 'application/json',
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    })
    .end(JSON.stringify(value))
}

const refuse = (response: ServerResponse, reason: BesideRefusal) =>
  sendJson(response, STATUS[reason], { reason })

/** Exchanges the Studio's secret for a token. */
async function sendToken(
  { service, trustProxy }: BesideOptions,
  { request, response }: Asked,
): Promise<void> {
  const secret = takeBearer(request) ?? null
  const answer = await service
    .startBeside({ secret, network: networkOf(request, trustProxy) })
    .catch(() => ({ ok: false, reason: 'unreachable' }) as const)
  if (answer.ok) sendJson(response, 200, { token: answer.token, seconds: BESIDE_SECONDS })
  else refuse(response, answer.reason)
}

/** Renders the page like a preview with the cookie. The session and cookies of the browser are ignored. */
function showPage({ service }: BesideOptions, { request, response, show }: Asked): void {
  const until = service.openToken(takeBearer(request))
  delete request.headers.cookie
  const path = URL.parse(request.url ?? '', 'http://site')?.searchParams.get(BESIDE_PAGE) ?? ''
  if (until === undefined) refuse(response, 'token-over')
  else if (contentPage(path) === undefined) refuse(response, 'address-wrong')
  else {
    request.url = '/preview/page'
    show({ preview: { path, until, isBeside: true } })
  }
}

const ANSWERS: Readonly<Record<string, (options: BesideOptions, asked: Asked) => void>> = {
  GET: showPage,
  POST: (options, asked) => void sendToken(options, asked),
  OPTIONS: (_, { response }) => void response.writeHead(204, PREFLIGHT).end(),
}

/** Whether a request is for the preview beside a form; it checks the methods itself. */
export const isBeside = (url = ''): boolean => url.split('?')[0] === BESIDE_PATH

/**
 * The preview beside a form of the Studio (CMS-05, decision 038). Only a page of the Studio's origin gets a response that its
 * browser lets it read, and only a bearer counts: a secret for a token, a token for a page.
 */
export function besideListener(options: BesideOptions) {
  const origin = options.studioUrl && new URL(options.studioUrl).origin
  return (request: IncomingMessage, response: ServerResponse, show: Show): boolean => {
    if (!isBeside(request.url)) return false
    response.setHeader('x-robots-tag', 'noindex, nofollow')
    response.setHeader('vary', 'origin')
    const answer = ANSWERS[request.method ?? '']
    if (answer === undefined) response.writeHead(405, { ...HEADERS, allow: METHODS }).end()
    else if (origin === undefined || request.headers.origin !== origin) {
      response.writeHead(403, HEADERS).end()
    } else {
      response.setHeader('access-control-allow-origin', origin)
      answer(options, { request, response, show })
    }
    return true
  }
}
