/** The cookie that tells a static page until when a session lasts; it proves nothing to the server. */
export const SIGNED_IN_COOKIE = 'halyard_signed_in'

/** Whether the readable marker among `cookies` (as in `document.cookie`) names a second that is still to come. */
export function isSignedIn(cookies: string, now: Date): boolean {
  const entry = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${SIGNED_IN_COOKIE}=`))
  const until = Number(entry?.slice(SIGNED_IN_COOKIE.length + 1))
  return until * 1000 > now.getTime()
}
