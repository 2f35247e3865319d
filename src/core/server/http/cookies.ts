import { parse, serialize } from 'hono/utils/cookie'
import {
  ACCESS_COOKIE,
  DEVICE_COOKIE,
  hostCookieName,
  RESET_COOKIE,
  SESSION_COOKIE,
  SIGNED_IN_COOKIE,
  STAFF_COOKIE,
} from '#core/rules/cookie-names.ts'
import { isToken } from '#core/rules/token.ts'
import {
  BROWSER_GRANT_SECONDS,
  KNOWN_DEVICE_SECONDS,
  RESET_ATTEMPT_SECONDS,
} from '#core/server/config/limits.ts'
import type { Session } from '#core/server/database/sessions.ts'

export const sessionCookieName = (siteUrl: string) => hostCookieName(SESSION_COOKIE, siteUrl)

/** The session secret of a Cookie header; undefined when it is missing or malformed. */
export function readSessionCookie(header: string | undefined, siteUrl: string): string | undefined {
  const secret = parse(header ?? '')[sessionCookieName(siteUrl)]
  return secret !== undefined && isToken(secret) ? secret : undefined
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

/** The known-device cookie of a Cookie header, as it was sent. */
export const readDeviceCookie = (header: string | undefined, siteUrl: string): string | undefined =>
  parse(header ?? '')[hostCookieName(DEVICE_COOKIE, siteUrl)]

/** The Set-Cookie value that keeps a browser known; sign-out leaves it. */
export const deviceCookie = (value: string, siteUrl: string): string =>
  serialize(hostCookieName(DEVICE_COOKIE, siteUrl), value, {
    ...base(siteUrl),
    httpOnly: true,
    maxAge: KNOWN_DEVICE_SECONDS,
  })

/** The token of a browser that requested a code; undefined when it is missing or malformed. */
export function readResetCookie(header: string | undefined, siteUrl: string): string | undefined {
  const token = parse(header ?? '')[hostCookieName(RESET_COOKIE, siteUrl)]
  return token !== undefined && isToken(token) ? token : undefined
}

/** The Set-Cookie value of a browser that requested a code; null clears it. */
export const resetCookie = (token: string | null, siteUrl: string): string =>
  serialize(hostCookieName(RESET_COOKIE, siteUrl), token ?? '', {
    ...base(siteUrl),
    httpOnly: true,
    maxAge: token === null ? 0 : RESET_ATTEMPT_SECONDS,
  })

/** The token of a browser that gave an access code; undefined when it is missing or malformed. */
export function readAccessCookie(header: string | undefined, siteUrl: string): string | undefined {
  const token = parse(header ?? '')[hostCookieName(ACCESS_COOKIE, siteUrl)]
  return token !== undefined && isToken(token) ? token : undefined
}

/** The Set-Cookie value of a browser that gave an access code; null clears it. */
export const accessCookie = (token: string | null, siteUrl: string): string =>
  serialize(hostCookieName(ACCESS_COOKIE, siteUrl), token ?? '', {
    ...base(siteUrl),
    httpOnly: true,
    maxAge: token === null ? 0 : BROWSER_GRANT_SECONDS,
  })

/** The two Set-Cookie values that clear a session. */
export const clearedCookies = (siteUrl: string): string[] => [
  serialize(sessionCookieName(siteUrl), '', { ...base(siteUrl), httpOnly: true, maxAge: 0 }),
  serialize(SIGNED_IN_COOKIE, '', { ...base(siteUrl), maxAge: 0 }),
]

/** The secret of a session of staff; undefined when it is missing or malformed. */
export function readStaffCookie(header: string | undefined, siteUrl: string): string | undefined {
  const secret = parse(header ?? '')[hostCookieName(STAFF_COOKIE, siteUrl)]
  return secret !== undefined && isToken(secret) ? secret : undefined
}

/** The Set-Cookie value of a session of staff, until the browser is closed; null clears it. */
export const staffCookie = (secret: string | null, siteUrl: string): string =>
  serialize(hostCookieName(STAFF_COOKIE, siteUrl), secret ?? '', {
    ...base(siteUrl),
    httpOnly: true,
    ...(secret === null ? { maxAge: 0 } : {}),
  })
