import { globSync, readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { formatLongDate } from '#core/rules/time.ts'
import { addresses, importEvent } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

/** Bodies of error answers, drafts, which need the pass of an editor, and the pages of staff (staff/matrix.spec.ts). */
const NO_ROUTE = /^(404|500|503|preview\/.*|staff\/.*)$/
/** Routes of pages that are made from content. */
const MADE = ['/information-hub/prostate-diseases-and-prostate-cancer', '/halyard-screening-event']

/** The routes of SITE-01 that need no id, and which of them may lead a visitor without a session, link or booking to another page. */
function routesOfPages(): { staying: string[]; leaving: string[] } {
  const pages = globSync('**/*.astro', { cwd: 'src/pages' })
    .map((file) => ({ file, name: file.replace(/\.astro$/, '') }))
    .filter(({ name }) => !/[[_]/.test(name) && !NO_ROUTE.test(name))
    .map(({ file, name }) => ({
      route: `/${name.replace(/(^|\/)index$/, '')}`,
      leads: readFileSync(`src/pages/${file}`, 'utf8').includes('<IslandPage'),
    }))
  const routes = (leads: boolean) => pages.filter((page) => page.leads === leads)
  return {
    staying: [...routes(false).map(({ route }) => route), ...MADE],
    leaving: routes(true).map(({ route }) => route),
  }
}

/** The routes that SITE-01 names, without those that need an id. */
function requiredRoutes(): Set<string> {
  const section = /## SITE-01 [\s\S]*?(?=\n## )/.exec(
    readFileSync('docs/requirements/site.md', 'utf8'),
  )
  const named = [...(section?.[0] ?? '').matchAll(/`(\/[^`?]*)[^`]*`/g)].map(
    ([, route = '']) => route,
  )
  return new Set(named.filter((route) => !route.includes('{')))
}

/** Opens a route, which answers with a content security policy and a page with one heading. */
async function expectPage(page: Page, route: string): Promise<void> {
  const response = await page.goto(route)
  expect.soft(response?.status(), route).toBe(200)
  const policy = response?.headers()['content-security-policy']
  expect.soft(policy, route).toContain("default-src 'none'")
  expect.soft(policy, route).toContain("frame-ancestors 'none'")
  await expect.soft(page.getByRole('heading', { level: 1 }), route).toHaveCount(1)
}

test('SITE-01 the requirements name every page, and every page that they name exists', () => {
  const { staying, leaving } = routesOfPages()
  const pages = [...staying, ...leaving].filter((route) => !MADE.includes(route))
  expect(pages.toSorted()).toEqual([...requiredRoutes()].toSorted())
})

test('SITE-01 every route answers 200 with one heading, a content security policy and no console error, and asks no third party', async ({
  page,
  context,
}) => {
  const foreign: string[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== addresses().site) foreign.push(request.url())
  })
  const { staying, leaving } = routesOfPages()
  for (const route of staying) await test.step(route, () => expectPage(page, route))
  for (const route of leaving) {
    // A tab of its own: the redirect could interrupt the navigation to the next route. The context closes it.
    await test.step(route, async () => expectPage(await context.newPage(), route))
  }
  expect(foreign).toEqual([])
})

