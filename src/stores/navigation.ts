import { ownPath } from '#domain/own-path.ts'

/** Leaves for another page of the site. `replace` for redirects, so that Back does not lead into them again. */
export function goTo(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) location.replace(path)
  else location.assign(path)
}

/** The present address within the site, its query kept; the fragment may hold a token and stays behind. */
export function currentPath(): string {
  return `${location.pathname}${location.search}`
}

/** Where `?next=` wants to go on to, when that is a path of this site (EVD-06). */
export function nextPath(): string | undefined {
  return ownPath(new URLSearchParams(location.search).get('next'))
}

/** `path` with `?next=`, when there is an own path to go on to. */
export function withNext(path: string, next: string | undefined): string {
  const own = ownPath(next)
  return own === undefined ? path : `${path}?next=${encodeURIComponent(own)}`
}

/** /login, coming back to `path` afterwards. */
export function loginPathFor(path: string): string {
  return withNext('/login', path)
}

/** Calls `listener` when the Back button restores the page as it was left, with answers that may be old. */
export function onReturn(listener: () => void): () => void {
  const look = (event: PageTransitionEvent) => {
    if (event.persisted) listener()
  }
  window.addEventListener('pageshow', look)
  return () => window.removeEventListener('pageshow', look)
}
