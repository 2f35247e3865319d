import { expect, type Page } from '@playwright/test'
import {
  type BuiltPage,
  builtPages,
  bytesOf,
  hasIsland,
  isFramework,
  scriptBytes,
  scriptsOf,
  styleSheets,
} from '#tests/e2e/public/support/built-site.ts'
import { everything } from '#tests/e2e/support/scope.ts'
import { test } from '#tests/e2e/support/test.ts'

/** Kilobytes are thousands here, as browsers count them. */
const KB = 1_000
const OWN_SCRIPT = 3 * KB
const HTML = 14 * KB
const CSS = 12 * KB
const FIRST_VIEW = 100 * KB
/** A page with an island: React alone is 60 kB, and a form's rules 17. */
const FIRST_VIEW_WITH_ISLAND = 170 * KB

/** One picture is all that these pages are for. */
const ONE_PICTURE = ['/world-cancer-day-poster', '/information-hub/mens-health']

/** Those over `limit`, with their bytes: what a failed test shows. */
const over = (limit: number, pages: readonly BuiltPage[], bytes: (page: BuiltPage) => number) =>
  pages
    .map((page) => ({ path: page.path, bytes: bytes(page) }))
    .filter((measured) => measured.bytes > limit)

const still = () => builtPages().filter((page) => !hasIsland(page))

test('SITE-10 budget: no byte of a framework on a page without an island', () => {
  const pages = still()
  expect(pages.length).toBeGreaterThan(20)
  const carriers = pages.filter((page) => scriptsOf(page).files.some(isFramework))
  expect(carriers.map(({ path }) => path)).toEqual([])
  // The same eyes see it where it is.
  const island = builtPages().find(hasIsland)
  expect(island?.html).toMatch(/renderer-url="[^"]+"/)
  const renderer = /renderer-url="\/([^"]+)"/.exec(island?.html ?? '')?.[1] ?? ''
  expect(isFramework(renderer)).toBe(true)
})

test('SITE-10 budget: at most 3 kB of own script on a page without an island', () => {
  expect(over(OWN_SCRIPT, still(), (page) => scriptBytes(scriptsOf(page)))).toEqual([])
})

test('SITE-10 budget: at most 14 kB per page, and 12 kB of style in all', () => {
  expect(over(HTML, builtPages(), ({ file }) => bytesOf(file))).toEqual([])
  const styles = styleSheets().reduce((sum, file) => sum + bytesOf(file), 0)
  expect(styles).toBeGreaterThan(0)
  expect(styles).toBeLessThanOrEqual(CSS)
})

/** What travels until the page at `path` rests, on a phone that nobody scrolls; nothing is cached. */
async function firstViewBytes(page: Page, path: string): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await client.detach()
  return bytes
}

test.describe('SITE-10 budget: the first view', () => {
  test.use({ viewport: { width: 375, height: 720 }, deviceScaleFactor: 2, isMobile: true })

  test('SITE-10 budget: at most 100 kB load the first view of every page, 170 kB with an island', async ({
    page,
    expectedErrors,
  }) => {
    test.slow()
    expectedErrors.push(/status of (401|404)/)
    const measured: { path: string; bytes: number; limit: number }[] = []
    for (const built of chosen()) {
      const limit = hasIsland(built) ? FIRST_VIEW_WITH_ISLAND : FIRST_VIEW
      const bytes = await firstViewBytes(page, built.path)
      // Whoever is not signed in, or has chosen no event, is sent on: that would count two pages.
      const stayed = new URL(page.url()).pathname === built.path
      if (stayed) measured.push({ path: built.path, bytes, limit })
    }
    const heaviest = measured.toSorted((a, b) => b.bytes - a.bytes)
    await test.info().attach('first-view.json', { body: JSON.stringify(heaviest, null, 1) })
    expect(heaviest.filter(({ bytes, limit }) => bytes > limit)).toEqual([])
  })
})

/** Every page but those of one picture; of the many news pages two of a kind, unless all are asked for. */
function chosen(): BuiltPage[] {
  const pages = builtPages().filter(({ path }) => !ONE_PICTURE.includes(path) && path !== '/500')
  if (everything()) return pages
  const seen = new Map<string, number>()
  return pages.filter(({ path }) => {
    const kind = /^\/news\/(page|month|patient-journey|[^/]+$)/.exec(path)?.[1]
    if (kind === undefined) return true
    const name = ['page', 'month', 'patient-journey'].includes(kind) ? kind : 'entry'
    seen.set(name, (seen.get(name) ?? 0) + 1)
    return (seen.get(name) ?? 0) <= 2
  })
}
