import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { formatNewsDate } from '#content/rules/news.ts'
import { londonDate } from '#core/rules/time.ts'
import { test as studioTest } from '#tests/e2e/studio/desk.ts'
import { expectBeside } from '#tests/e2e/studio/preview-beside.ts'
import { signIn } from '#tests/e2e/studio/staff.ts'
import { removeNews, type StudioLake, siteLake } from '#tests/e2e/studio/studio-lake.ts'
import {
  ALT,
  addPicture,
  beginNews,
  choose,
  fillAddressAndDate,
  headline,
  publish,
  writeBody,
} from '#tests/e2e/studio/writing.ts'

/** In the lake of the site: what is published there is built. */
const test = studioTest.extend<object, { lake: StudioLake }>({
  lake: [
    async ({ browserName: _ }, use) => {
      await use(siteLake())
    },
    { scope: 'worker' },
  ],
})

/** The aim is ten seconds and is measured in bench/publish; other processes may compete for the CPU. */
const afterBuild = { timeout: 180_000, intervals: [250] }

/** A response of the site to a visitor without a session. */
const read = async (request: APIRequestContext, path: string) => {
  const response = await request.get(path)
  return { status: response.status(), text: await response.text() }
}

/** Whether a headline is on the page of its entry, in the list and in the feed; for a missing page its status. */
async function placesOf(request: APIRequestContext, slug: string, title: string) {
  const own = await read(request, `/news/${slug}`)
  const list = await read(request, '/news')
  const feed = await read(request, '/rss.xml')
  return {
    own: own.status === 200 ? own.text.includes(title) : own.status,
    list: list.text.includes(title),
    feed: feed.text.includes(title),
  }
}

const EVERYWHERE = { own: true, list: true, feed: true }
const NOWHERE = { own: 404, list: false, feed: false }

/** Checks all content of the entry, on the preview page or on the public one. */
async function expectEntry(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'What we found' })).toBeVisible()
  await expect(page.locator('strong', { hasText: 'twice' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'By the harbour' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'events', exact: true })).toHaveAttribute(
    'href',
    '/events',
  )
  const picture = page.getByRole('img', { name: ALT })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}

/** Creates an entry with all its fields in the Studio. Returns its id. */
async function writeEntry(page: Page, title: string): Promise<string> {
  const id = await beginNews(page, title)
  await fillAddressAndDate(page, formatNewsDate(londonDate(new Date())))
  await writeBody(page)
  await addPicture(page, 'content/images/lodge.png')
  return id
}

const previewBanner = (page: Page) => page.getByRole('complementary', { name: 'Preview' })

async function expectPreview(page: Page, slug: string, title: string): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await choose(page, 'Preview')
  const preview = await opened
  await preview.waitForURL(`**/news/${slug}`, afterBuild)
  expect(await preview.evaluate(() => window.opener)).toBeNull()
  await expectEntry(preview, title)
  await expect(previewBanner(preview)).toBeVisible()
  await preview.close()
}

/**
 * Removes a mandatory text by the API, since the Studio would not publish this, and checks what the Studio reports: the
 * page, the document, the field, and a link that opens it.
 */
async function breakNewsPage(page: Page, client: SanityClient): Promise<void> {
  await client.patch('newsPage').unset(['bannerText']).commit()
  const alert = failure(page)
  await expect(alert).toContainText('Website: published, except one document', afterBuild)
  await expect(alert).toContainText(
    'News overview “News” (/news): Banner text is missing. Visitors still see its last good version.',
  )
  await expect(alert.getByRole('link', { name: 'Open it' })).toHaveAttribute(
    'href',
    /\/intent\/edit\/.*newsPage/,
  )
}

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Website:' })

async function unpublish(page: Page): Promise<void> {
  await choose(page, 'Unpublish')
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish', exact: true }).click()
}

