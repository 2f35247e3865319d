import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Logger } from '#server/logger.ts'
import { type Build, openBuild } from '#server/publishing/build.ts'
import { createLive, type Live } from '#server/publishing/live.ts'
import { FIRST, type Pointer, readPointer } from '#server/publishing/pointer.ts'

/** A release's name is the millisecond of its build, UTC, and chance: names sort by age. */
const NAME = /^\d{8}T\d{9}-[0-9a-f]{8}$/

/** A name for a build that begins now. */
export const newName = (now: Date): string =>
  `${now.toISOString().slice(0, 23).replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`

/** The releases in `dir`, oldest first; drafts of builds that were interrupted are among them. */
export function namesIn(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((name) => NAME.test(name))
    .toSorted()
}

export const folderOf = (dir: string, name: string): string => resolve(dir, name)

/** A release's name, or that of the first build. */
export const nameOf = (live: Live, build: Build): string =>
  build === live.first ? FIRST : basename(build.dir)

/** Removes every release that nobody needs. One that cannot be removed now is tried again next time. */
export async function prune(dir: string, live: Live, logger: Logger): Promise<void> {
  const unused = namesIn(dir)
    .map((name) => folderOf(dir, name))
    .filter((folder) => !live.isInUse(folder))
  for (const folder of unused) await removeRelease(folder, logger)
}

/** Removes a release or a draft; there are more than a thousand files in one, and visitors do not wait for them. */
export async function removeRelease(folder: string, logger: Logger): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    logger.warn({ release: basename(folder), error: code }, 'a release cannot be removed')
  }
}

/** Opens what the pointer names; undefined when it is not there, not whole, or of another code. */
export function openNamed(dir: string, name: string, first: Build): Build | undefined {
  if (name === FIRST) return first
  try {
    const build = openBuild(folderOf(dir, name))
    return build.manifest.code === first.manifest.code ? build : undefined
  } catch {
    return
  }
}

const openBoth = (dir: string, { live, previous }: Pointer, first: Build) => ({
  shown: openNamed(dir, live, first),
  before: openNamed(dir, previous, first),
})

/**
 * What a starting process shows: the release that was shown last, if it came from the same first build; else the first
 * build. It only reads: whether this process will serve at all is not known yet.
 */
export function openReleases(dir: string, first: Build, logger: Logger): Live {
  const pointer = readPointer(dir)
  const isOurs = pointer?.base === first.manifest.id
  const { shown, before } = isOurs ? openBoth(dir, pointer, first) : {}
  if (isOurs && shown === undefined) {
    logger.error({ release: pointer.live }, 'the last release cannot be shown; an older one is')
  }
  return createLive(first, shown ?? before ?? first, shown && before)
}
