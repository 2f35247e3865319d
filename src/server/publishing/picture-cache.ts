import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Forgets the pictures that a build wrote into the cache since `sinceMs`, when it was killed on the way: one may be
 * half written, and every later build would fail on it, or show it. Astro keeps them in `<DATA_DIR>/cache/astro/assets`.
 */
export function forgetPictures(dataDir: string, sinceMs: number): void {
  const folder = join(dataDir, 'cache/astro/assets')
  for (const entry of listed(folder)) {
    const file = join(folder, entry)
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    // A picture and its note belong together: without the note it is made anew.
    if (written >= sinceMs) rmSync(file, { recursive: true, force: true })
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
