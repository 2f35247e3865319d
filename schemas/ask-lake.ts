/** Seconds between attempts, and how many: five minutes. */
const PAUSE_MS = 3_000
const MAX_ATTEMPTS = 100

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))

/**
 * Asks the lake during a validation, again while the connection is lost: an error would be shown as a fault of the field,
 * until the field is changed.
 */
export async function askLake<Answer>(
  ask: () => Promise<Answer>,
  wait: () => Promise<void> = pause,
): Promise<Answer> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      return await ask()
    } catch {
      await wait()
    }
  }
  return await ask()
}
