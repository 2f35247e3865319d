import { SIGNED_IN_COOKIE } from '#domain/cookie-names.ts'

/** Deletes the marker cookie, so that the header shows Login again (AUTH-07). */
export function clearMarker(): void {
  // Not cookieStore: it is asynchronous, and the page may be left at once.
  Reflect.set(document, 'cookie', `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`)
}
