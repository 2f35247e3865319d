import { SITE_ENV } from 'astro:env/client'
import type { APIRoute } from 'astro'

/** A staging site is a copy that nobody should find. Pages marked noindex stay readable: else nobody reads the mark. */
export const GET: APIRoute = ({ site }) => {
  const rules = SITE_ENV === 'staging' ? ['Disallow: /'] : ['Disallow: /api/', 'Allow: /']
  const map = `Sitemap: ${new URL('/sitemap.xml', site).href}`
  return new Response(`${['User-agent: *', ...rules, '', map].join('\n')}\n`)
}
