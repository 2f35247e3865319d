/** After this many attempts a job is given up; operators see it (docs/operating.md). */
export const MOST_ATTEMPTS = 12

const FIRST_SECONDS = 60
const MOST_SECONDS = 24 * 60 * 60

/** Seconds until the next attempt: one minute, doubled each time, at most a day; undefined after the last attempt. */
export function retrySeconds(attempts: number): number | undefined {
  if (attempts >= MOST_ATTEMPTS) return undefined
  return Math.min(FIRST_SECONDS * 2 ** (attempts - 1), MOST_SECONDS)
}

/** An error's class and codes, without its message: that could contain personal data. */
export function errorLabel(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [error.name, code, responseCode]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ')
    .slice(0, 100)
}
