/** After this many attempts a job is given up; operators see it (docs/operating.md). */
export const MOST_ATTEMPTS = 12

const FIRST_SECONDS = 60
const MOST_SECONDS = 24 * 60 * 60

/** Seconds until the next attempt: one minute, doubled each time, at most a day; undefined after the last attempt. */
export function retrySeconds(attempts: number): number | undefined {
  if (attempts >= MOST_ATTEMPTS) return undefined
  return Math.min(FIRST_SECONDS * 2 ** (attempts - 1), MOST_SECONDS)
}
