const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SPECIAL[sign] ?? sign)
/** An address, and the day of its last change when it is known. */
export type SitemapEntry = { readonly url: string; readonly changed?: string | undefined }

const located = (element: string, entries: readonly SitemapEntry[]) =>
  entries
    .map(({ url, changed }) => {
      const day = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
      return `<${element}><loc>${escaped(url)}</loc>${day}</${element}>`
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

/** What a page says of itself: its canonical address and, for news, its day; undefined on noindex pages. */
export function entryOf(html: string): SitemapEntry | undefined {
  const url = canonicalOf(html)
  const changed = /<meta property="article:published_time" content="([^"]+)"/.exec(html)?.[1]
  return url === undefined ? undefined : { url, changed }
}
