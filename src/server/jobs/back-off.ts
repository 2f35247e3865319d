/** After so many attempts a job is given up: a dead letter, which operators see. */
export const MOST_ATTEMPTS = 12

const FIRST_SECONDS = 60
const MOST_SECONDS = 24 * 60 * 60

/** Seconds until the next attempt: one minute, doubled each time, at most a day; undefined when it was the last (payments.md, Mail). */
export function retrySeconds(attempts: number): number | undefined {
  if (attempts >= MOST_ATTEMPTS) return undefined
  return Math.min(FIRST_SECONDS * 2 ** (attempts - 1), MOST_SECONDS)
}

/** An error by class and codes only: its text could name a person or an address. */
export function errorLabel(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [error.name, code, responseCode]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ')
    .slice(0, 100)
}
