import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './child.ts'

const folders = ['src', 'schemas', 'public', 'integrations'] as const
const files = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json'] as const
const studioFolders = ['studio', 'schemas'] as const
const variables = /^(PUBLIC_\w+|SITE_URL|SITE_ENV|SANITY_(PROJECT_ID|DATASET|API_HOST))$/

/**
 * Names the build that these sources, this environment and this state of the content give: another name,
 * another build. The content's revision is undefined for a hosted lake, which nobody here can watch; then
 * every build counts as stale.
 */
export function buildStamp(root: string, env: Environment, revision: string | undefined): string {
  const hash = hashOf(root, [...files, ...folders.flatMap((folder) => filesBelow(root, folder))])
  for (const [name, value] of Object.entries(env).sort()) {
    if (variables.test(name)) hash.update(`\0${name}=${value}`)
  }
  return hash.update(`\0${revision ?? Date.now()}`).digest('hex')
}

/** Names the Studio that these sources give. Which content it edits is no part of it. */
export function studioStamp(root: string): string {
  const sources = studioFolders.flatMap((folder) => filesBelow(root, folder))
  const own = sources.filter((file) => !/[\\/](\.sanity|dist|node_modules)[\\/]/.test(file))
  return hashOf(root, ['package-lock.json', ...own]).digest('hex')
}

function hashOf(root: string, paths: readonly string[]): Hash {
  const hash = createHash('sha256')
  for (const file of paths) {
    const path = join(root, file)
    if (existsSync(path)) hash.update(`\0${file}\0`).update(readFileSync(path))
  }
  return hash
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

/** Whether the finished build in `folder` carries this stamp. */
export function isBuilt(folder: string, stamp: string): boolean {
  const file = join(folder, 'stamp')
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

/**
 * Builds beside the finished build and puts the new one in its place when it is whole: an interrupted or
 * failed build changes nothing.
 */
export async function buildInto(
  folder: string,
  stamp: string,
  build: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${folder}.new`
  const old = `${folder}.old`
  rmSync(draft, { recursive: true, force: true })
  await build(draft)
  writeFileSync(join(draft, 'stamp'), stamp)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(draft, folder)
  rmSync(old, { recursive: true, force: true })
}
