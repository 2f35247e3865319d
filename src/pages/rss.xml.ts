import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { getNewsPage, listNews, type NewsEntry } from '#content/read/news.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { feedHtml } from '#pages/_feed-text.ts'

/** The news with full text (SITE-11), newest first; pinning has no effect here. */
export const GET: APIRoute = async ({ site }) => {
  const origin = new URL(String(site))
  const { charityName } = await getSiteSettings()
  const { description } = await getNewsPage()
  const itemOf = ({ slug, title, publishedOn, description: text, body }: NewsEntry) => ({
    title,
    link: `/news/${slug}`,
    pubDate: new Date(`${publishedOn}T00:00:00Z`),
    ...(text === undefined ? {} : { description: text }),
    ...(body.length === 0 ? {} : { content: feedHtml(body, origin) }),
  })
  const entries = await listNews()
  return rss({
    title: `News from ${charityName}`,
    description,
    site: origin.href,
    items: entries.toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn)).map(itemOf),
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>en-gb</language><atom:link href="${new URL('/rss.xml', origin).href}" rel="self" type="application/rss+xml"/>`,
    trailingSlash: false,
  })
}
