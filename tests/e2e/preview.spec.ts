import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { lakeClient } from '#tests/e2e/support/lake.ts'
import {
  asVisitor,
  banner,
  type Draft,
  horizontalOverflow,
  newEntry,
  openPreview,
  paragraph,
  previewLink,
  removeDrafts,
  store,
  storeHomePage,
} from '#tests/e2e/support/preview.ts'
import { addresses, dataDir } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

test.afterEach(removeDrafts)

test('CMS-05 a preview shows a draft on its page and in the news, and visitors do not see it', async ({
  page,
  browser,
}) => {
  const entry = newEntry()
  await store(entry)
  const { href, secret } = await previewLink(entry.path)
  const response = await page.goto(href)
  await expect(page).toHaveURL(entry.path)
  await expect(page.getByRole('heading', { level: 1, name: entry.title })).toBeVisible()
  await expect(page.getByText('This text is a draft.')).toBeVisible()
  await expect(banner(page)).toContainText(/This page shows drafts, until \d\d:\d\d\./)
  const headers = response?.headers() ?? {}
  expect(headers['cache-control']).toBe('private, no-store')
  expect(headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expectAccessible(page)

  await page.goto('/news')
  await expect(page.getByRole('heading', { name: entry.title })).toBeVisible()
  await asVisitor(browser, async (visitor) => {
    expect((await visitor.goto(entry.path))?.status()).toBe(404)
    await visitor.goto('/news')
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(visitor.getByText(entry.title)).toHaveCount(0)
    await expect(banner(visitor)).toHaveCount(0)
  })
  // The secret must appear neither in the browser's history nor in the log.
  expect(page.url()).not.toContain(secret)
  expect(readFileSync(join(dataDir(), 'logs/server.log'), 'utf8')).not.toContain(secret)
})

test('CMS-05 a preview shows the changed home page, and public responses stay identical byte for byte', async ({
  page,
  playwright,
}) => {
  const visitor = await playwright.request.newContext({ baseURL: addresses().site })
  const responses = async () => {
    const found = []
    for (const path of ['/', '/news', '/about-us']) {
      const response = await visitor.get(path)
      const { date: _date, ...headers } = response.headers()
      const body = String(await response.body())
      found.push({ path, status: response.status(), headers, body })
    }
    return found
  }
  const before = await responses()
  await storeHomePage({ heroTitle: 'A draft of the hero' })
  await openPreview(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A draft of the hero')
  const upcoming = page.getByRole('region', { name: 'UPCOMING EVENTS' })
  await expect(upcoming.getByRole('link', { name: /BOOK/ }).first()).toBeVisible()
  const [meanwhile] = await Promise.all([responses(), page.reload()])
  expect(meanwhile).toEqual(before)
  expect(before.map(({ headers }) => headers['cache-control'])).toEqual(
    Array(3).fill('public, max-age=0, must-revalidate'),
  )
  await visitor.dispose()
})

test('CMS-05 leaving the preview shows the published page and removes the cookie', async ({
  page,
  context,
  expectedErrors,
}) => {
  // Images that the preview still loads when the cookie is removed are refused.
  expectedErrors.push(/status of 404/)
  await openPreview(page, '/about-us')
  await banner(page).getByRole('link', { name: 'Leave preview' }).click()
  await expect(page).toHaveURL('/about-us')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('halyard_preview')
  await page.goto('/news')
  await expect(banner(page)).toHaveCount(0)
})

test('CMS-05 an unfinished draft shows which field is missing, and other drafts stay visible', async ({
  page,
  expectedErrors,
}) => {
  const { publishedOn: _day, ...unfinished } = newEntry()
  const entry = newEntry()
  await store(unfinished as Draft)
  await store(entry)
  const response = await openPreview(page, unfinished.path)
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This draft is not finished')
  await expect(page.getByRole('main')).toContainText(`${unfinished.title}: Published on is missing`)
  await expect(banner(page)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/news')
  await expect(page.getByRole('heading', { name: entry.title })).toBeVisible()
  const omitted = banner(page).getByText(/unfinished drafts? (is|are) left out/)
  await omitted.click()
  const item = banner(page).getByRole('listitem').filter({ hasText: unfinished.title })
  await expect(item).toBeVisible()
  await expectAccessible(page)

  await storeHomePage({ heroTitle: '' })
  await page.goto('/')
  await expect(page.getByRole('main')).toContainText('Home page: Hero title is missing')
  expectedErrors.push(/status of 404/)
  expect((await page.goto('/news/e2e-no-such-entry'))?.status()).toBe(404)
  await expect(page.getByText('Page not found')).toBeVisible()
  await expect(banner(page)).toBeVisible()
})

test('CMS-05 a preview serves a new image and a new file, and visitors get 404 for both', async ({
  page,
  playwright,
}) => {
  const colour = { r: 11, g: 31, b: Math.floor(Math.random() * 256), alpha: 1 }
  const create = { width: 1500, height: 1000, channels: 4, background: colour } as const
  const png = await sharp({ create }).png().toBuffer()
  const client = lakeClient()
  const [image, file] = [
    await client.assets.upload('image', png, { filename: 'harbour.png' }),
    await client.assets.upload('file', Buffer.from(`programme ${Math.random()}`), {
      filename: 'Programme.txt',
      contentType: 'text/plain',
    }),
  ]
  const asset = (_ref: string) => ({ _type: 'reference', _ref })
  const linkedFile = { _type: 'file', asset: asset(file._id) }
  const markDefs = [{ _key: 'l', _type: 'link', kind: 'file', file: linkedFile }]
  const children = [{ _key: 's', _type: 'span', text: 'The programme', marks: ['l'] }]
  const entry = newEntry({
    image: { _type: 'figure', alt: 'A plain blue harbour', asset: asset(image._id) },
    body: [paragraph('', { markDefs, children })],
  })
  await store(entry)
  const menus = (await client.getDocument('menus')) as Draft
  const logo = { _type: 'image', asset: asset(image._id) }
  const marks = [{ _key: 'm', _type: 'mark', label: 'Register of Harbours', logo }]
  await store({ ...menus, _id: 'drafts.menus', marks })
  await openPreview(page, entry.path)
  const badge = page.getByRole('img', { name: 'Register of Harbours' })
  await badge.scrollIntoViewIfNeeded()
  await expect.poll(() => badge.evaluate((node: HTMLImageElement) => node.naturalHeight)).toBe(144)
  const picture = page.getByRole('img', { name: 'A plain blue harbour' })
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0)
  const address = await picture.evaluate((node: HTMLImageElement) => node.currentSrc)
  expect(new URL(address).pathname).toBe('/_image')
  const shown = await page.request.get(address)
  expect(shown.headers()['cache-control']).toBe('private, max-age=3600')
  const href = await page.getByRole('link', { name: /The programme/ }).getAttribute('href')
  expect(String(await (await page.request.get(href ?? '')).body())).toMatch(/^programme /)

  const { site, database } = addresses()
  const visitor = await playwright.request.newContext({ baseURL: site })
  for (const path of [address, href ?? '', '/_image?href=/og.png&w=10&h=10&f=webp']) {
    expect((await visitor.get(path)).status(), path).toBe(404)
  }
  for (const spelling of ['/_imag%65', '//_image', '/x/..%2f_image', '/%5Fimage', '/_image/']) {
    const url = `${site}${spelling}${new URL(address).search}`
    expect((await visitor.get(url)).status(), spelling).toBe(404)
  }
  // Even with the cookie, only images of the content lake are served.
  for (const target of ['/og.png', database.replace('postgres', 'http')]) {
    const url = `/_image?href=${encodeURIComponent(target)}&w=10&h=10&f=webp`
    expect((await page.request.get(url)).status(), target).toBe(404)
  }
  await visitor.dispose()
})

test('CMS-05 the banner follows the skip link in tab order and fits a small screen', async ({
  page,
}) => {
  await openPreview(page, '/news')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(banner(page).getByRole('link', { name: 'Leave preview' })).toBeFocused()
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    const size = await banner(page).getByRole('link').boundingBox()
    expect(size?.height).toBeGreaterThanOrEqual(44)
  }
})

test('CMS-05 every kind of content page has a preview, and other pages have none', async ({
  page,
}) => {
  await openPreview(page, '/')
  const pages = [
    '/about-us/research',
    '/events/corporate-screening',
    '/halyard-screening-event',
    '/information-hub',
    '/information-hub/statistics',
    '/information-hub/prostate-diseases-and-prostate-cancer',
    '/news/page/2',
    '/support-us',
    '/world-cancer-day-poster',
    '/privacy-policy',
  ]
  for (const path of pages) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(banner(page)).toBeVisible()
  }
  for (const path of ['/login', '/book-event-main']) {
    await page.goto(path)
    await expect(banner(page)).toHaveCount(0)
  }
})

test('CMS-21 CMS-05 a preview shows the sections of a draft, and names what is missing in one', async ({
  page,
  expectedErrors,
}) => {
  // The page of an unfinished draft.
  expectedErrors.push(/status of 404/)
  const quote = { _type: 'quoteSection', _key: 'q', quote: 'It took ten minutes.', name: 'Aled' }
  const steps = {
    _type: 'stepSection',
    _key: 's',
    heading: 'What to do',
    steps: [
      { _key: '1', heading: 'Come in', body: [paragraph('The door is open.')] },
      { _key: '2', heading: 'Sit down', body: [paragraph('We call your name.')] },
    ],
  }
  await storeHomePage({ extraSections: [quote, steps] })
  await openPreview(page, '/')
  await expect(page.getByRole('figure', { name: 'Aled' }).getByRole('blockquote')).toHaveText(
    'It took ten minutes.',
  )
  await expect(page.getByRole('heading', { level: 3, name: 'Come in' })).toBeVisible()
  await expectAccessible(page)
  await storeHomePage({ extraSections: [quote, { ...steps, heading: '' }] })
  await page.goto('/')
  await expect(page.getByText(/More sections, entry 2, heading/)).toBeVisible()
})
