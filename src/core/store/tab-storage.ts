import { persistentAtom, setPersistentEngine } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'
import { clearAfterSignOut } from '#core/rules/tab-signals.ts'

/** Before any store reads its entry: a tab that was suspended may have missed a sign-out (AUTH-07). */
function clearEndedUser(): void {
  try {
    clearAfterSignOut(sessionStorage, localStorage)
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** Storage may be full: a value then lasts as long as the page, and the form that sets it works. */
const WHILE_IT_LASTS: ProxyHandler<Storage> = {
  get: (storage, key) => Reflect.get(storage, key),
  set(storage, key, value) {
    try {
      Reflect.set(storage, key, value)
    } catch {}
    return true
  },
}

function tabStorage(): Record<string, string> {
  try {
    return typeof sessionStorage === 'undefined' ? {} : new Proxy(sessionStorage, WHILE_IT_LASTS)
  } catch {
    // Storage is blocked: values last as long as the page.
    return {}
  }
}

clearEndedUser()
globalThis.window?.addEventListener('pageshow', clearEndedUser)

// Session storage belongs to one tab, so there are no changes of other tabs. But Back may restore an old page.
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
 * A store that survives a reload in this tab. `encode` selects what may be kept: never passwords or NHS numbers;
 * undefined removes the entry. Every persistent store is created here, so that all use session storage.
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
    // JSON.stringify(undefined) is undefined, which makes the persistent store remove the entry.
    encode: (value) => JSON.stringify(options.encode(value)),
    decode: (text) => options.decode(parse(text)),
  })
}
