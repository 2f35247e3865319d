/** How long an island may load before the page says that it is still loading. */
const SLOW_MS = 4000

/**
 * Shows the state of an island of `page` until it is hydrated: still loading after a while, or failed (SITE-12). Inlined in the
 * page and without imports, so that it works when no other file arrives.
 */
export function watchIsland(page: HTMLElement): void {
  const island = page.querySelector('astro-island')
  const show = (shown?: 'slow' | 'failed') => {
    for (const element of page.querySelectorAll<HTMLElement>('[data-island]')) {
      const { island: part } = element.dataset
      element.hidden = part === 'content' ? shown === 'failed' : part !== shown
    }
  }
  // Astro removes the attribute `ssr` when the island is hydrated.
  const timer = setTimeout(() => island?.hasAttribute('ssr') && show('slow'), SLOW_MS)
  const settle = (shown?: 'failed') => {
    clearTimeout(timer)
    show(shown)
  }
  // Astro's event does not bubble.
  page.addEventListener('astro:hydrate', () => settle(), { capture: true })
  const fail = () => {
    settle('failed')
    page.querySelector<HTMLElement>('[data-island="failed"]')?.focus()
  }
  // Sent by Astro when a script does not load or throws, and by the error boundary of the islands.
  document.addEventListener('astro:hydration-error', fail)
  // A script may have failed before this module ran: its event has no listener then. A loaded module is not requested again.
  // After the page is loaded, so that the scripts of an island that waits (`client:idle`) do not delay the first view. The import of a
  // file that failed fails again, even when Astro has loaded it since from another address.
  addEventListener('load', () => {
    if (!island?.hasAttribute('ssr')) return
    for (const file of ['component-url', 'renderer-url']) {
      const url = island?.getAttribute(file)
      if (url) import(/* @vite-ignore */ url).catch(() => fail())
    }
  })
  for (const button of page.querySelectorAll('[data-reload]')) {
    // Not a link: it would lose the history's state, which holds the token of /verify-email.
    button.addEventListener('click', () => location.reload())
  }
}

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
