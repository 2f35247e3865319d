/** The readable cookie that says until when a session lasts; it proves nothing to the server (AUTH-07). */
const MARKER = 'halyard_signed_in'

/** The server's unix second at which the session ends, or undefined when there is no marker. */
export function signedInUntil(cookies: string = document.cookie): number | undefined {
  const entry = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${MARKER}=`))
  const until = Number(entry?.slice(MARKER.length + 1))
  return until > 0 ? until : undefined
}

/** Takes the marker away, so that the header offers Login again. */
export function clearMarker(): void {
  // Not cookieStore: it answers later, and the page may be left in the same breath.
  Reflect.set(document, 'cookie', `${MARKER}=; Path=/; Max-Age=0; SameSite=Lax`)
}
