/** Where a page and its pictures come from. */
export type Sources = {
  /** The website's origin. */
  readonly site: string
  /** The origin of the content store's pictures. */
  readonly content: string
}

/** Neither runs nor loads in the frame, where `noscript` would show what visitors with script do not see. */
const REMOVED = 'script, noscript, iframe, object, embed, base, meta, link:not([rel=stylesheet])'

/**
 * A page of the website as it is shown beside a form: nothing in it runs, leads anywhere or is sent, and what it looks like is
 * loaded from `sources` only. The frame's sandbox forbids the same; each holds without the other.
 */
export function pageDocument(html: string, sources: Sources): Document {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll(REMOVED)) element.remove()
  for (const link of page.querySelectorAll('a, area')) link.removeAttribute('href')
  for (const form of page.querySelectorAll('form')) form.inert = true
  for (const sheet of page.querySelectorAll('link'))
    sheet.href = addressOf(sheet.getAttribute('href') ?? '', sources)
  for (const style of page.querySelectorAll('style'))
    style.textContent = styleOf(style.textContent ?? '', sources)
  showPictures(page, sources)
  const policy = page.createElement('meta')
  policy.httpEquiv = 'content-security-policy'
  policy.content = policyOf(sources)
  page.head.prepend(policy)
  // So that the keyboard reaches a page that has nothing to press, and can scroll it.
  page.body.tabIndex = 0
  return page
}

/** With absolute addresses. A font that comes late is still shown: a visitor has it from the page before. */
const styleOf = (text: string, { site }: Sources) =>
  text
    .replaceAll(/url\((["']?)\/(?!\/)/g, (_, quote: string) => `url(${quote}${site}/`)
    .replaceAll(/font-display:\s*optional/g, 'font-display:swap')

const policyOf = ({ site, content }: Sources) =>
  [
    "default-src 'none'",
    `style-src ${site} 'unsafe-inline'`,
    `font-src ${site}`,
    `img-src ${site} ${content} data:`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')

/** The alternatives in other formats are left out: the content store chooses the format itself. */
function showPictures(page: Document, sources: Sources): void {
  for (const alternative of page.querySelectorAll('picture > source')) alternative.remove()
  for (const picture of page.querySelectorAll('img, video')) {
    for (const name of ['src', 'poster']) {
      const given = picture.getAttribute(name)
      if (given !== null) picture.setAttribute(name, addressOf(given, sources))
    }
    const choice = picture.getAttribute('srcset')
    if (choice !== null) picture.setAttribute('srcset', choiceOf(choice, sources))
  }
}

/** Each candidate of a `srcset`: an address and its width. */
const choiceOf = (srcset: string, sources: Sources) =>
  srcset
    .split(/,\s+/)
    .map((candidate) => {
      const [address = '', ...size] = candidate.trim().split(/\s+/)
      return [addressOf(address, sources), ...size].join(' ')
    })
    .join(', ')

/**
 * The absolute address. The site resizes pictures of a preview only for its cookie, which is not here; so they come from the
 * content store, where the Studio shows them from too.
 */
function addressOf(address: string, { site }: Sources): string {
  const url = URL.parse(address, site)
  if (url?.pathname !== '/_image') return url?.href ?? ''
  const picture = URL.parse(url.searchParams.get('href') ?? '', site)
  const width = url.searchParams.get('w')
  if (picture === null) return ''
  if (width !== null) picture.searchParams.set('w', width)
  picture.searchParams.set('auto', 'format')
  return picture.href
}
