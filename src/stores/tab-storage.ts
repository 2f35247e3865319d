import { persistentAtom, setPersistentEngine } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'

function tabStorage(): Record<string, string> {
  try {
    return typeof sessionStorage === 'undefined' ? {} : sessionStorage
  } catch {
    // Storage is blocked: what is typed lives as long as the page.
    return {}
  }
}

// Session storage is one tab's own, so there is no other tab to listen to; Back may restore an old page, though.
setPersistentEngine(tabStorage(), {
  addEventListener: (_key, _listener, restore) =>
    globalThis.window?.addEventListener('pageshow', restore),
  removeEventListener: (_key, _listener, restore) =>
    globalThis.window?.removeEventListener('pageshow', restore),
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A store that outlives a reload in this tab. `encode` picks what may be kept: never passwords or NHS numbers.
 * `undefined` from it removes the entry. Every persistent store is made here, so that all share session storage.
 */
export function keptInTab<Value>(
  key: string,
  initial: Value,
  options: {
    encode: (value: Value) => unknown
    decode: (kept: unknown) => Value
  },
): WritableAtom<Value> {
  return persistentAtom<Value>(key, initial, {
    // JSON.stringify(undefined) is undefined, which the persistent store takes as "remove".
    encode: (value) => JSON.stringify(options.encode(value)),
    decode: (text) => options.decode(parse(text)),
  })
}
