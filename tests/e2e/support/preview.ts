import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { lakeClient } from '#tests/e2e/support/lake.ts'

export type Draft = { _id: string; _type: string; slug?: { current: string } } & Record<
  string,
  unknown
>

/** A draft of a news entry that was never published. */
export function newEntry(
  more: Record<string, unknown> = {},
): Draft & { title: string; path: string } {
  const name = `e2e-preview-${randomBytes(5).toString('hex')}`
  return {
    _id: `drafts.${name}`,
    _type: 'newsArticle',
    title: `Draft ${name}`,
    slug: { _type: 'slug', current: name },
    // Newer than the sample entries, so that it is on the first page of the news.
    publishedOn: '2099-01-02',
    body: [paragraph('This text is a draft.')],
    path: `/news/${name}`,
    ...more,
  } as Draft & { title: string; path: string }
}

export const paragraph = (text: string, more: object = {}) => ({
  _key: randomBytes(4).toString('hex'),
  _type: 'block',
  style: 'normal',
  markDefs: [],
  children: [{ _key: 's', _type: 'span', text, marks: [] }],
  ...more,
})

const stored: string[] = []

/** Writes a draft into the lake; `removeDrafts` deletes it. */
export async function store({ path: _path, ...draft }: Draft & { path?: string }): Promise<void> {
  stored.push(draft._id)
  await lakeClient().createOrReplace(draft)
}

/** Stores a draft of the home page: the published one with `changes`. */
export async function storeHomePage(changes: Record<string, unknown>): Promise<void> {
  const published = (await lakeClient().getDocument('homePage')) as Draft
  await store({ ...published, _id: 'drafts.homePage', ...changes })
}

/** Deletes the drafts that this test stored. */
export async function removeDrafts(): Promise<void> {
  for (const id of stored.splice(0)) await lakeClient().delete(id)
}

/** The URL that the Studio's Preview action opens, with a new single-use secret. */
export async function previewLink(path: string): Promise<{ href: string; secret: string }> {
  const { secret } = await createPreviewSecret(lakeClient(), 'e2e', 'http://127.0.0.1:3333/studio')
  const query = new URLSearchParams({
    'sanity-preview-secret': secret,
    'sanity-preview-pathname': path,
  })
  return { href: `/preview/start?${query}`, secret }
}
export const openPreview = async (page: Page, path: string) =>
  page.goto((await previewLink(path)).href)

/** Runs `check` on a page of a visitor: a new browser context without the preview cookie. */
export async function asVisitor<Value>(browser: Browser, check: (page: Page) => Promise<Value>) {
  const context = await browser.newContext()
  try {
    return await check(await context.newPage())
  } finally {
    await context.close()
  }
}

export const banner = (page: Page) => page.getByRole('complementary', { name: 'Preview' })
export const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
