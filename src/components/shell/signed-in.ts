import { SESSION_CHANGED, signedInUntil } from '#domain/session-marker.ts'

/** Whether the readable marker among `cookies` (as in `document.cookie`) names a second in the future. */
export function isSignedIn(cookies: string, now: Date): boolean {
  return (signedInUntil(cookies) ?? 0) * 1000 > now.getTime()
}

/** The marker is polled: a sign-out in another window deletes it without an event here. */
const POLL_MS = 5000

/** Calls `show` with whether the visitor is signed in: now and for as long as the page is open (AUTH-07, AUTH-10). */
export function followSignedIn(show: (signedIn: boolean) => void): void {
  const look = () => show(isSignedIn(document.cookie, new Date()))
  look()
  setInterval(look, POLL_MS)
  // Timers are paused in a hidden tab and in a page that the Back button restores.
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pageshow', look)
  // Sign-in and sign-out in another tab change the stored user.
  window.addEventListener('storage', look)
  // Sign-in, sign-out and an expired session detected on this page.
  window.addEventListener(SESSION_CHANGED, look)
}
