/** A process that ends within this time after its start ended early. */
const EARLY_MS = 60_000
const FIRST_DELAY_MS = 500
/** The longest wait before a process is started again. */
export const LONGEST_DELAY_MS = 10_000

/** After so many early ends in a row a process is not started again. */
export const MOST_EARLY_ENDS = 6

/**
 * How long to wait before a process that has ended is started again; undefined when it has ended early too often. Each
 * early end in a row doubles the wait. `livesMs` is how long each run lasted, the latest last. Pure.
 */
export function restartDelayMs(livesMs: readonly number[]): number | undefined {
  const late = livesMs.findLastIndex((life) => life >= EARLY_MS)
  const early = livesMs.length - 1 - late
  if (early >= MOST_EARLY_ENDS) return undefined
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, early - 1))
}
