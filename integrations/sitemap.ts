import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { entryOf, type SitemapEntry, sitemap } from '#components/seo/sitemap.ts'

/** The entries of all built pages; pages with noindex have none. */
async function pageEntries(folder: string): Promise<SitemapEntry[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pages = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  const found = await Promise.all(
    pages.map(async (page) => entryOf(await readFile(join(page.parentPath, page.name), 'utf8'))),
  )
  return found
    .filter((entry) => entry !== undefined)
    .toSorted((one, other) => (one.url < other.url ? -1 : 1))
}

/** Writes `sitemap-pages.xml` (SITE-11) from the built pages' canonical URLs, so that no page can be forgotten. */
export const sitemapOfPages = (): AstroIntegration => ({
  name: 'sitemap-of-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir)
      await writeFile(join(folder, 'sitemap-pages.xml'), sitemap(await pageEntries(folder)))
    },
  },
})
