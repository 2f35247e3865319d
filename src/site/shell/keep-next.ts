/**
 * Gives the marked links of `page` its own `?next=`, so that a click before the island is hydrated keeps the origin (EVD-06).
 * The target checks it. Inlined in the page, so without imports.
 */
export function keepNext(page: HTMLElement): void {
  const next = new URLSearchParams(location.search).get('next')
  if (next === null) return
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-keep-next]')) {
    link.search = `?next=${encodeURIComponent(next)}`
  }
}
