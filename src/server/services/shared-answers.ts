/** One answer per key for many callers. */
export type SharedAnswers<Key, Value> = {
  get(key: Key): Promise<Value>
  /** The next call asks again. */
  forget(): void
}

/**
 * Asks once per key: calls during the request and until `forMs` after its start share its answer. A failure is not kept. At
 * most `most` keys are kept; further ones are asked each time.
 */
export function sharedAnswers<Key, Value>(
  ask: (key: Key) => Promise<Value>,
  { forMs, most }: { readonly forMs: number; readonly most: number },
): SharedAnswers<Key, Value> {
  const kept = new Map<Key, { readonly until: number; readonly answer: Promise<Value> }>()
  const start = (key: Key, now: number) => {
    const answer = ask(key)
    const entry = { until: now + forMs, answer }
    kept.set(key, entry)
    answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return answer
  }
  const hasRoom = (now: number) => {
    if (kept.size < most) return true
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
    return kept.size < most
  }
  return {
    get(key) {
      const now = performance.now()
      const known = kept.get(key)
      if (known !== undefined && known.until > now) return known.answer
      return known !== undefined || hasRoom(now) ? start(key, now) : ask(key)
    },
    forget: () => kept.clear(),
  }
}
