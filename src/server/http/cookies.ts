import { parse, serialize } from 'hono/utils/cookie'
import { SIGNED_IN_COOKIE } from '#domain/session-marker.ts'
import type { Session } from '#server/repositories/sessions.ts'

/** `__Host-` wherever the site is https: Secure, path /, no domain (RFC 6265bis 4.1.3). */
export const sessionCookieName = (siteUrl: string) =>
  siteUrl.startsWith('https:') ? '__Host-halyard_session' : 'halyard_session'

/** The secret in the request's session cookie. */
export function readSessionCookie(header: string | undefined, siteUrl: string): string | undefined {
  const secret = parse(header ?? '')[sessionCookieName(siteUrl)]
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

const base = (siteUrl: string) =>
  ({ path: '/', sameSite: 'Lax', secure: siteUrl.startsWith('https:') }) as const

const secondsLeft = (session: Session, now: Date) =>
  Math.max(0, Math.floor((session.endsAt.getTime() - now.getTime()) / 1000))

/** The two Set-Cookie values of a live session; `secret` only when it is new. */
export function sessionCookies(
  session: Session,
  secret: string,
  siteUrl: string,
  now: Date,
): string[] {
  const maxAge = secondsLeft(session, now)
  return [
    serialize(sessionCookieName(siteUrl), secret, { ...base(siteUrl), httpOnly: true, maxAge }),
    serialize(SIGNED_IN_COOKIE, String(Math.floor(session.endsAt.getTime() / 1000)), {
      ...base(siteUrl),
      maxAge,
    }),
  ]
}

/** The two Set-Cookie values that clear a session. */
export const clearedCookies = (siteUrl: string): string[] => [
  serialize(sessionCookieName(siteUrl), '', { ...base(siteUrl), httpOnly: true, maxAge: 0 }),
  serialize(SIGNED_IN_COOKIE, '', { ...base(siteUrl), maxAge: 0 }),
]
