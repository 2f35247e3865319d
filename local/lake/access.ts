import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { httpError } from './errors.ts'

/** Who is asking, in the shape that `users/me` answers. */
export type Caller = { id: string; name: string; email: string; role: string }

const TOKEN_HOLDER: Caller = {
  id: 'p-token',
  name: 'Access token',
  email: 'token@halyard.example',
  role: 'administrator',
}

/** The caller of a request; undefined for an anonymous one. A wrong token is refused, never taken for anonymous. */
export function identify(request: IncomingMessage, token: string): Caller | undefined {
  const header = request.headers.authorization
  if (header === undefined) return
  if (!sameSecret(header, `Bearer ${token}`))
    throw httpError(401, 'Unauthorized - Session not found')
  return TOKEN_HOLDER
}

function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
