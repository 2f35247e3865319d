import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parse } from 'hono/utils/cookie'
import type { Caller } from './caller.ts'
import { httpError } from './errors.ts'
import type { Lake } from './lake.ts'

export const TOKEN_HOLDER: Caller = {
  id: 'p-token',
  name: 'Access token',
  email: 'token@halyard.example',
  role: 'administrator',
}

export const SESSION_COOKIE = 'halyard_studio'

/**
 * The caller of a request, undefined for an anonymous one. Throws 401 for a wrong token, and 403 for a write by cookie
 * that a page of another origin sent (CSRF).
 */
export function identify(request: IncomingMessage, lake: Lake): Caller | undefined {
  const header = request.headers.authorization
  if (header === undefined) return cookieHolder(request, lake)
  if (!sameSecret(header, `Bearer ${lake.token}`))
    throw httpError(401, 'Unauthorized - Session not found')
  return TOKEN_HOLDER
}

function cookieHolder(request: IncomingMessage, lake: Lake): Caller | undefined {
  const sessionId = sessionIdOf(request)
  const caller = sessionId === undefined ? undefined : lake.staff.callerOf(sessionId)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (caller && !reads) requireOwnOrigin(request, lake)
  return caller
}

/** The cookie of a browser that was signed in before. */
export const DEVICE_COOKIE = 'halyard_studio_device'

export function deviceCookieOf(request: IncomingMessage): string | undefined {
  return parse(request.headers.cookie ?? '', DEVICE_COOKIE)[DEVICE_COOKIE]
}

/** The session id in the cookie of a request. */
export function sessionIdOf(request: IncomingMessage): string | undefined {
  return parse(request.headers.cookie ?? '', SESSION_COOKIE)[SESSION_COOKIE]
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

function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
