/** How many statements may be under way at a time, and how many keys one of them has at most. */
export type BatchLimits = { readonly atOnce: number; readonly most: number }

type Waiting<Value> = {
  readonly key: string
  resolve(value: Value | undefined): void
  reject(error: unknown): void
}

/**
 * Joins look-ups of single keys: those that arrive while `atOnce` statements are under way share the next one. Without load
 * each has its own statement at once. The statement of a look-up always begins after it. `ask` returns the values that it
 * found by key; its failure is that of every look-up that shares it.
 */
export function batched<Value>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  { atOnce, most }: BatchLimits,
): (key: string) => Promise<Value | undefined> {
  const waiting: Waiting<Value>[] = []
  let running = 0

  async function run(): Promise<void> {
    const batch = waiting.splice(0, most)
    try {
      const found = await ask([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function runAll(): Promise<void> {
    running += 1
    while (waiting.length > 0) await run()
    running -= 1
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (running < atOnce) void runAll()
    })
}
