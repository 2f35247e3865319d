import type { BuiltPage } from '#tests/e2e/public/support/built-site.ts'

/*
 * What a visitor with a screen reader, with other settings or without a mouse needs of the HTML, beyond what html-validate
 * and axe check. Each function returns the faults of a page.
 */
type Check = (html: string, path: string) => string[]

const tags = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))].map(([tag]) => tag)
const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]
const elements = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`(<${name}\\b[^>]*>)([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, tag = '', inner = '']) => ({ tag, inner }),
  )
const words = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const language: Check = (html) =>
  html.includes('<html lang="en-GB"') ? [] : ['the language is not en-GB']

const skipLink: Check = (html) =>
  html.includes('href="#main_content"') && html.includes('<main id="main_content" tabindex="-1"')
    ? []
    : ['the skip link leads nowhere']

const zoom: Check = (html) =>
  tags(html, 'meta').filter((tag) => /user-scalable|maximum-scale|http-equiv="refresh"/.test(tag))

const pictures: Check = (html) =>
  tags(html, 'img').filter((tag) => {
    const alt = attribute(tag, 'alt')
    return !alt || /\.\w{3,4}$|^https?:|\/_|^(image|picture|photo|logo)$/i.test(alt)
  })

const drawings: Check = (html) =>
  tags(html, 'svg').filter(
    (tag) =>
      !/aria-hidden="true"/.test(tag) &&
      !attribute(tag, 'aria-label') &&
      !attribute(tag, 'aria-labelledby'),
  )

const newTabs: Check = (html) =>
  elements(html, 'a')
    .filter(({ tag }) => tag.includes('target="_blank"'))
    .filter(({ inner }) => !words(inner).includes('(opens in a new tab)'))
    .map(({ tag }) => tag)

const linkWords: Check = (html) =>
  elements(html, 'a')
    .map(({ inner }) => words(inner.replaceAll(/<img[^>]*alt="([^"]*)"[^>]*>/g, '$1')))
    .filter((text) =>
      /^(read more|learn more|more|click here|here|link|this page)?\.?$/i.test(text),
    )
    .map((text) => `a link '${text}'`)

const openers: Check = (html) =>
  elements(html, 'summary')
    .map(({ inner }) => words(inner))
    .filter((text) => /^(show more|show less|read more|read less| )*$/i.test(text))

const videos: Check = (html) =>
  elements(html, 'video').flatMap(({ tag, inner }) => [
    ...(/\scontrols\b/.test(tag) ? [] : ['a video without controls']),
    ...(/\s(autoplay|loop)\b/.test(tag) ? ['a video that plays by itself'] : []),
    ...(/<track kind="captions" src="[^"]+"/.test(inner) ? [] : ['a video without captions']),
  ])

const tables: Check = (html) =>
  elements(html, 'table').flatMap(({ inner }) => [
    ...(inner.includes('<caption') ? [] : ['a table without a caption']),
    ...tags(inner, 'th').filter((tag) => !attribute(tag, 'scope')),
    ...elements(inner.slice(inner.indexOf('<tbody')), 'tr')
      .filter((row) => !/^\s*<th scope="row"/.test(row.inner))
      .map((row) => `a row without a header: ${words(row.inner)}`),
  ])

/** What a browser can fill in for the user (WCAG 1.3.5). */
const autofill: Check = (html) =>
  tags(html, 'input').filter(
    (tag) =>
      /type="(email|tel)"|name="(name|first-name|last-name)"/.test(tag) &&
      !attribute(tag, 'autocomplete'),
  )

const messages: Check = (html) =>
  elements(html, 'form')
    .filter(({ inner }) => /<input[^>]*type="(text|email|tel)"[^>]*required/.test(inner))
    .filter(
      ({ tag, inner }) => tag.includes('method="post"') && !/role="(status|alert)"/.test(inner),
    )
    .map(({ tag }) => `no live message in ${tag}`)

const current: Check = (html, path) => {
  if (!['/', '/about-us', '/events', '/information-hub', '/news'].includes(path)) return []
  const marked = tags(html, 'a').filter((tag) => tag.includes('aria-current="page"'))
  // In the wide menu and in that of a phone.
  return marked.filter((tag) => attribute(tag, 'href') === path).length >= 2
    ? []
    : ['the page is not marked in the menu']
}

/** An area that scrolls by itself can be reached by keyboard, and has a name. */
const scrolling: Check = (html) =>
  [...html.matchAll(/<\w+ class="table-scroll"[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => attribute(tag, 'tabindex') !== '0' || !/aria-label/.test(tag))

/** An error of the Nu checker that html-validate does not know: browsers move what follows the end into the body. */
const afterEnd: Check = (html) => {
  const rest = html.slice(html.indexOf('</html>') + '</html>'.length).trim()
  return rest === '' ? [] : [`after the end of the document: ${rest.slice(0, 80)}`]
}

/** Another one: a `time` has its value as an attribute, in a format that programs read, also in a template. */
const times: Check = (html) =>
  tags(html, 'time').filter(
    (tag) => !/^\d{4}-\d\d(-\d\d(T\d\d:\d\d)?)?$/.test(attribute(tag, 'datetime') ?? ''),
  )

const CHECKS = {
  language,
  skipLink,
  zoom,
  pictures,
  drawings,
  newTabs,
  linkWords,
  openers,
  videos,
  tables,
  autofill,
  messages,
  current,
  scrolling,
  afterEnd,
  times,
} as const satisfies Record<string, Check>

/** Every fault, with its page and the check that found it. */
export const markupFaults = (pages: readonly Pick<BuiltPage, 'path' | 'html'>[]): string[] =>
  pages.flatMap(({ path, html }) =>
    Object.entries(CHECKS).flatMap(([name, check]) =>
      check(html, path).map((fault) => `${name} of ${path}: ${fault}`),
    ),
  )

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''

/** Titles that several pages have. */
export function sharedTitles(pages: readonly Pick<BuiltPage, 'path' | 'html'>[]): string[] {
  const paths = Map.groupBy(pages, ({ html }) => titleOf(html))
  return [...paths].flatMap(([title, { length }]) => (length > 1 ? [`title '${title}'`] : []))
}
