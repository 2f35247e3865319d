/** Leaves a failing service alone: requests that would wait for their time limit are not sent. */
export type CircuitBreaker = {
  /** Whether the service may be called. */
  isClosed(): boolean
  succeeded(): void
  failed(): void
}

/** Opens for `restMs` after `failures` failures in a row; one failure after that opens it again. */
export function circuitBreaker(
  { failures, restMs }: { failures: number; restMs: number },
  now: () => number,
): CircuitBreaker {
  let inARow = 0
  let openUntil = 0
  return {
    isClosed: () => now() >= openUntil,
    succeeded() {
      inARow = 0
    },
    failed() {
      inARow += 1
      if (inARow >= failures) openUntil = now() + restMs
    },
  }
}
