import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { publishedDocumentsGateway } from '#content/server/gateways/published-documents.ts'
import { pathOf, readManifest, SEARCH_FILE } from '#content/server/publishing/releases/manifest.ts'
import { indexText } from '#content/server/site-search.ts'
import { contentEnv } from '#core/server/config/env.ts'
import { searchEntryOf } from '#site/seo/search-entry.ts'
import { canonicalOf, lastChanges, sitemap } from '#site/seo/sitemap.ts'

/** The HTML of all built pages that have a canonical address; pages with noindex have none. */
async function listedPages(folder: string): Promise<{ url: string; html: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pages = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  const found = await Promise.all(
    pages.map(async (page) => {
      const html = await readFile(join(page.parentPath, page.name), 'utf8')
      const url = canonicalOf(html)
      return url === undefined ? [] : [{ url, html }]
    }),
  )
  return found.flat().toSorted((a, b) => (a.url < b.url ? -1 : 1))
}

/**
 * Writes what is made from the built pages, so that no page can be forgotten: `sitemap-pages.xml` (SITE-11) and the index of the
 * search (SITE-17). Runs after the build record, which says the documents of each page.
 */
export const filesOfPages = (): AstroIntegration => {
  let outDir = ''
  return {
    name: 'files-of-pages',
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
        const pages = await listedPages(folder)
        const entries = pages.map(({ url }) => ({
          url,
          changed: changed.get(pathOf(new URL(url).pathname)),
        }))
        await writeFile(join(folder, 'sitemap-pages.xml'), sitemap(entries))
        const searched = pages.flatMap(({ html }) => searchEntryOf(html) ?? [])
        await writeFile(join(outDir, SEARCH_FILE), indexText(searched))
      },
    },
  }
}
