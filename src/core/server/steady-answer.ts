/** A clock in milliseconds and a pause; tests replace both. */
export type Timer = { now(): number; wait(ms: number): Promise<void> }

export const realTimer: Timer = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * Waits until `startedAt` plus a whole multiple of `stepMs`, so that the response time does not show how long the work
 * took, unless it took longer than a step.
 */
export async function waitForStep(timer: Timer, startedAt: number, stepMs: number): Promise<void> {
  const elapsed = timer.now() - startedAt
  await timer.wait(Math.ceil(Math.max(elapsed, 1) / stepMs) * stepMs - elapsed)
}
