const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SPECIAL[sign] ?? sign)
const located = (element: string, urls: readonly string[]) =>
  urls.map((url) => `<${element}><loc>${escaped(url)}</loc></${element}>`).join('\n')

/** A sitemap of absolute addresses. */
export function sitemap(urls: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="${NAMESPACE}">
${located('url', urls)}
</urlset>
`
}

/** An index of sitemaps. */
export function sitemapIndex(urls: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="${NAMESPACE}">
${located('sitemap', urls)}
</sitemapindex>
`
}

/** The canonical address in a page's HTML; undefined on noindex pages. */
export function canonicalOf(html: string): string | undefined {
  return /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
}
