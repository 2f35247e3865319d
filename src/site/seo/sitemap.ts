import type { PublishedDocument, ReleasedDocument } from '#content/rules/release-record.ts'
import { escapeHtml } from '#core/texts/escape-html.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** An address, and the day of its last change when it is known. */
export type SitemapEntry = { readonly url: string; readonly changed?: string | undefined }

const located = (element: string, entries: readonly SitemapEntry[]) =>
  entries
    .map(({ url, changed }) => {
      const day = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
      return `<${element}><loc>${escapeHtml(url)}</loc>${day}</${element}>`
    })
    .join('\n')

/** A sitemap of absolute addresses. */
export function sitemap(entries: readonly SitemapEntry[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="${NAMESPACE}">
${located('url', entries)}
</urlset>
`
}

/** An index of sitemaps. */
export function sitemapIndex(urls: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="${NAMESPACE}">
${located(
  'sitemap',
  urls.map((url) => ({ url })),
)}
</sitemapindex>
`
}

/** The canonical address in a page's HTML; undefined on noindex pages. */
export function canonicalOf(html: string): string | undefined {
  return /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
}

/** Pages that list the documents below their own path. */
const LISTS = ['/news', '/information-hub']

/** The day on which the newest document of each page was published, by the page's path. */
export function lastChanges(
  released: readonly Pick<ReleasedDocument, 'id' | 'path' | 'because'>[],
  published: readonly Pick<PublishedDocument, '_id' | '_updatedAt'>[],
): ReadonlyMap<string, string> {
  const updated = new Map(published.map(({ _id, _updatedAt }) => [_id, _updatedAt?.slice(0, 10)]))
  const days = new Map<string, string>()
  for (const { id, path, because } of released) {
    const day = updated.get(id)
    if (path === undefined || because !== undefined || day === undefined) continue
    for (const page of [path, ...LISTS.filter((list) => path.startsWith(`${list}/`))])
      if (day > (days.get(page) ?? '')) days.set(page, day)
  }
  return days
}
