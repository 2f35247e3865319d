import { createHash, type Hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import {
  PAGE_SOURCE_FILES,
  PAGE_SOURCE_FOLDERS,
  PAGE_VARIABLES,
  STUDIO_SOURCE_FILES,
  STUDIO_SOURCE_FOLDERS,
} from '../build-inputs.ts'
import { filesBelow } from './files-below.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Output and caches inside the Studio's source folder. */
const GENERATED = /(^|[\\/])(\.sanity|dist|node_modules)[\\/]/

/**
 * Hash of the code that the pages are built from: the sources below `root` and the variables that appear in pages.
 * Content is not part of it, because a publication rebuilds the pages of the same code.
 */
export function pageCodeHash(root: string, env: Environment): string {
  const hash = sourceHash(root, PAGE_SOURCE_FILES, PAGE_SOURCE_FOLDERS)
  for (const [name, value] of Object.entries(env).toSorted()) {
    if (PAGE_VARIABLES.test(name)) hash.update(`\0${name}=${value}`)
  }
  return hash.digest('hex')
}

/** Hash of the code that the server is bundled from, and of what is below `moreFolders`. */
export const bundleCodeHash = (root: string, moreFolders: readonly string[]): string =>
  sourceHash(root, PAGE_SOURCE_FILES, [...PAGE_SOURCE_FOLDERS, ...moreFolders]).digest('hex')

/** Hash of the code that the Studio is built from, for a site at `siteUrl`. */
export function studioCodeHash(root: string, siteUrl: string): string {
  return sourceHash(root, STUDIO_SOURCE_FILES, STUDIO_SOURCE_FOLDERS)
    .update(`\0${siteUrl}`)
    .digest('hex')
}

function sourceHash(root: string, files: readonly string[], folders: readonly string[]): Hash {
  const hash = createHash('sha256')
  const sources = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesBelow(join(root, folder)).map((file) => join(folder, file)))
  for (const file of [...files, ...sources.filter((path) => !GENERATED.test(path))].toSorted()) {
    const path = join(root, file)
    if (existsSync(path)) hash.update(`\0${file.replaceAll(sep, '/')}\0`).update(readFileSync(path))
  }
  return hash
}
