import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { causeOf } from '#server/cause.ts'
import { type StaticFiles, staticFiles } from '#server/http/static.ts'
import type { Logger } from '#server/logger.ts'
import type { Build } from '#server/publishing/releases/open-build.ts'

/** How many programs before this one: several updates on one day must not break a page that was opened in the morning. */
const KEPT = 5
/** Folder of the parts of a build that pages load by name, and a folder with copies of them for each program. */
const PARTS = 'client/_astro'
const KEEPS = 'earlier-assets'
/** Pages have loaded their pictures, and a picture that did not change has the same name. */
const IS_KEPT = /\.(js|css|woff2)(\.(br|gz))?$/

/** Writes beside and renames, so that another process never sees half of it. */
function copyParts(from: string, to: string): void {
  const draft = `${to}.${process.pid}.new`
  cpSync(from, join(draft, PARTS), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || IS_KEPT.test(path),
  })
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true })
    // Another process of this program was first.
    if (!existsSync(to)) throw error
  }
}

/**
 * Keeps the scripts, styles and fonts of a program's build for pages that are still open after an update, and returns
 * those of the programs before.
 */
export function keepAssets(
  releasesDir: string,
  { dir, manifest }: Pick<Build, 'dir' | 'manifest'>,
  logger: Logger,
): readonly { readonly files: StaticFiles }[] {
  const keeps = join(releasesDir, KEEPS)
  const own = join(keeps, manifest.id)
  try {
    mkdirSync(keeps, { recursive: true })
    if (!existsSync(own)) copyParts(join(dir, PARTS), own)
    const now = new Date()
    utimesSync(own, now, now)
    const others = readdirSync(keeps)
      .map((name) => join(keeps, name))
      .filter((folder) => folder !== own)
      .map((folder) => ({ folder, startedAt: statSync(folder).mtimeMs }))
      .toSorted((a, b) => b.startedAt - a.startedAt)
    for (const { folder } of others.slice(KEPT)) rmSync(folder, { recursive: true, force: true })
    return others.slice(0, KEPT).map(({ folder }) => ({ files: staticFiles(folder, new Map()) }))
  } catch (error) {
    logger.warn(
      { error: causeOf(error) },
      'the scripts of this release cannot be kept for pages that are open after the next update',
    )
    return []
  }
}
