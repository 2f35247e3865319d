import { buildRequestIn } from '#server/publishing/publish/build-request.ts'
import {
  type CurrentRelease,
  FIRST_BUILD,
  readCurrentRelease,
  writeCurrentRelease,
} from '#server/publishing/releases/current-release.ts'
import { type Build, openBuild } from '#server/publishing/releases/open-build.ts'
import { openRelease, releaseNamesIn } from '#server/publishing/releases/releases.ts'

/** An operator's command that cannot be done; the message says why. */
export class ReleaseError extends Error {}

/** The current release and its first build; undefined when nothing was published since the first build was made. */
function shownIn(releasesDir: string): { current: CurrentRelease; first: Build } | undefined {
  const current = readCurrentRelease(releasesDir)
  if (current === undefined) return
  try {
    const first = openBuild(current.baseDir)
    return first.manifest.id === current.base ? { current, first } : undefined
  } catch {
    return
  }
}

/** One line for each release that can be shown, oldest first. */
export function listReleases(releasesDir: string): string {
  const shown = shownIn(releasesDir)
  if (shown === undefined) return `${FIRST_BUILD.padEnd(29)}shown`
  const { current, first } = shown
  const line = (name: string) => {
    const before = name === current.previous ? 'before; rollback' : ''
    return `${name.padEnd(29)}${name === current.live ? 'shown' : before}`.trimEnd()
  }
  const whole = releaseNamesIn(releasesDir).filter((name) => openRelease(releasesDir, name, first))
  return [FIRST_BUILD, ...whole].map(line).join('\n')
}

/**
 * Makes the previous release the current one; a running site follows within a second. A second rollback reverts the
 * first. The choice stays until something is published.
 * @throws ReleaseError when there is no previous release.
 */
export function rollBack(releasesDir: string): string {
  const shown = shownIn(releasesDir)
  if (shown === undefined) {
    throw new ReleaseError(
      'Nothing was published since the site was built: there is no previous release.',
    )
  }
  const { current, first } = shown
  if (openRelease(releasesDir, current.previous, first) === undefined) {
    throw new ReleaseError(`The release ${current.previous} does not exist any more.`)
  }
  // A build that waits for its retry was requested before this rollback: withdraw it.
  buildRequestIn(releasesDir).clear()
  writeCurrentRelease(releasesDir, {
    ...current,
    live: current.previous,
    previous: current.live,
    rolledBack: current.rolledBack !== true,
  })
  return current.previous
}

/** Requests a build from the running site, or from the next one that starts. */
export function requestBuild(releasesDir: string): void {
  buildRequestIn(releasesDir).write()
}
