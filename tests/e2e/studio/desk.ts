import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import {
  accountOf,
  asksOutside,
  type NewsEntry,
  publishedEntry,
  studioAddress,
} from '#tests/e2e/studio/staff.ts'
import { headline } from '#tests/e2e/studio/writing.ts'
import { lakeClient } from '#tests/e2e/support/lake.ts'
import { addresses } from '#tests/e2e/support/site.ts'
import { test as base } from '#tests/e2e/support/test.ts'

type Fixtures = {
  /** Reads and writes everything, past the Studio. */
  client: SanityClient
  /** A published entry of the test's own; it goes at the end, with its draft, copies, picture and what refers to it. */
  entry: NewsEntry
}

/** A test at an editor's desk: nothing that only Sanity's servers could answer counts as an error. */
export const test = base.extend<Fixtures>({
  expectedErrors: async ({ expectedErrors }, use) => {
    expectedErrors.push(...asksOutside)
    await use(expectedErrors)
  },
  client: async ({ browserName: _ }, use) => {
    await use(lakeClient())
  },
  entry: async ({ client }, use) => {
    const entry = await publishedEntry()
    await use(entry)
    const query = `*[_id in [$name, "drafts." + $name] || slug.current == $name || title == $page
      || originalFilename == $picture]`
    const params = { name: entry._id, page: pageAbout(entry), picture: pictureOf(entry) }
    await client.delete({ query, params })
  },
})

/** The name of a picture that a test uploads for its entry. */
export const pictureOf = (entry: NewsEntry) => `${entry._id}.png`

/** The title of a page that a test makes refer to its entry. */
export const pageAbout = (entry: NewsEntry) => `Page about ${entry._id}`

/** The Studio is built in the background, after `npm start` is ready. */
export async function untilStudioIsBuilt(request: APIRequestContext): Promise<void> {
  const status = async () => (await request.get(studioAddress())).status()
  await expect.poll(status, { timeout: 230_000, intervals: [500] }).toBe(200)
}

/** Signs in without the page for it, which has tests of its own. */
export async function signInByRequest(
  context: BrowserContext,
  { email, password } = accountOf('editor'),
  origin = addresses().lake,
): Promise<void> {
  const answer = await context.request.post(`${origin}/studio-login`, {
    headers: { origin },
    form: { email, password, destination: '/studio' },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(303)
}

/** Seconds on a free machine; the one that runs this has other work. */
export const firstLoad = { timeout: 60_000 }

/** Opens the form of an entry, to be read. */
export async function openToRead(page: Page, entry: NewsEntry, origin?: string): Promise<void> {
  const path = `/structure/newsArticle;${entry._id}`
  await page.goto(origin === undefined ? studioAddress(path) : `${origin}/studio${path}`)
  await expect(headline(page)).toHaveValue(entry.title, firstLoad)
}

/** Opens the form of an entry and waits until it may be edited, which comes after its text. */
export async function openForm(page: Page, entry: NewsEntry, origin?: string): Promise<void> {
  await openToRead(page, entry, origin)
  await expect(headline(page)).toBeEditable(firstLoad)
}

export const draftOf = ({ _id }: NewsEntry) => `drafts.${_id}`

/** One field of a stored document, for `expect.poll`; undefined when there is no such document. */
export async function stored(client: SanityClient, id: string, field = 'title'): Promise<unknown> {
  return (await client.getDocument(id))?.[field]
}

export const publishButton = (page: Page) => page.getByTestId('action-publish')

/** The Studio says in an attribute of its own whether Publish does anything; the reason is in a tooltip. */
export async function expectPublishable(page: Page, can: boolean): Promise<void> {
  await expect(publishButton(page)).toHaveAttribute('data-disabled', String(!can))
}

/** Goes on with the Tab key until something has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const hasFocus = () => wanted.evaluate((element) => element.contains(document.activeElement))
  for (let presses = 0; presses < 60 && !(await hasFocus()); presses += 1)
    await page.keyboard.press('Tab')
  expect(await hasFocus()).toBe(true)
}

/** Goes down a list with the arrow key until an item is the active one. */
export async function arrowTo(page: Page, option: Locator): Promise<void> {
  const isActive = () =>
    option.evaluate(
      ({ id }) => document.activeElement?.getAttribute('aria-activedescendant') === id,
    )
  for (let presses = 0; presses < 20 && !(await isActive()); presses += 1)
    await page.keyboard.press('ArrowDown')
  expect(await isActive()).toBe(true)
}
