import { SIGNED_IN_COOKIE } from '#core/rules/cookie-names.ts'
import { isSignedIn } from '#core/rules/session-marker.ts'

/** Whether a user is probably signed in in this browser; the server decides. */
export const isMarked = (): boolean => isSignedIn(document.cookie, () => localStorage)

/** Deletes the marker cookie, so that the header shows Login again (AUTH-07). */
export function clearMarker(): void {
  // Not cookieStore: it is asynchronous, and the page may be left immediately.
  Reflect.set(document, 'cookie', `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`)
}
