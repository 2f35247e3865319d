import { expect, type Page } from '@playwright/test'
import { builtPages, hasIsland, isErrorPage } from '#tests/e2e/public/support/built-site.ts'
import {
  expectEscapeCloses,
  expectKeyboardOrder,
  expectNoHorizontalScroll,
  expectRoomForSpacing,
  expectTargets,
} from '#tests/e2e/public/support/checks.ts'
import { checksEveryPage } from '#tests/e2e/support/coverage.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

/** One page of each kind; `npm run test:all` takes every page of the build. */
const KINDS = [
  '/',
  '/404',
  '/about-us',
  '/events',
  '/events/corporate-screening',
  '/information-hub',
  '/information-hub/prostate-diseases-and-prostate-cancer',
  '/information-hub/statistics',
  '/login',
  '/news',
  '/news/month/2023-08',
  '/news/page/2',
  '/news/patient-journey/alan',
  '/news/what-your-colour-means',
  '/privacy-policy',
  '/support-us/volunteer',
  '/world-cancer-day-poster',
]
const WIDTHS = [375, 1280]

const paths = checksEveryPage()
  ? builtPages()
      .map(({ path }) => path)
      .filter((path) => !isErrorPage(path))
  : KINDS

/** Some pages redirect by script; the page that is shown last is checked. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, checksEveryPage() ? { waitUntil: 'networkidle' } : {})
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  // Sizes depend on the font.
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

/**
 * Loads the page with script disabled, `<noscript>` included. Script is enabled again afterwards, because axe is a script;
 * the page's own scripts do not run then.
 */
async function withoutScript(page: Page, load: () => Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setScriptExecutionDisabled', { value: true })
  await load()
  await client.send('Emulation.setScriptExecutionDisabled', { value: false })
  await client.detach()
}

/** The checks that hold at every width, with and without script. */
async function expectUsable(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    await expectTargets(page)
    await expectRoomForSpacing(page)
  }
  await expectNoHorizontalScroll(page)
}

// The pages are independent of each other: both workers share them.
test.describe.configure({ mode: 'parallel' })

// One test for both, because a browser that has loaded a page and parsed axe does both again in a third of the time. The short
// run checks a page at one width with script and at the other without: pairs, not all combinations.
for (const [at, path] of paths.entries()) {
  const first = WIDTHS.filter((_, one) => checksEveryPage() || one === at % 2)
  const second = WIDTHS.filter((_, one) => checksEveryPage() || one !== at % 2)
  test(`SITE-05 SITE-10 matrix with and without script: ${path}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of (401|404)/)
    await page.setViewportSize({ width: 1280, height: 800 })
    await test.step('with script', async () => {
      await open(page, path)
      await expectKeyboardOrder(page)
      // On /signup, tabbing through the fields opens the age notice.
      await page.keyboard.press('Escape')
      await expectEscapeCloses(page)
      await expectUsable(page, first)
      await page.setViewportSize({ width: 375, height: 800 })
      await expectEscapeCloses(page)
    })
    await page.setViewportSize({ width: 1280, height: 800 })
    await test.step('without script', async () => {
      await withoutScript(page, () => open(page, path))
      await expectKeyboardOrder(page)
      await expectUsable(page, second)
    })
  })
}

test('SITE-05 the accessibility check of this matrix finds a violation', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  await expect(expectAccessible(page)).rejects.toThrow(/image-alt/)
})

test('SITE-10 every page has a heading before any script runs', () => {
  const without = builtPages().filter(({ html }) => !/<h1[\s>]/.test(html))
  expect(without.map(({ path }) => path)).toEqual([])
})

test('SITE-05 every button has a type, and every group of fields begins with its legend', () => {
  const faults = builtPages().flatMap(({ path, html }) =>
    [...html.matchAll(/<button(?![^>]*\stype=)[^>]*>|<fieldset[^>]*>(?!\s*<legend)/g)].map(
      ([tag]) => `${path}: ${tag}`,
    ),
  )
  expect(faults).toEqual([])
})

test('SITE-11 pages that repeat entries are not indexed, and the sitemap has the day of the last change of each page', async ({
  request,
}) => {
  const repeating = builtPages().filter(({ path }) => /^\/news\/(page|month)\//.test(path))
  expect(repeating.length).toBeGreaterThan(5)
  const indexed = repeating.filter(({ html }) => !html.includes('content="noindex"'))
  expect(indexed.map(({ path }) => path)).toEqual([])
  const map = await (await request.get('/sitemap-pages.xml')).text()
  expect(map).not.toMatch(/\/news\/(page|month)\//)
  expect(map).toMatch(/what-your-colour-means<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/)
  const undated = [...map.matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  // A page of the program, without a document.
  expect(undated).toEqual(['/book-event-main'])
  const feed = await (await request.get('/rss.xml')).text()
  expect(feed).toMatch(
    /<atom:link href="[^"]+\/rss\.xml" rel="self" type="application\/rss\+xml"\/>/,
  )
})

test('SITE-01 the build has every page of the matrix', () => {
  const built = builtPages().map((page) => page.path)
  expect(KINDS.filter((path) => !built.includes(path))).toEqual([])
  expect(builtPages().some(hasIsland)).toBe(true)
})
