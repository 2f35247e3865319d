import type { IncomingMessage } from 'node:http'
import { parse } from 'hono/utils/cookie'
import { type Caller, isSameSecret, TOKEN_HOLDER } from './accounts.ts'
import { httpError } from './errors.ts'
import type { Lake } from './lake.ts'

export const SESSION_COOKIE = 'halyard_studio'

/**
 * The caller of a request, undefined for an anonymous one. Throws 401 for a wrong token, and 403 for a write by cookie
 * that a page of another origin sent (CSRF).
 */
export function identify(request: IncomingMessage, lake: Lake): Caller | undefined {
  const header = request.headers.authorization
  if (header === undefined) return cookieHolder(request, lake)
  if (!isSameSecret(header, `Bearer ${lake.token}`))
    throw httpError(401, 'Unauthorized - Session not found')
  return TOKEN_HOLDER
}

function cookieHolder(request: IncomingMessage, lake: Lake): Caller | undefined {
  const session = parse(request.headers.cookie ?? '', SESSION_COOKIE)[SESSION_COOKIE]
  const caller = session === undefined ? undefined : lake.accounts.callerOf(session)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (caller && !reads) requireOwnOrigin(request, lake)
  return caller
}

/** Throws 403 for a request that a page of another origin sent; another port is another origin. */
export function requireOwnOrigin(request: IncomingMessage, lake: Lake): void {
  if (request.headers.origin !== lake.origin)
    throw httpError(403, 'Only pages of this origin may do that')
}

/** Whether the request was sent with the access token, which only the operator and the site have. */
export function isOperator(caller: Caller): boolean {
  return caller.id === TOKEN_HOLDER.id
}

export function mayWrite(caller: Caller): boolean {
  return caller.role !== 'viewer'
}
