import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { publishedDocumentsGateway } from '#content/server/gateways/published-documents.ts'
import { pathOf, readManifest } from '#content/server/publishing/releases/manifest.ts'
import { contentEnv } from '#core/server/config/env.ts'
import { canonicalOf, lastChanges, sitemap } from '#site/seo/sitemap.ts'

/** The canonical addresses of all built pages; pages with noindex have none. */
async function addresses(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pages = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  const found = await Promise.all(
    pages.map(async (page) =>
      canonicalOf(await readFile(join(page.parentPath, page.name), 'utf8')),
    ),
  )
  return found.filter((url) => url !== undefined).toSorted()
}

/**
 * Writes `sitemap-pages.xml` (SITE-11) from the built pages' canonical URLs, so that no page can be forgotten. Runs after
 * the build record, which says the documents of each page.
 */
export const sitemapOfPages = (): AstroIntegration => {
  let outDir = ''
  return {
    name: 'sitemap-of-pages',
    hooks: {
      'astro:config:done': ({ config }) => {
        outDir = fileURLToPath(config.outDir)
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir)
        const changed = lastChanges(
          readManifest(outDir).documents,
          await publishedDocumentsGateway(contentEnv(env))(),
        )
        const entries = (await addresses(folder)).map((url) => ({
          url,
          changed: changed.get(pathOf(new URL(url).pathname)),
        }))
        await writeFile(join(folder, 'sitemap-pages.xml'), sitemap(entries))
      },
    },
  }
}
