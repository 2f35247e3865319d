import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Build } from '#content/server/publishing/releases/open-build.ts'
import { causeOf } from '#core/server/cause.ts'
import { type StaticFiles, staticFiles } from '#core/server/http/static.ts'
import type { Logger } from '#core/server/logger.ts'

/** How many earlier releases: several updates on one day must not break a page that was opened in the morning. */
const KEPT = 5
/** Folder of the parts of a build that pages load by name, and a folder with copies of them for each release. */
const PARTS = 'client/_astro'
const KEEPS = 'earlier-assets'
/** Pages have loaded their pictures, and a picture that did not change has the same name. */
const IS_KEPT = /\.(js|css|woff2)(\.(br|gz))?$/

/** A copy that is not complete, of a process that works on it or has ended. */
const DRAFT = /\.new$/
/** Longer than any copy takes. */
const ABANDONED_MS = 3_600_000

/** Writes beside and renames, so that another process never sees half of it. */
function copyParts(from: string, to: string): void {
  const draft = `${to}.${process.pid}.new`
  try {
    for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
      if (!IS_KEPT.test(name)) continue
      const copy = join(draft, PARTS, name)
      // A folder of ours, because one that is copied from a read-only build could not be removed.
      mkdirSync(dirname(copy), { recursive: true })
      copyFileSync(join(from, name), copy)
    }
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process of this release was first.
    if (!existsSync(to)) throw error
  }
}

function keepOwn(from: string, own: string): void {
  mkdirSync(dirname(own), { recursive: true })
  if (!existsSync(own)) copyParts(from, own)
  const now = new Date()
  utimesSync(own, now, now)
}

/** The folders in `keeps`, that of the latest start first; one that another process has renamed or removed in the meantime is left out. */
const foldersIn = (keeps: string) =>
  readdirSync(keeps)
    .map((name) => join(keeps, name))
    .map((folder) => ({ folder, startedAt: statSync(folder, { throwIfNoEntry: false })?.mtimeMs }))
    .filter((one): one is { folder: string; startedAt: number } => one.startedAt !== undefined)
    .toSorted((a, b) => b.startedAt - a.startedAt)

/** Removes what is too old, and returns the files of earlier releases. */
function earlierIn(keeps: string, own: string): { files: StaticFiles }[] {
  const others = foldersIn(keeps).filter(({ folder }) => folder !== own)
  const abandoned = others.filter(
    ({ folder, startedAt }) => DRAFT.test(folder) && Date.now() - startedAt > ABANDONED_MS,
  )
  const earlier = others.filter(({ folder }) => !DRAFT.test(folder))
  for (const { folder } of [...abandoned, ...earlier.slice(KEPT)]) {
    rmSync(folder, { recursive: true, force: true })
  }
  return earlier.slice(0, KEPT).map(({ folder }) => ({ files: staticFiles(folder, new Map()) }))
}

/**
 * Keeps the scripts, styles and fonts of a program's build for pages that are still open after an update, and returns
 * the files of earlier releases, also when the disk is full.
 */
export function keepAssets(
  releasesDir: string,
  { dir, manifest }: Pick<Build, 'dir' | 'manifest'>,
  logger: Logger,
): readonly { readonly files: StaticFiles }[] {
  const keeps = join(releasesDir, KEEPS)
  const own = join(keeps, manifest.id)
  try {
    keepOwn(join(dir, PARTS), own)
  } catch (error) {
    logger.warn(
      { error: causeOf(error) },
      'the scripts of this release cannot be kept for pages that are open after the next update',
    )
  }
  try {
    return earlierIn(keeps, own)
  } catch (error) {
    logger.warn(
      { error: causeOf(error) },
      'the scripts of earlier releases cannot be read: pages that were open during the update must be loaded again',
    )
    return []
  }
}
