import type { APIRoute } from 'astro'
import { sitemapIndex } from '#site/seo/sitemap.ts'

/** Two sitemaps: the pages are written at build (integrations/built-pages.ts), the events at request. */
export const GET: APIRoute = ({ site }) => {
  const maps = ['/sitemap-pages.xml', '/sitemap-events.xml'].map((path) => new URL(path, site).href)
  return new Response(sitemapIndex(maps))
}
