import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { lakeClient } from '#tests/e2e/support/lake.ts'

export type Draft = { _id: string; _type: string; slug?: { current: string } } & Record<
  string,
  unknown
>

/** A draft of the test's own that was never published. */
export function newEntry(
  more: Record<string, unknown> = {},
): Draft & { title: string; path: string } {
  const name = `e2e-preview-${randomBytes(5).toString('hex')}`
  return {
    _id: `drafts.${name}`,
    _type: 'newsArticle',
    title: `Draft ${name}`,
    slug: { _type: 'slug', current: name },
    // Newer than the samples: on the first page of the news.
    publishedOn: '2099-01-02',
    body: [paragraph('Nobody has read this yet.')],
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

/** Writes a draft into the lake, until `removeDrafts`. */
export async function store({ path: _path, ...draft }: Draft & { path?: string }): Promise<void> {
  stored.push(draft._id)
  await lakeClient().createOrReplace(draft)
}

/** Takes out what this test wrote. */
export async function removeDrafts(): Promise<void> {
  for (const id of stored.splice(0)) await lakeClient().delete(id)
}

/** The address that the Studio's Preview action opens. */
export async function link(path: string): Promise<{ href: string; secret: string }> {
  const { secret } = await createPreviewSecret(lakeClient(), 'e2e', 'http://127.0.0.1:3333/studio')
  const asked = new URLSearchParams({
    'sanity-preview-secret': secret,
    'sanity-preview-pathname': path,
  })
  return { href: `/preview/start?${asked}`, secret }
}
export const open = async (page: Page, path: string) => page.goto((await link(path)).href)

/** What somebody without the cookie gets, in a browser of his own. */
export async function asPublic<Value>(browser: Browser, look: (page: Page) => Promise<Value>) {
  const context = await browser.newContext()
  try {
    return await look(await context.newPage())
  } finally {
    await context.close()
  }
}

export const banner = (page: Page) => page.getByRole('complementary', { name: 'Preview' })
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
