import type { SearchEntry } from '#content/rules/search.ts'
import { canonicalOf } from '#site/seo/sitemap.ts'

/** Pages that repeat the texts of others: found by title and description only. */
const LISTS = ['/', '/news', '/information-hub']
/** What is no text of the page, or is on many pages. */
const LEFT_OUT = /<(script|style|template|noscript|form|nav|svg)\b[\s\S]*?<\/\1>/g
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#38': '&',
  '#39': "'",
  nbsp: ' ',
}

const decoded = (text: string) =>
  text.replace(/&(#?\w{2,5});/g, (whole, name: string) => ENTITIES[name] ?? whole)

const attribute = (html: string, start: string) => {
  const from = html.indexOf(start)
  return from < 0
    ? ''
    : decoded(html.slice(from + start.length, html.indexOf('"', from + start.length)))
}

/** What the search of the site finds of a built page; undefined for a page that search engines must not list. */
export function searchEntryOf(html: string): SearchEntry | undefined {
  const canonical = canonicalOf(html)
  if (canonical === undefined) return
  const path = decodeURI(new URL(canonical).pathname)
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const text = decoded(main.replace(LEFT_OUT, ' ').replace(/<[^>]+>/g, ' '))
  return {
    path,
    title: attribute(html, '<meta property="og:title" content="'),
    description: attribute(html, '<meta name="description" content="'),
    text: LISTS.includes(path) ? '' : text.replace(/\s+/g, ' ').trim(),
  }
}
