import { SITE_ENV } from 'astro:env/client'
import type { APIRoute } from 'astro'

/** A staging site is hidden from search engines. Pages with noindex stay crawlable: otherwise crawlers do not see noindex. */
export const GET: APIRoute = ({ site }) => {
  const rules = SITE_ENV === 'staging' ? ['Disallow: /'] : ['Disallow: /api/', 'Allow: /']
  const map = `Sitemap: ${new URL('/sitemap.xml', site).href}`
  return new Response(`${['User-agent: *', ...rules, '', map].join('\n')}\n`)
}
