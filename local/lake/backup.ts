import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow } from '../../shared/node/files-below.ts'
import { LAKE_DATASET } from '../../shared/stand-in-lake.ts'

/** Transformed images can be made again; the delivery record must not hide that the site shows other content. */
const NOT_COPIED = ['transformed', 'told.json']

/**
 * Copies the lake's folder while the lake runs, and returns the copied files. Documents are copied before assets: an asset
 * is stored before a document refers to it. A last line of the log that was copied in part is removed at the next start.
 */
export function backUpLake(from: string, to: string): string[] {
  cpSync(join(from, LAKE_DATASET), join(to, LAKE_DATASET), { recursive: true })
  for (const file of filesBelow(from)) {
    const [top = ''] = file.split(/[\\/]/)
    if ([LAKE_DATASET, ...NOT_COPIED].includes(top) || file.endsWith('.new')) continue
    mkdirSync(dirname(join(to, file)), { recursive: true, mode: 0o700 })
    cpSync(join(from, file), join(to, file))
  }
  return filesBelow(to)
}

/** Whether a lake's folder has content. */
export const hasLake = (folder: string): boolean => existsSync(join(folder, LAKE_DATASET))

/** Replaces the lake's folder by a copy; the lake must not run. */
export function restoreLake(from: string, to: string): void {
  cpSync(from, `${to}.restored`, { recursive: true })
  if (existsSync(to)) renameSync(to, `${to}.old`)
  renameSync(`${to}.restored`, to)
  rmSync(`${to}.old`, { recursive: true, force: true })
}
