import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  FIRST_BUILD,
  readCurrentRelease,
} from '#content/server/publishing/releases/current-release.ts'
import { TEST_CHOICE_FILE } from '#content/server/publishing/releases/manifest.ts'

/** The version of the page “Is a PSA test right for me?”: the first 16 digits of the SHA-256 of what a patient reads. */
export function choiceVersion(page: { readonly sharing?: unknown }): string {
  const { sharing: _, ...read } = page
  return createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 16)
}

/**
 * The page as visitors read it now, by its version; undefined in development, and while a build of an earlier version is shown.
 * @throws when the file of the build cannot be read.
 */
export function currentChoice(
  buildDir: string,
  releasesDir: string,
): { version: string; content: object } | undefined {
  const live = readCurrentRelease(releasesDir)?.live ?? FIRST_BUILD
  const folder = live === FIRST_BUILD ? buildDir : join(releasesDir, live)
  const file = join(folder, TEST_CHOICE_FILE)
  if (!existsSync(file)) return
  const content = JSON.parse(readFileSync(file, 'utf8')) as object
  return { version: choiceVersion(content), content }
}
