import { setTimeout as pause } from 'node:timers/promises'

/** Thrown when too many answers are being requested: the request is refused as 'busy'. */
export class TooManyAsked extends Error {
  constructor() {
    super('Too many different answers are being asked for.')
  }
}

/** One answer per key for many callers. */
export type SharedAnswers<Key, Value> = {
  get(key: Key): Promise<Value>
  /** The answer that `get` would share, also one that is under way; undefined when `get` would make a request. */
  peek(key: Key): Promise<Value> | undefined
  /** The next call makes a new request. */
  clear(): void
}

/**
 * Makes one request per key: calls during the request and until `forMs` after its start share its answer. A failure is not kept. At
 * most `most` keys are kept; further ones are requested each time. After `clear` a new request starts `leastMs` after the start of
 * the last one at the earliest: calls wait until then and share the new one, so that constant changes do not end the sharing.
 * @throws TooManyAsked instead of making more than `mostAtOnce` requests at a time.
 */
export function sharedAnswers<Key, Value>(
  ask: (key: Key) => Promise<Value>,
  {
    forMs,
    leastMs = 0,
    most,
    mostAtOnce = Number.POSITIVE_INFINITY,
  }: {
    readonly forMs: number
    readonly leastMs?: number
    readonly most: number
    readonly mostAtOnce?: number
  },
): SharedAnswers<Key, Value> {
  type Entry = { readonly start: number; readonly answer: Promise<Value>; next?: Promise<Value> }
  const kept = new Map<Key, Entry>()
  let clearedAt = Number.NEGATIVE_INFINITY
  let asking = 0
  const askOne = async (key: Key) => {
    if (asking >= mostAtOnce) throw new TooManyAsked()
    asking += 1
    try {
      return await ask(key)
    } finally {
      asking -= 1
    }
  }
  const start = (key: Key, now: number) => {
    const entry: Entry = { start: now, answer: askOne(key) }
    kept.set(key, entry)
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return entry.answer
  }
  const hasRoom = (now: number) => {
    if (kept.size < most) return true
    for (const [key, { start: at }] of kept) if (at + forMs <= now) kept.delete(key)
    return kept.size < most
  }
  return {
    get(key) {
      const now = performance.now()
      const known = kept.get(key)
      if (known === undefined) return hasRoom(now) ? start(key, now) : askOne(key)
      if (known.start + forMs <= now) return start(key, now)
      if (known.start > clearedAt) return known.answer
      const early = known.start + leastMs - now
      if (early <= 0) return start(key, now)
      known.next ??= pause(early).then(() => start(key, performance.now()))
      return known.next
    },
    peek(key) {
      const known = kept.get(key)
      if (known === undefined || known.start + forMs <= performance.now()) return undefined
      return known.start > clearedAt ? known.answer : known.next
    },
    clear() {
      clearedAt = performance.now()
    },
  }
}
