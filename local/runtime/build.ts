import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './child.ts'

// As `integrations/build-record.ts` has them, which nothing here may import; a test holds them together.
const folders = ['src', 'public', 'integrations'] as const
const files = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json'] as const
const studioFolders = ['studio', 'schemas'] as const
const variables = /^(PUBLIC_\w+|SITE_URL|SITE_ENV|SANITY_(PROJECT_ID|DATASET|API_HOST))$/

/**
 * Names the pages that these sources and this environment give: another name, another build. Which content is in them
 * is no part of it: what is published later becomes a release of the running server.
 */
export function codeStamp(root: string, env: Environment): string {
  const hash = hashOf(root, [...files, ...folders.flatMap((folder) => filesBelow(root, folder))])
  for (const [name, value] of Object.entries(env).sort()) {
    if (variables.test(name)) hash.update(`\0${name}=${value}`)
  }
  return hash.digest('hex')
}

/** Names the Studio that these sources give, for a site at this address. Which content it edits is no part of it. */
export function studioStamp(root: string, siteUrl: string): string {
  const sources = studioFolders.flatMap((folder) => filesBelow(root, folder))
  const own = sources.filter((file) => !/[\\/](\.sanity|dist|node_modules)[\\/]/.test(file))
  return hashOf(root, ['package-lock.json', ...own])
    .update(`\0${siteUrl}`)
    .digest('hex')
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

/** What a finished build says of itself: what it was made by, and for pages which revision of the content is in it. */
export type Stamp = { code: string; content?: string | undefined }

/** Whether the finished build in `folder` was made by this code. */
export function isBuilt(folder: string, code: string): boolean {
  return readStamp(folder)?.code === code
}

/** The stamp of the finished build in `folder`, if there is one. */
export function readStamp(folder: string): Stamp | undefined {
  const file = join(folder, 'stamp')
  if (!existsSync(file)) return undefined
  const [code = '', content] = readFileSync(file, 'utf8').split(' ')
  return { code, content }
}

/**
 * Builds beside the finished build and puts the new one in its place when it is whole: an interrupted or
 * failed build changes nothing.
 */
export async function buildInto(
  folder: string,
  { code, content }: Stamp,
  build: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${folder}.new`
  const old = `${folder}.old`
  rmSync(draft, { recursive: true, force: true })
  await build(draft)
  writeFileSync(join(draft, 'stamp'), content === undefined ? code : `${code} ${content}`)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(draft, folder)
  rmSync(old, { recursive: true, force: true })
}
