import { SIGNED_IN_COOKIE } from '#core/rules/cookie-names.ts'

/** The `window` event that follows every session event of AUTH-10: the header reads the marker cookie again. */
export const SESSION_CHANGED = 'halyard:session-changed'

/** Key of the user in local storage (AUTH-07). */
export const STORED_USER = 'user'

/** Key in local storage: this browser's last session expired. The value is the time in milliseconds. */
export const ENDED_MARK = 'session-ended'

/** Key in local storage: the server did not confirm a sign-out. The next page that reads the session ends it first. */
export const UNFINISHED_SIGN_OUT = 'sign-out-unfinished'

/**
 * The server's unix second at which the session ends, from `document.cookie`; undefined without a marker. The browser
 * deletes the cookie after a duration that the server gave: never compare the second with the browser's clock.
 */
export function signedInUntil(cookies: string): number | undefined {
  const [, until] = new RegExp(`(?:^|; ?)${SIGNED_IN_COOKIE}=(\\d+)`).exec(cookies) ?? []
  return Number(until) > 0 ? Number(until) : undefined
}

/**
 * Whether this browser may show that a user is signed in: it has the marker, and no sign-out is unfinished. A request that was
 * under way at such a sign-out brings the marker back, because the server still has the session.
 */
export function isSignedIn(cookies: string, storage: () => Pick<Storage, 'getItem'>): boolean {
  if (signedInUntil(cookies) === undefined) return false
  try {
    return storage().getItem(UNFINISHED_SIGN_OUT) === null
  } catch {
    // Storage is blocked: it remembers no sign-out.
    return true
  }
}

/** Removes the stored user of an expired session, and leaves a mark for the message on /login. A sign-out leaves no user. */
export function recordEndedSession(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  now: Date,
): void {
  if (storage.getItem(STORED_USER) === null) return
  storage.setItem(ENDED_MARK, String(now.getTime()))
  storage.removeItem(STORED_USER)
}
