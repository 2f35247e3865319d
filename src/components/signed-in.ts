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

/** How often a page that lies open looks again: the marker goes with a sign-out in a window beside it, too. */
const LOOK_AGAIN_MS = 5000

/** Tells `show` whether the man is signed in: now, and as long as the page is open (AUTH-07). */
export function followSignedIn(show: (signedIn: boolean) => void): void {
  const look = () => show(isSignedIn(document.cookie, new Date()))
  look()
  setInterval(look, LOOK_AGAIN_MS)
  // Timers sleep in a hidden tab and in a page that the Back button restores.
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pageshow', look)
  // Sign-in and sign-out change the stored user of every tab.
  window.addEventListener('storage', look)
}