test.describe('from the Studio to the public page', () => {
  test.describe.configure({ timeout: 600_000 })

  // One test, because each publication takes a build of ten seconds: a build proves several steps.
  test('CMS-04 CMS-05 CMS-06 an entry is previewed, published, changed and unpublished; a page that lost a field shows its last good version meanwhile', async ({
    page,
    browser,
    request,
    lake,
    client,
  }) => {
    const title = `A morning by the sea ${Date.now()}`
    const changed = `${title}, and an afternoon`
    const slug = title.toLowerCase().replaceAll(' ', '-')
    const renamed = `${slug}-again`
    const banner = await client.fetch<string>('*[_id == "newsPage"][0].bannerText')
    const mended = `${banner} Mended ${Date.now()}.`
    const newsList = async () => (await read(request, '/news')).text
    const setBanner = (bannerText: string) => client.patch('newsPage').set({ bannerText }).commit()
    const isRestored = () =>
      client.fetch<boolean>('*[_id == "newsPage"][0].bannerText == $banner', { banner })
    try {
      await signIn(page, lake, 'editor', '/structure/newsArticle')
      const id = await writeEntry(page, title)
      const storedTitle = async () => String((await client.getDocument(id))?.['title'])

      await test.step('a draft is seen in the preview and nowhere else', async () => {
        await expectPreview(page, slug, title)
        await expectBeside(page, title)
        expect(await placesOf(request, slug, title)).toEqual(NOWHERE)
      })
      await test.step('a page that lost a field shows its last good version, and stops no other entry', async () => {
        expect(await newsList()).toContain(banner)
        await breakNewsPage(page, client)
        await publish(page, async () => (await storedTitle()) === title)
        await expect.poll(() => placesOf(request, slug, title), afterBuild).toEqual(EVERYWHERE)
        expect(await newsList()).toContain(banner)
      })
      await test.step('after the page is corrected, its new text is on the site', async () => {
        await setBanner(mended)
        await expect.poll(newsList, afterBuild).toContain(mended)
        await expect(failure(page)).toHaveCount(0, afterBuild)
        const status = page.getByRole('status').filter({ hasText: 'Website:' })
        await expect(status).toContainText('Website: up to date', afterBuild)
        const visitor = await (await browser.newContext()).newPage()
        await visitor.goto(`/news/${slug}`)
        await expectEntry(visitor, title)
        await expect(previewBanner(visitor)).toHaveCount(0)
        const hotspot = await client.fetch<number>('*[_id == $id][0].image.hotspot.x', { id })
        expect(hotspot).toBeLessThan(0.5)
      })
      await test.step('a change of the entry reaches the site', async () => {
        await headline(page).fill(changed)
        await publish(page, async () => (await storedTitle()) === changed)
        await expect.poll(() => placesOf(request, slug, changed), afterBuild).toEqual(EVERYWHERE)
      })
      await test.step('the form says where the entry is live; a new address leaves a redirect', async () => {
        const address = page.getByLabel('Address', { exact: true })
        await address.fill('')
        await address.pressSequentially(renamed)
        const storedSlug = () => client.fetch<string>('*[_id == $id][0].slug.current', { id })
        await publish(page, async () => (await storedSlug()) === renamed)
        await expect(page.getByRole('link', { name: `/news/${renamed}` })).toBeVisible(afterBuild)
        expect((await read(request, `/news/${renamed}`)).text).toContain(changed)
        const old = await request.get(`/news/${slug}`, { maxRedirects: 0 })
        expect([old.status(), old.headers()['location']]).toEqual([301, `/news/${renamed}`])
      })
      await test.step('an unpublished entry is gone from the site', async () => {
        await unpublish(page)
        await setBanner(banner)
        await expect.poll(() => placesOf(request, renamed, title), afterBuild).toEqual(NOWHERE)
      })
    } finally {
      await client.delete({
        query: '*[_type == "redirect" && from == $old]',
        params: { old: `/news/${slug}` },
      })
      if (!(await isRestored())) await setBanner(banner)
      await removeNews(client, title)
    }
    await expect.poll(newsList, afterBuild).not.toContain(mended)
  })
})
