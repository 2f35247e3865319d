import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The files below a folder, as paths relative to it. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
