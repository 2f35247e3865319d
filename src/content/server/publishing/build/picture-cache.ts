import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes the pictures that a build wrote into Astro's cache (`<DATA_DIR>/cache/astro/assets`) since `sinceMs`. For
 * builds that were killed: a half-written picture would fail or be shown by every later build.
 */
export function removePicturesSince(dataDir: string, sinceMs: number): void {
  const folder = join(dataDir, 'cache/astro/assets')
  for (const entry of listed(folder)) {
    const file = join(folder, entry)
    const writtenMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    // Astro regenerates a picture whose .json file is missing.
    if (writtenMs >= sinceMs) rmSync(file, { recursive: true, force: true })
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
