import { forgetAfterSignOut } from '#domain/tab-signals.ts'

/** Removes this tab's booking and consent answers after a sign-out in any tab, on pages without a booking too (AUTH-07). */
export function followSignOut(): void {
  const look = () => {
    try {
      forgetAfterSignOut(sessionStorage, localStorage)
    } catch {
      // Storage is blocked: nothing was kept.
    }
  }
  look()
  window.addEventListener('storage', look)
  window.addEventListener('pageshow', look)
}
