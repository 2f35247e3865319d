import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
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
 * The caller of a request; undefined for an anonymous one. A wrong token is refused, never taken for anonymous; and a
 * cookie counts for a change only when our own pages sent it.
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

/** The session id in the cookie of a request. */
export function sessionIdOf(request: IncomingMessage): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const found = cookies.find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
  return found?.slice(SESSION_COOKIE.length + 1)
}

/** Refuses whatever a page of another origin has a browser send, down to the port. */
export function requireOwnOrigin(request: IncomingMessage, lake: Lake): void {
  if (request.headers.origin !== lake.origin)
    throw httpError(403, 'Only pages of this origin may do that')
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
