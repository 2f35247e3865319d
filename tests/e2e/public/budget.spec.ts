import { expect, type Page } from '@playwright/test'
import {
  type BuiltPage,
  builtPages,
  bytesOf,
  hasIsland,
  isErrorPage,
  isFramework,
  islandScriptsOf,
  laterStyleSheets,
  scriptBytes,
  scriptsOf,
  styleSheets,
} from '#tests/e2e/public/support/built-site.ts'
import { checksEveryPage } from '#tests/e2e/support/coverage.ts'
import { test } from '#tests/e2e/support/test.ts'

/** 1 kB is 1000 bytes, as in browsers' developer tools. */
const KB = 1_000
/** With Vite's loader of dynamic imports, 0.75 kB, which all pages share, and the server's rules for names and addresses in forms. */
const OWN_SCRIPT = 4 * KB
/** Without the map, which is loaded when it is shown. */
const LIST_SCRIPT = 100 * KB
const HTML = 14 * KB
const CSS = 12 * KB
/** Half of it is Leaflet's, with its pictures. */
const MAP_CSS = 8 * KB
const FIRST_VIEW = 100 * KB
/** A page with an island: React alone is 60 kB, and the validation of a form 17 kB. */
const FIRST_VIEW_WITH_ISLAND = 170 * KB
/** Pages of several forms: the profile, the booking, the payment. */
const HEAVIER: Readonly<Record<string, number>> = {
  '/portal': 205 * KB,
  '/checkout': 190 * KB,
  '/book-event': 185 * KB,
}
/** Each is a request: /portal, with the most, had 65 when every set of islands that shares a module had a file. */
const SCRIPT_FILES = 45
/** The query without which a page redirects. */
const QUERIES: Readonly<Record<string, string>> = {
  '/book-event': '?event=1',
  '/check-nhs-number': '?event=1',
}
/** The list of events counts at most this much: the other tests import events, as many as happen to have run before. */
const EVENTS = 30 * KB

/** Tabs that measure first views at the same time. */
const TABS = 4

/** Pages that consist of one large image: exempt from the first-view limit. */
const IMAGE_PAGES = ['/world-cancer-day-poster', '/information-hub/mens-health']

/** The pages over `limit`, with their bytes, so that a failed test shows both. */
const over = (limit: number, pages: readonly BuiltPage[], bytes: (page: BuiltPage) => number) =>
  pages
    .map((page) => ({ path: page.path, bytes: bytes(page) }))
    .filter((measured) => measured.bytes > limit)

const pagesWithoutIsland = () => builtPages().filter((page) => !hasIsland(page))

test('SITE-10 budget: a page without an island loads no framework', () => {
  const pages = pagesWithoutIsland()
  expect(pages.length).toBeGreaterThan(20)
  const withFramework = pages.filter((page) => scriptsOf(page).files.some(isFramework))
  expect(withFramework.map(({ path }) => path)).toEqual([])
  // Control: the same check finds the framework on a page with an island.
  const island = builtPages().find(hasIsland)
  expect(island?.html).toMatch(/renderer-url="[^"]+"/)
  const renderer = /renderer-url="\/([^"]+)"/.exec(island?.html ?? '')?.[1] ?? ''
  expect(isFramework(renderer)).toBe(true)
})

test('SITE-10 budget: a page without an island loads at most 4 kB of script', () => {
  expect(over(OWN_SCRIPT, pagesWithoutIsland(), (page) => scriptBytes(scriptsOf(page)))).toEqual([])
})

test('EVL-03 budget: the list of events loads at most 100 kB of script', () => {
  const list = builtPages().find(({ path }) => path === '/book-event-main')
  if (list === undefined) throw new Error('The list of events is not built.')
  expect(scriptBytes(islandScriptsOf(list))).toBeLessThanOrEqual(LIST_SCRIPT)
})

test('SITE-10 budget: HTML is at most 14 kB per page, and all style sheets 12 kB', () => {
  expect(over(HTML, builtPages(), ({ file }) => bytesOf(file))).toEqual([])
  const styles = styleSheets().reduce((sum, file) => sum + bytesOf(file), 0)
  expect(styles).toBeGreaterThan(0)
  expect(styles).toBeLessThanOrEqual(CSS)
})

test('SITE-10 budget: the map has the only style sheet that is linked later, at most 8 kB', () => {
  const later = laterStyleSheets()
  expect(later).toHaveLength(1)
  expect(later.reduce((sum, file) => sum + bytesOf(file), 0)).toBeLessThanOrEqual(MAP_CSS)
})

/**
 * Bytes and script files transferred until the network is idle and the island works, without scrolling and without a cache. The
 * session cannot be read: a page for patients would redirect to /login, and two pages would be counted.
 */
async function firstView(page: Page, path: string): Promise<{ bytes: number; scripts: number }> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  let documents = 0
  let scripts = 0
  const lists = new Set<string>()
  client.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Document') documents += 1
    if (type === 'Script') scripts += 1
    if (new URL(request.url).pathname === '/api/events') lists.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += lists.has(requestId) ? Math.min(encodedDataLength, EVENTS) : encodedDataLength
  })
  await page.goto(path + (QUERIES[path] ?? ''), { waitUntil: 'networkidle' })
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await client.detach()
  expect(documents, `${path} redirects`).toBe(1)
  return { bytes, scripts }
}

test.describe('SITE-10 budget: the first view', () => {
  test.use({ viewport: { width: 375, height: 720 }, deviceScaleFactor: 2, isMobile: true })

  test('SITE-10 budget: the first view of every page is at most 100 kB, 170 kB with an island, and 45 script files', async ({
    context,
    expectedErrors,
  }) => {
    test.slow()
    expectedErrors.push(/status of (401|404)/, /net::ERR_FAILED/)
    await context.route('**/api/auth/session', (route) => route.abort())
    const measured: { path: string; bytes: number; scripts: number; limit: number }[] = []
    const queue = measuredPages()
    const measureQueue = async () => {
      const page = await context.newPage()
      for (let built = queue.pop(); built !== undefined; built = queue.pop()) {
        const usual = hasIsland(built) ? FIRST_VIEW_WITH_ISLAND : FIRST_VIEW
        const limit = HEAVIER[built.path] ?? usual
        measured.push({ path: built.path, ...(await firstView(page, built.path)), limit })
      }
      await page.close()
    }
    // Waiting for an idle network takes 0.5 s per page: several tabs wait at the same time.
    await Promise.all(Array.from({ length: TABS }, measureQueue))
    const heaviest = measured.toSorted((a, b) => b.bytes - a.bytes)
    await test.info().attach('first-view.json', { body: JSON.stringify(heaviest, null, 1) })
    expect(heaviest.length).toBeGreaterThan(15)
    expect(heaviest.filter(({ bytes, limit }) => bytes > limit)).toEqual([])
    expect(heaviest.filter(({ scripts }) => scripts > SCRIPT_FILES)).toEqual([])
  })
})

/** Every page except the image pages; without an island only one page of each folder, unless every page is checked. */
function measuredPages(): BuiltPage[] {
  const pages = builtPages().filter(({ path }) => !IMAGE_PAGES.includes(path) && !isErrorPage(path))
  if (checksEveryPage()) return pages
  const seen = new Set<string>()
  return pages.filter((page) => {
    const folder = page.path.slice(0, page.path.lastIndexOf('/'))
    const isNew = hasIsland(page) || HEAVIER[page.path] !== undefined || !seen.has(folder)
    seen.add(folder)
    return isNew
  })
}
