import { expect } from '@playwright/test'
import { builtPages, isErrorPage } from '#tests/e2e/public/support/built-site.ts'
import { addresses } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

/** `html` is empty when the response is not a page. */
type Answer = { readonly status: number; readonly html: string }

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&')

const addressesIn = (html: string): string[] => [
  ...[...html.matchAll(/\s(?:href|src|action|poster)="([^"]*)"/g)].map(([, url = '']) =>
    decoded(url),
  ),
  ...[...html.matchAll(/\ssrcset="([^"]*)"/g)].flatMap(([, list = '']) =>
    decoded(list)
      .split(/,\s+/)
      .map((candidate) => candidate.trim().split(/\s+/)[0] ?? ''),
  ),
]

async function answerOf(url: string): Promise<Answer> {
  const response = await fetch(url)
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
  if (isPage) return { status: response.status, html: await response.text() }
  await response.body?.cancel()
  return { status: response.status, html: '' }
}

const hasId = (html: string, id: string) => html.includes(` id="${id}"`)

type Link = { readonly url: URL; readonly from: string }

/** The fault of a link, given the response of its URL; undefined when the page and the section exist. */
function faultOf({ url, from }: Link, { status, html }: Answer): string | undefined {
  // An endpoint of a form answers POST only.
  if (url.pathname.startsWith('/api/')) return undefined
  const expected = isErrorPage(url.pathname) || url.pathname === '/404' ? [200, 404, 500] : [200]
  if (!expected.includes(status)) return `${from} → ${url.pathname}: ${status}`
  const id = decodeURIComponent(url.hash.slice(1))
  return id === '' || hasId(html, id)
    ? undefined
    : `${from} → ${url.pathname}#${id}: no such section`
}

/** An entry of the news whose card leads elsewhere, and pages that a link in a mail, a form, another page's script or a sign-in opens. */
const UNLINKED =
  /^\/(news\/[^/]+|404|500|503|form-result|checkout|portal|waiting-list|medical-results|upcoming-events|signup-success|reset-password|book-event|booking-success|check-nhs-number|test-consent|verify-email|confirm-email-change|appointment-reminder|event-notice|newsletter|receipt)$/

test('SITE-06 every page that visitors may want is linked from another page', () => {
  const pages = builtPages()
  const linked = (path: string) =>
    pages.some((page) => page.path !== path && new RegExp(`href="${path}[#"]`).test(page.html))
  const alone = pages.filter(({ path }) => !UNLINKED.test(path) && !linked(path))
  expect(alone.map(({ path }) => path)).toEqual([])
})

test('SITE-07 SITE-03 every link, image, file and linked section of every page exists', async () => {
  test.slow()
  const { site } = addresses()
  const answers = new Map<string, Answer>()
  const faults = new Set<string>()
  const queue: Link[] = builtPages().map(({ path }) => ({
    url: new URL(path, site),
    from: 'the build',
  }))

  for (let link = queue.pop(); link !== undefined; link = queue.pop()) {
    const key = link.url.pathname + link.url.search
    const known = answers.get(key)
    const answer = known ?? (await answerOf(site + key))
    answers.set(key, answer)
    const fault = faultOf(link, answer)
    if (fault !== undefined) faults.add(fault)
    if (known !== undefined) continue
    const found = addressesIn(answer.html).map((address) => new URL(address, site + key))
    for (const url of found) if (url.origin === site) queue.push({ url, from: key })
  }
  expect([...faults]).toEqual([])
  expect(answers.size).toBeGreaterThan(100)
})
