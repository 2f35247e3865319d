import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, IntegrationResolvedRoute } from 'astro'
import { getSiteSettings } from '#content/site-settings.ts'
import type { Source } from '#server/config/env.ts'
import { pageVariables } from '#server/publishing/build-environment.ts'
import { MANIFEST_FILE, type Manifest, pathOf, SETTINGS_FILE } from '#server/publishing/manifest.ts'

const SOURCES = ['src', 'public', 'integrations']
const FILES = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json']
/** The one dynamic route whose pages stand in the code. */
const CLOSED_PAGES = '/[...path]'

const filesBelow = (root: string, folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))

/** Names what the pages are made of but the content, in the sources below `root` and in `source`. */
export function codeOf(root: string, source: Source): string {
  const hash = createHash('sha256')
  const sources = SOURCES.flatMap((folder) => filesBelow(root, folder))
  for (const file of [...FILES, ...sources].toSorted()) {
    const path = join(root, file)
    if (existsSync(path)) hash.update(`\0${file}\0`).update(readFileSync(path))
  }
  for (const [name, value] of Object.entries(pageVariables(source)).toSorted()) {
    hash.update(`\0${name}=${value}`)
  }
  return hash.digest('hex').slice(0, 32)
}

const isFixed = ({ params, pattern }: IntegrationResolvedRoute) =>
  params.length === 0 || pattern === CLOSED_PAGES

/**
 * Writes beside the pages what the server must know of a build: which pages it has, which code it is of, and the site
 * settings, which pages rendered on demand show.
 */
export const buildRecord = (): AstroIntegration => {
  let root = ''
  let outDir = ''
  let code = ''
  let pages: Manifest['pages'] = []
  let files: string[] = []
  const write = (name: string, value: object) =>
    writeFile(join(outDir, name), `${JSON.stringify(value, undefined, 2)}\n`)
  return {
    name: 'build-record',
    hooks: {
      'astro:routes:resolved': ({ routes }) => {
        files = routes
          .filter(({ type, isPrerendered }) => type === 'endpoint' && isPrerendered)
          .filter(isFixed)
          .map(({ pattern }) => pattern)
      },
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root)
        outDir = fileURLToPath(config.outDir)
      },
      'astro:build:start': () => {
        code = codeOf(root, env)
      },
      'astro:build:generated': ({ routeToHeaders }) => {
        pages = [...routeToHeaders]
          .filter(([, { route }]) => route.type === 'page')
          .map(([pathname, { route }]) => ({ path: pathOf(pathname), fixed: isFixed(route) }))
      },
      'astro:build:done': async () => {
        // Sources that were edited meanwhile may be in one page and not in another: such a build is of no code.
        const same = code === codeOf(root, env)
        const manifest: Manifest = {
          id: randomUUID(),
          code: same ? code : `${code}-edited`,
          pages,
          files,
        }
        await write(MANIFEST_FILE, manifest)
        await write(SETTINGS_FILE, await getSiteSettings())
      },
    },
  }
}
