import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { lakeClient } from '#tests/e2e/support/lake.ts'
import { addresses, dataDir } from '#tests/e2e/support/site.ts'

type Account = { readonly email: string; readonly password: string }
export type NewsEntry = { readonly _id: string; readonly title: string }

export const studioAddress = (path = '') => `${addresses().lake}/studio${path}`

const read = (file: string) => JSON.parse(readFileSync(join(dataDir(), file), 'utf8')) as unknown

export function accountOf(role: 'editor' | 'viewer'): Account {
  const { studio } = read('sample-accounts.json') as { studio: Account & { viewer: Account } }
  return role === 'editor' ? studio : studio.viewer
}

/** What only Sanity's own servers could answer: the Studio asks, and our policy or the lake says no. */
export const asksOutside: RegExp[] = [
  /https:\/\/(design-system-static\.sanity\.io|sanity-cdn\.com|api\.sanity\.io)\/.*(Content Security Policy|content security policy)/,
  /Failed to fetch version for package/,
  /status of 404/,
]

/** Signs in on the Studio's own page and goes on to where the visitor wanted to be. */
export async function signIn(page: Page, role: 'editor' | 'viewer', path = ''): Promise<void> {
  const { email, password } = accountOf(role)
  await page.goto(studioAddress(path))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A published entry of the test's own, put there by the access token. */
export async function publishedEntry(): Promise<NewsEntry> {
  const name = `e2e-${randomBytes(6).toString('hex')}`
  const entry = { _id: name, title: `Entry ${name}` }
  const document = {
    ...entry,
    _type: 'newsArticle',
    slug: { _type: 'slug', current: name },
    publishedOn: '2020-02-03',
    link: { _type: 'link', kind: 'page', path: '/events' },
  }
  await lakeClient().create(document)
  return entry
}

/** Takes an entry away again, with its draft. */
export async function removeEntry(id: string): Promise<void> {
  await lakeClient().transaction().delete(`drafts.${id}`).delete(id).commit()
}

/** The ids and titles of published entries with this title or id, as every visitor may read them. */
export async function published(titleOrId: string): Promise<NewsEntry[]> {
  const query = '*[_type == "newsArticle" && (title == $wanted || _id == $wanted)]{_id, title}'
  const parameters = new URLSearchParams({ query, $wanted: JSON.stringify(titleOrId) })
  const answer = await fetch(
    `${addresses().lake}/v2026-11-01/data/query/production?${parameters}&perspective=published`,
  )
  return ((await answer.json()) as { result: NewsEntry[] }).result
}
