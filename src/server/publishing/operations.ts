import { type Build, openBuild } from '#server/publishing/build.ts'
import { markerIn } from '#server/publishing/marker.ts'
import { FIRST, type Pointer, readPointer, writePointer } from '#server/publishing/pointer.ts'
import { namesIn, openNamed } from '#server/publishing/releases.ts'

/** An operator's command cannot be done; the message says why. */
export class ReleaseError extends Error {}

/** What is shown and can be, by the pointer that the site left; undefined when it is of a build that is no more. */
function shownIn(releasesDir: string): { pointer: Pointer; first: Build } | undefined {
  const pointer = readPointer(releasesDir)
  if (pointer === undefined) return
  try {
    const first = openBuild(pointer.baseDir)
    return first.manifest.id === pointer.base ? { pointer, first } : undefined
  } catch {
    return
  }
}

/** One line for each build that can be shown, oldest first. */
export function listReleases(releasesDir: string): string {
  const shown = shownIn(releasesDir)
  if (shown === undefined) return `${FIRST.padEnd(29)}shown`
  const { pointer, first } = shown
  const line = (name: string) => {
    const before = name === pointer.previous ? 'before; rollback' : ''
    return `${name.padEnd(29)}${name === pointer.live ? 'shown' : before}`.trimEnd()
  }
  const whole = namesIn(releasesDir).filter((name) => openNamed(releasesDir, name, first))
  return [FIRST, ...whole].map(line).join('\n')
}

/**
 * Points to the release shown before; a running site follows within a second. Again, and it points back. It stays until
 * something is published.
 * @throws ReleaseError when there is none.
 */
export function rollBack(releasesDir: string): string {
  const shown = shownIn(releasesDir)
  if (shown === undefined) {
    throw new ReleaseError(
      'Nothing was published since the site was built: there is no release to go back to.',
    )
  }
  const { pointer, first } = shown
  if (openNamed(releasesDir, pointer.previous, first) === undefined) {
    throw new ReleaseError(`The release ${pointer.previous} is not there any more.`)
  }
  // What waits to be tried again was asked for before this choice.
  markerIn(releasesDir).clear()
  writePointer(releasesDir, { ...pointer, live: pointer.previous, previous: pointer.live })
  return pointer.previous
}

/** Asks the running site, or the next one that starts, for a build. */
export function askForBuild(releasesDir: string): void {
  markerIn(releasesDir).set()
}
