import { sameSitePath } from '#core/rules/same-site-path.ts'

/** Goes to another page of the site. `replace` is for redirects, so that Back skips them. */
export function goTo(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) location.replace(path)
  else location.assign(path)
}

/** The present path and query. The token of a mailed link is in neither: its page removes it (`MailedAddress.astro`). */
export function currentPath(): string {
  return `${location.pathname}${location.search}`
}

/** The target in `?next=`, when it is a path of this site (EVD-06). */
export function nextPath(): string | undefined {
  return sameSitePath(new URLSearchParams(location.search).get('next'))
}

/** `path` with `?next=`, when `next` is a path of this site. */
export function withNext(path: string, next: string | undefined): string {
  const own = sameSitePath(next)
  return own === undefined ? path : `${path}?next=${encodeURIComponent(own)}`
}

/** The address of /login that returns to `path` afterwards. */
export function loginPathFor(path: string): string {
  return withNext('/login', path)
}

/** The page that confirms an appointment (BOOK-09). */
export const successPath = (appointmentId: string): string =>
  `/booking-success?appointment=${appointmentId}`

/** Calls `listener` when the tab is shown again after another one. Returns a function that stops it. */
export function onShown(listener: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/** Calls `listener` when the back-forward cache restores the page, with data that may be stale. */
export function onReturn(listener: () => void): () => void {
  const look = (event: PageTransitionEvent) => {
    if (event.persisted) listener()
  }
  window.addEventListener('pageshow', look)
  return () => window.removeEventListener('pageshow', look)
}
