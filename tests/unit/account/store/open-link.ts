import { runInThisContext } from 'node:vm'
import { vi } from 'vitest'
import { takeLink } from '#site/shell/take-link.ts'
import { openBrowser } from '#tests/unit/account/store/browser.ts'

/** A browser that opened a mailed link: the page has run the script that removes the token from the address. */
export function openLink(link: string) {
  const browser = openBrowser(link)
  const frame = new EventTarget()
  const history = {
    state: null as unknown,
    replaceState(state: unknown, _: string, path: string) {
      history.state = state
      Object.assign(location, { pathname: path, search: '', hash: '' })
    },
  }
  vi.stubGlobal('history', history)
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    vi.stubGlobal(name, frame[name].bind(frame))
  }
  runInThisContext(takeLink)
  return {
    ...browser,
    address: () => `${location.pathname}${location.search}${location.hash}`,
    /** A link that differs from the address in its fragment alone is opened in this tab. */
    openFragment(hash: string) {
      location.hash = hash
      frame.dispatchEvent(new Event('hashchange'))
    },
  }
}
