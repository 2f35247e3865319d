import { expect, type Page } from '@playwright/test'
import { addresses } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

/** The months of the archive (NEWS-03). */
const MONTHS = [
  'August 2023',
  'June 2023',
  'December 2022',
  'September 2021',
  'May 2021',
  'March 2021',
  'September 2020',
  'August 2020',
  'July 2020',
  'April 2020',
  'February 2020',
  'January 2020',
]

const news = (page: Page) => page.getByRole('region', { name: 'RECENT NEWS' })
const cards = (page: Page) => news(page).getByRole('article')

test('NEWS-01 NEWS-02 NEWS-04 the news show three stories, then four entries per page, the external one first', async ({
  page,
}) => {
  await page.goto('/news')
  const stories = page.getByRole('region', { name: 'Patient Journey' }).getByRole('article')
  await expect(stories).toHaveCount(3)
  await expect(stories.getByRole('link', { name: /READ MORE/ }).first()).toHaveAttribute(
    'href',
    /^\/news\/patient-journey\//,
  )
  await expect(cards(page)).toHaveCount(4)
  await expect(cards(page).first().getByRole('link').first()).toHaveAttribute('href', /^https:/)
  const tinted = await cards(page).evaluateAll((all) =>
    all.map((card) => getComputedStyle(card).backgroundColor),
  )
  expect(tinted[0]).toBe(tinted[3])
  expect(tinted[0]).not.toBe(tinted[1])
  expect(tinted[1]).toBe(tinted[2])
  const more = cards(page).locator('summary').first()
  await expect(more).toContainText('READ MORE')
  await more.click()
  await expect(more.getByText('READ LESS')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})

test('NEWS-02 NEWS-05 38 entries are on numbered pages, each with its own URL', async ({
  page,
}) => {
  await page.goto('/news')
  const pager = page.getByRole('navigation', { name: 'Pages of the news' })
  await expect(pager.getByRole('link')).toHaveCount(10)
  await pager.getByRole('link', { name: /10/ }).click()
  await expect(page).toHaveURL('/news/page/10')
  await expect(cards(page)).toHaveCount(2)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})

test('NEWS-03 choosing a month opens its first page', async ({ page }) => {
  await page.goto('/news/page/3')
  const choice = page.getByRole('combobox', { name: 'Archive' })
  const labels = (await choice.locator('option').allInnerTexts()).map((text) => text.trim())
  expect(labels).toEqual(expect.arrayContaining(MONTHS))
  await choice.selectOption({ label: 'August 2023' })
  await expect(page).toHaveURL('/news/month/2023-08')
  await expect(news(page)).toContainText('August 2023')
})

test('NEWS-05 SITE-10 without script the archive is a list of links', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: addresses().site })
  const page = await context.newPage()
  await page.goto('/news')
  await page.locator('.archive summary').click()
  await page.getByRole('link', { name: 'June 2023' }).click()
  await expect(page).toHaveURL('/news/month/2023-06')
  await context.close()
})

test('NEWS-01 NEWS-02 an unknown story, entry or page number answers 404', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  for (const path of ['/news/patient-journey/unknown', '/news/nothing', '/news/page/99']) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByText('Page not found')).toBeVisible()
  }
})

test('SITE-06 the footer is hidden on news lists and shown on an entry', async ({ page }) => {
  await page.goto('/news/month/2023-08')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.goto('/news/what-your-colour-means')
  await expect(page.getByRole('contentinfo')).toContainText('Registered charity number')
})

test('SITE-08 the newsletter block is light green for employers, communities and stories, dark elsewhere', async ({
  page,
}) => {
  const colours: string[] = []
  for (const path of [
    '/events/corporate-screening',
    '/events/community-screening',
    '/news/patient-journey/alan',
    '/',
    '/news',
  ]) {
    await page.goto(path)
    const block = page.locator('.newsletter')
    await expect(block.getByLabel('NAME'), path).toBeVisible()
    await expect(block.getByLabel('EMAIL'), path).toBeVisible()
    await expect(block.getByRole('button', { name: 'SUBSCRIBE' }), path).toBeVisible()
    colours.push(await block.evaluate((element) => getComputedStyle(element).backgroundColor))
  }
  const [light, community, story, dark, list] = colours
  expect([community, story]).toEqual([light, light])
  expect(list).toBe(dark)
  expect(light).not.toBe(dark)
})

test('NEWS-06 beside an entry are related and neighbouring ones, and the link is copied without a third party', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/news/what-your-colour-means#main')
  const related = page.getByRole('navigation', { name: 'Related news' })
  await expect(related.getByRole('link').first()).toBeVisible()
  const [text, beside] = await Promise.all([
    page.locator('.article__text').boundingBox(),
    related.boundingBox(),
  ])
  expect(beside?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0))
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The link is copied.' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname + new URL(copied).hash).toBe('/news/what-your-colour-means')
  const earlier = page.getByRole('link', { name: /^Earlier:/ })
  await earlier.click()
  await expect(page.getByRole('link', { name: /^Newer:/ })).toHaveAttribute(
    'href',
    '/news/what-your-colour-means',
  )
})
