import { buildRequestIn } from '#content/server/publishing/publish/build-request.ts'
import {
  type CurrentRelease,
  FIRST_BUILD,
  readCurrentRelease,
  writeCurrentRelease,
} from '#content/server/publishing/releases/current-release.ts'
import type { Manifest } from '#content/server/publishing/releases/manifest.ts'
import { type Build, openBuild } from '#content/server/publishing/releases/open-build.ts'
import { openRelease, releaseNamesIn } from '#content/server/publishing/releases/releases.ts'

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

/** The paths of documents that the release `before` shows and the release `now` does not: unpublished, or expired. */
function withdrawnSince(before: Manifest, now: Manifest): string[] {
  const shown = new Set(now.documents.filter(isVisible).map(({ id }) => id))
  const again = before.documents.filter((one) => isVisible(one) && !shown.has(one.id))
  return again.map(({ id, path }) => path ?? id)
}

/** A document with a fault is not withdrawn: its last good version is shown. */
const isVisible = ({ because }: Manifest['documents'][number]) =>
  because === undefined || because === 'faulty'

/** A rollback must not show withdrawn documents again, for example a story whose consent was revoked, unless the operator requests it. */
function refuseWithdrawn(before: Manifest, now: Manifest | undefined): void {
  const again = now === undefined ? [] : withdrawnSince(before, now)
  if (again.length === 0) return
  const list = again.map((path) => `  ${path}`).join('\n')
  throw new ReleaseError(
    `The release before shows documents that were unpublished or have ended since:\n${list}\nTo show them again: npm run releases -- rollback ${SHOW_WITHDRAWN}`,
  )
}

/** The option with which a rollback shows withdrawn documents again. */
export const SHOW_WITHDRAWN = '--show-withdrawn'

/**
 * Makes the previous release the current one; a running site follows within a second. A second rollback reverts the
 * first. The choice stays until an editor publishes something.
 * @throws ReleaseError when there is no previous release, or when it shows withdrawn documents and `showWithdrawn` is not set.
 */
export function rollBack(releasesDir: string, { showWithdrawn = false } = {}): string {
  const shown = shownIn(releasesDir)
  if (shown === undefined) {
    throw new ReleaseError(
      'Nothing was published since the site was built: there is no previous release.',
    )
  }
  const { current, first } = shown
  const before = openRelease(releasesDir, current.previous, first)
  if (before === undefined) {
    throw new ReleaseError(`The release ${current.previous} does not exist any more.`)
  }
  const isReturn = current.rolledBack === true
  // The newest release shows only what editors have published.
  if (!isReturn && !showWithdrawn) {
    refuseWithdrawn(before.manifest, openRelease(releasesDir, current.live, first)?.manifest)
  }
  // A build that waits for its retry was requested before this rollback: withdraw it.
  buildRequestIn(releasesDir).clear()
  const { base, baseDir, live, previous } = current
  writeCurrentRelease(releasesDir, {
    base,
    baseDir,
    live: previous,
    previous: live,
    rolledBack: !isReturn,
  })
  return previous
}

/** Requests a build from the running site, or from the next one that starts. */
export function requestBuild(releasesDir: string): void {
  buildRequestIn(releasesDir).write()
}
