import {
  clearAccountForms,
  clearTyped,
  TAB_SIGNALS,
  type TabSignal,
} from '#core/rules/tab-signals.ts'

/** Sends a signal to the other tabs. Storage may be blocked: then a tab sees the change with its next request. */
export function tellTabs(signal: TabSignal): void {
  // Not randomUUID(): it exists only on https and on localhost.
  const [mark = 0] = crypto.getRandomValues(new Uint32Array(1))
  try {
    localStorage.setItem(TAB_SIGNALS[signal], String(mark))
  } catch {}
}

/** Removes what was typed in this tab from its storage. A store on this page keeps its values until it is cleared. */
export function clearInTab(what: 'everything' | 'account-forms'): void {
  try {
    if (what === 'everything') clearTyped(sessionStorage)
    else clearAccountForms(sessionStorage)
  } catch {
    // Storage is blocked: nothing is kept.
  }
}

/** Calls `listener` at a signal of another tab. Returns a function that stops it. */
export function onTabSignal(signal: TabSignal, listener: () => void): () => void {
  const look = (event: StorageEvent) => {
    if (event.key === TAB_SIGNALS[signal] && event.newValue !== null) listener()
  }
  window.addEventListener('storage', look)
  return () => window.removeEventListener('storage', look)
}
