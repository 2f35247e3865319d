import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, IntegrationResolvedRoute } from 'astro'
import { getSiteSettings } from '#content/site-settings.ts'
import {
  MANIFEST_FILE,
  type Manifest,
  pathOf,
  SETTINGS_FILE,
} from '#server/publishing/releases/manifest.ts'
import { pageCodeHash } from '#shared/node/build-hash.ts'

/** The only dynamic route whose pages are listed in code. */
const CLOSED_PAGES = '/[...path]'

const isFixed = ({ params, pattern }: IntegrationResolvedRoute) =>
  params.length === 0 || pattern === CLOSED_PAGES

/**
 * Writes the build's manifest (id, code hash, pages) and the site settings, which pages on demand show, into the build.
 * `environment` is the build's SITE_ENV.
 */
export const buildRecord = (environment: string): AstroIntegration => {
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
        code = pageCodeHash(root, env)
      },
      'astro:build:generated': ({ routeToHeaders }) => {
        pages = [...routeToHeaders]
          .filter(([, { route }]) => route.type === 'page')
          .map(([pathname, { route }]) => ({ path: pathOf(pathname), fixed: isFixed(route) }))
      },
      'astro:build:done': async () => {
        // Sources changed during the build: mark it, so that it never counts as a build of either version.
        const same = code === pageCodeHash(root, env)
        const manifest: Manifest = {
          id: randomUUID(),
          environment,
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
