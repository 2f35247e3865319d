import { isSignedIn, recordEndedSession, SESSION_CHANGED } from '#core/rules/session-marker.ts'
import { clearAfterSignOut } from '#core/rules/tab-signals.ts'

/** The marker is polled: a sign-out in another window deletes it without an event here. */
const POLL_MS = 5000

/** Removes what an ended session leaves in this browser, and what a sign-out in any tab leaves in this one (AUTH-07). */
function tidyStorage(signedIn: boolean): void {
  try {
    if (!signedIn) recordEndedSession(localStorage, new Date())
    clearAfterSignOut(sessionStorage, localStorage)
  } catch {
    // Storage is blocked: then it holds nothing.
  }
}

/** Calls `show` with whether the visitor is signed in: now and for as long as the page is open (AUTH-07, AUTH-10). */
export function followSignedIn(show: (signedIn: boolean) => void): void {
  const look = () => {
    const signedIn = isSignedIn(document.cookie, () => localStorage)
    tidyStorage(signedIn)
    show(signedIn)
  }
  look()
  setInterval(look, POLL_MS)
  // Timers are paused in a hidden tab and in a page that the Back button restores.
  document.addEventListener('visibilitychange', look)
  // 'storage': sign-in and sign-out in another tab. SESSION_CHANGED: a change on this page.
  for (const type of ['pageshow', 'storage', SESSION_CHANGED]) window.addEventListener(type, look)
}