test('SITE-11 browsers find the icon at the address that they ask without being told', async ({
  request,
}) => {
  const icon = await request.get('/favicon.ico')
  expect(icon.headers()['content-type']).toMatch(/icon/)
  expect((await icon.body()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
})

test('SITE-01 an unknown path answers 404 with the specified text', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  for (const path of ['/nothing-here', '/about-us/nothing', '/information-hub/unknown']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('404')).toBeVisible()
    await expect(page.getByText('Page not found')).toBeVisible()
    await expect(
      page.getByText("Sorry, we couldn't find the page you're looking for."),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go back home' })).toHaveAttribute('href', '/')
  }
  await expectAccessible(page)
})

test('EVD-04 an unknown event answers 404 and says so', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  for (const id of ['999999', 'abc', '-1']) {
    const response = await page.goto(`/event/${id}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('main')).toContainText('Event not found')
  }
})

test('HOME-01 HOME-04 HOME-06 SITE-06 the home page shows the next events, live, the newest news, how to give, and the footer', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText("Advocacy for Men's Health")
  await expect(page.getByText('Campaigning for Accessible PSA Screening')).toBeVisible()
  const book = page.getByRole('link', { name: 'BOOK AN EVENT' }).first()
  await expect(book).toHaveAttribute('href', '/book-event-main')
  const upcoming = page.getByRole('region', { name: 'UPCOMING EVENTS' })
  await expect(upcoming.getByRole('link', { name: /BOOK/ }).first()).toBeVisible()
  await expect(upcoming.getByRole('link', { name: 'SEE MORE' })).toHaveAttribute('href', '/events')
  const news = page.getByRole('region', { name: 'LATEST NEWS' })
  const newest = news.getByRole('heading', { level: 3 }).first().getByRole('link')
  await expect(news.getByRole('heading', { level: 3 })).toHaveCount(3)
  const strip = page.getByRole('link', { name: (await newest.textContent()) ?? '' }).first()
  await expect(strip).toBeInViewport()
  await expect(page.getByRole('link', { name: /^Donate to / })).toBeInViewport()
  await expect(news.getByRole('link', { name: 'Donate' })).toHaveAttribute('rel', 'external')
  const hours = 'Monday to Friday, 9 am to 5 pm'
  await expect(page.getByRole('main').getByText(hours)).toBeVisible()
  await expectAccessible(page)
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(hours)
  await expect(footer).toContainText(String(new Date().getFullYear()))
  await expect(footer.getByRole('link', { name: 'Refund Policy' })).toHaveAttribute(
    'href',
    '/refund-policy',
  )
})

test('EVL-04 EVD-05 SITE-10 without script the list remains, from the home page and from its own, with day, time and place', async ({
  browser,
}) => {
  const open = await importEvent({ city: 'Whitby' })
  const full = await importEvent({ total_spaces: '0' })
  const hidden = { is_private: 'true', access_code: 'HARBOUR-4821', address_line_1: 'Lodge Temple' }
  const closed = await importEvent(hidden)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const from of ['/', '/book-event-main?location=ip4']) {
    await page.goto(from)
    await page.getByRole('main').getByRole('link', { name: 'See all upcoming events' }).click()
    await expect(page).toHaveURL('/event-list')
    const card = page.getByRole('article', { name: open.name })
    await expect(card).toContainText(formatLongDate(open.date))
    await expect(card).toContainText('09:00')
    await expect(card).toContainText('Harbour Hall')
  }
  await expect(page.getByRole('article', { name: full.name })).toContainText('Fully Booked')
  const withheld = page.getByRole('article', { name: closed.name })
  await expect(withheld).toContainText('Private')
  await expect(withheld).toContainText(formatLongDate(closed.date))
  for (const text of ['Lodge Temple', '09:00', 'Total PSA Test', 'Free', 'place']) {
    await expect(withheld).not.toContainText(text)
  }
  await page.getByRole('link', { name: `BOOK ${open.name}` }).click()
  await expect(page).toHaveURL(`/event/${open.id}`)
  await expect(page.getByRole('main')).toContainText('Harbour Hall')
  await context.close()
})

test('SITE-05 pages with live events and sign-up have no horizontal scroll at 320 pixels', async ({
  page,
}) => {
  const event = await importEvent()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/event-list')
  await expect(page.getByRole('article', { name: event.name })).toBeVisible()
  await expectAccessible(page)
  // public/matrix.spec.ts checks the other kinds of page.
  for (const path of ['/', '/book-event-main', '/event-list', `/event/${event.id}`, '/signup']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
})
