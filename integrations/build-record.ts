import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, IntegrationResolvedRoute } from 'astro'
import { readPublishedDocuments } from '#content/published-documents.ts'
import { getSiteSettings } from '#content/site-settings.ts'
import { type FinishedPages, type PublishedDocument, recordOf } from '#domain/release-record.ts'
import {
  MANIFEST_FILE,
  type Manifest,
  pathOf,
  SETTINGS_FILE,
} from '#server/publishing/releases/manifest.ts'
import { pageCodeHash } from '#shared/node/build-hash.ts'

const isFixed = ({ params }: IntegrationResolvedRoute) => params.length === 0

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const decoded = (html: string) =>
  html.replaceAll(/&(?:lt|gt|quot|#34|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)

/** The pages of a build in `folder`, by their paths. */
function finishedPages(folder: string, pages: Manifest['pages']): FinishedPages {
  const found = new Map(pages.map(({ path, fixed }) => [path, fixed]))
  const texts = new Map<string, string>()
  const textOf = (path: string) => {
    const text =
      texts.get(path) ?? decoded(readFileSync(join(folder, 'client', path, 'index.html'), 'utf8'))
    texts.set(path, text)
    return text
  }
  return {
    has: (path) => found.has(path) && (found.get(path) ? 'program' : 'own'),
    shows: (path, text) => found.has(path) && textOf(path).includes(text),
  }
}

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
  let before: PublishedDocument[] = []
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
      'astro:build:start': async () => {
        code = pageCodeHash(root, env)
        before = await readPublishedDocuments(env)
      },
      'astro:build:generated': ({ routeToHeaders }) => {
        pages = [...routeToHeaders]
          .filter(([, { route }]) => route.type === 'page')
          .map(([pathname, { route }]) => ({ path: pathOf(pathname), fixed: isFixed(route) }))
      },
      'astro:build:done': async () => {
        // Sources changed during the build: mark it, so that it never counts as a build of either version.
        const same = code === pageCodeHash(root, env)
        const after = await readPublishedDocuments(env)
        const record = recordOf({
          before,
          after,
          pages: finishedPages(outDir, pages),
          faulty: new Set(),
        })
        const manifest: Manifest = {
          id: randomUUID(),
          environment,
          code: same ? code : `${code}-edited`,
          pages,
          files,
          documents: [...record.documents],
        }
        await write(MANIFEST_FILE, manifest)
        await write(SETTINGS_FILE, await getSiteSettings())
      },
    },
  }
}
