import { randomBytes } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import type { Role, StudioLake } from '#tests/e2e/studio/studio-lake.ts'

export type NewsEntry = { readonly _id: string; readonly title: string }

/** Requests that only Sanity's own servers could answer: blocked by our policy or answered 404 by the lake. */
export const asksOutside: RegExp[] = [
  /https:\/\/(design-system-static\.sanity\.io|sanity-cdn\.com|api\.sanity\.io)\/.*(Content Security Policy|content security policy)/,
  /Failed to fetch version for package/,
  /status of 404/,
]

/**
 * The Studio gives each initial value ten seconds by a timer of its own, and a page on a busy machine can need longer. Only
 * this timer's error has no message: any other reason still fails a test.
 */
export const tooBusy = /^Failed to resolve initial value for template "\w+": Error on /

/** Signs in on the Studio's sign-in page, which then opens `path` of the Studio. */
export async function signIn(
  page: Page,
  { origin, accounts }: StudioLake,
  role: Role,
  path = '',
): Promise<void> {
  const { email, password } = accounts[role]
  await page.goto(`${origin}/studio${path}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs an editor in by a request, without the sign-in page. */
export async function signInByRequest(
  context: BrowserContext,
  { origin, accounts }: Pick<StudioLake, 'origin' | 'accounts'>,
): Promise<void> {
  const answer = await context.request.post(`${origin}/studio-login`, {
    headers: { origin },
    form: { ...accounts.editor, destination: '/studio' },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(303)
}

/** Creates a published entry, which belongs to one test. */
export async function publishedEntry(client: SanityClient): Promise<NewsEntry> {
  const name = `e2e-${randomBytes(6).toString('hex')}`
  const entry = { _id: name, title: `Entry ${name}` }
  const document = {
    ...entry,
    _type: 'newsArticle',
    slug: { _type: 'slug', current: name },
    publishedOn: '2020-02-03',
    link: { _type: 'link', kind: 'page', path: '/events' },
  }
  await client.create(document)
  return entry
}

/** The published entries with this title or id, read without a session as visitors do. */
export async function published({ origin }: StudioLake, titleOrId: string): Promise<NewsEntry[]> {
  const query = '*[_type == "newsArticle" && (title == $wanted || _id == $wanted)]{_id, title}'
  const parameters = new URLSearchParams({ query, $wanted: JSON.stringify(titleOrId) })
  const answer = await fetch(
    `${origin}/v2026-11-01/data/query/production?${parameters}&perspective=published`,
  )
  return ((await answer.json()) as { result: NewsEntry[] }).result
}
