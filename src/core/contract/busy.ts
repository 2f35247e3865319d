/** Most tries of one call; with the server's two seconds and the random part, about half a minute in all. */
export const MOST_TRIES = 10

/** The longest Retry-After that a call obeys. */
export const LONGEST_WAIT_SECONDS = 10

/**
 * How long a call waits before it is sent again: the server's Retry-After and up to as much again, at random, so that
 * calls that were refused together do not return together. Undefined when it is not to be sent again. Pure.
 * `chance` is from 0 to 1.
 */
export function waitMs(
  retryAfter: string | null,
  tries: number,
  chance: number,
): number | undefined {
  const seconds = Number(retryAfter)
  if (retryAfter === null || !(seconds > 0 && seconds <= LONGEST_WAIT_SECONDS)) return undefined
  return tries < MOST_TRIES ? seconds * 1000 * (1 + chance) : undefined
}

type Listener = (isWaiting: boolean) => void
const listeners = new Set<Listener>()
let waiting = 0

/** Calls `listener` when the first call begins to wait for its turn, and when the last one has ended its wait. */
export function watchBusy(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener(waiting > 0)
}

/** Waits before the next try. The page stays usable. */
export async function waitForTurn(ms: number): Promise<void> {
  waiting += 1
  tell()
  await new Promise((resolve) => setTimeout(resolve, ms))
  waiting -= 1
  tell()
}
