/** Thrown when too many answers are being requested: the request is refused as 'busy'. */
export class TooManyAsked extends Error {
  constructor() {
    super('Too many different answers are being asked for.')
  }
}

/** One answer per key for many callers. */
export type SharedAnswers<Key, Value> = {
  get(key: Key): Promise<Value>
  /** The next call makes a new request. */
  clear(): void
}

/**
 * Makes one request per key: calls during the request and until `forMs` after its start share its answer. A failure is not kept. At
 * most `most` keys are kept; further ones are requested each time.
 * @throws TooManyAsked instead of making more than `mostAtOnce` requests at a time.
 */
export function sharedAnswers<Key, Value>(
  ask: (key: Key) => Promise<Value>,
  {
    forMs,
    most,
    mostAtOnce = Number.POSITIVE_INFINITY,
  }: { readonly forMs: number; readonly most: number; readonly mostAtOnce?: number },
): SharedAnswers<Key, Value> {
  const kept = new Map<Key, { readonly until: number; readonly answer: Promise<Value> }>()
  let asking = 0
  async function askOne(key: Key): Promise<Value> {
    if (asking >= mostAtOnce) throw new TooManyAsked()
    asking += 1
    try {
      return await ask(key)
    } finally {
      asking -= 1
    }
  }
  function removeOld(now: number): void {
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
  }
  return {
    get(key) {
      const now = performance.now()
      const known = kept.get(key)
      if (known !== undefined && known.until > now) return known.answer
      if (kept.size >= most) removeOld(now)
      const answer = askOne(key)
      if (kept.size < most) {
        const entry = { until: now + forMs, answer }
        kept.set(key, entry)
        answer.catch(() => {
          if (kept.get(key) === entry) kept.delete(key)
        })
      }
      return answer
    },
    clear: () => kept.clear(),
  }
}
