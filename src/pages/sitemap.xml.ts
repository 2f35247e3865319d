import type { APIRoute } from 'astro'
import { sitemapIndex } from '#components/seo/sitemap.ts'

/** The pages were written at build (integrations/sitemap.ts), the events come and go. */
export const GET: APIRoute = ({ site }) => {
  const maps = ['/sitemap-pages.xml', '/sitemap-events.xml'].map((path) => new URL(path, site).href)
  return new Response(sitemapIndex(maps))
}
