import { SIGNED_IN_COOKIE } from '#domain/cookie-names.ts'

/** The `window` event that follows every session event of AUTH-10: the header reads the marker cookie again. */
export const SESSION_CHANGED = 'halyard:session-changed'

/** The server's unix second at which the session ends, from `document.cookie`; undefined without a marker. */
export function signedInUntil(cookies: string): number | undefined {
  const entry = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${SIGNED_IN_COOKIE}=`))
  const until = Number(entry?.slice(SIGNED_IN_COOKIE.length + 1))
  return until > 0 ? until : undefined
}
