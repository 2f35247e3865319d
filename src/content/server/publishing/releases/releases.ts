import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import {
  type CurrentRelease,
  FIRST_BUILD,
  readCurrentRelease,
} from '#content/server/publishing/releases/current-release.ts'
import { createLive, type Live } from '#content/server/publishing/releases/live.ts'
import type { Manifest } from '#content/server/publishing/releases/manifest.ts'
import { type Build, openBuild } from '#content/server/publishing/releases/open-build.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

/** A release's name is the UTC time of its build, to the millisecond, and a random part: names sort by age. */
const NAME = /^\d{8}T\d{9}-[0-9a-f]{8}$/

/** A name for a build that starts at `now`. */
export const newReleaseName = (now: Date): string =>
  `${now.toISOString().slice(0, 23).replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`

/** The names of the releases in `dir`, oldest first; leftovers of interrupted builds are included. */
export function releaseNamesIn(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((name) => NAME.test(name))
    .toSorted()
}

export const releaseFolder = (dir: string, name: string): string => resolve(dir, name)

/** A release's name, or FIRST_BUILD. */
export const releaseNameOf = (live: Live, build: Build): string =>
  build === live.first ? FIRST_BUILD : basename(build.dir)

/** Removes every release that is not in use. One that cannot be removed is tried again next time. */
export async function removeUnusedReleases(dir: string, live: Live, logger: Logger): Promise<void> {
  const unused = releaseNamesIn(dir)
    .map((name) => releaseFolder(dir, name))
    .filter((folder) => !live.isInUse(folder))
  for (const folder of unused) await removeRelease(folder, logger)
}

/** Removes a release without blocking requests: it has more than a thousand files. */
export async function removeRelease(folder: string, logger: Logger): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    logger.warn({ release: basename(folder), error: causeOf(error) }, 'cannot remove a release')
  }
}

/** Opens a release; undefined when it is missing, incomplete or built from other code. */
export function openRelease(dir: string, name: string, first: Build): Build | undefined {
  if (name === FIRST_BUILD) return first
  try {
    const build = openBuild(releaseFolder(dir, name))
    return build.manifest.code === first.manifest.code ? build : undefined
  } catch {
    return
  }
}

const openBoth = (dir: string, { live, previous }: CurrentRelease, first: Build) => ({
  shown: openRelease(dir, live, first),
  before: openRelease(dir, previous, first),
})

/**
 * What a starting process shows: the current release if it belongs to the same first build, else the first build. It
 * only reads, because the process may fail before it serves.
 */
export function openReleases(dir: string, first: Build, logger: Logger): Live {
  const current = readCurrentRelease(dir)
  const isOurs = current?.base === first.manifest.id
  const { shown, before } = isOurs ? openBoth(dir, current, first) : {}
  if (isOurs && shown === undefined) {
    logger.error(
      { release: current.live },
      'cannot open the current release; an older one is shown',
    )
  }
  return createLive(first, shown ?? before ?? first, shown && before)
}

/**
 * The manifest of the newest release, also while an operator's rollback shows an earlier one. The returned function reads
 * each manifest once.
 */
export function newestManifestOf(dir: string, live: Live): () => Manifest {
  const known = new Map<string, Manifest>()
  const read = (name: string) => {
    const manifest = known.get(name) ?? openRelease(dir, name, live.first)?.manifest
    if (manifest !== undefined) known.set(name, manifest)
    return manifest
  }
  return () => {
    const current = readCurrentRelease(dir)
    const isOurs = current?.base === live.first.manifest.id
    if (!isOurs || current.rolledBack !== true) return live.current.manifest
    return read(current.previous) ?? live.current.manifest
  }
}
