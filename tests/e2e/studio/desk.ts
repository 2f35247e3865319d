import { devices, expect, type Locator, type Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import sharp from 'sharp'
import { isBuilt } from '#local/runtime/build.ts'
import { studioCodeHash } from '#shared/node/build-hash.ts'
import {
  asksOutside,
  type NewsEntry,
  publishedEntry,
  signInByRequest,
  tooBusy,
} from '#tests/e2e/studio/staff.ts'
import { builtStudio, type StudioLake, startOwnLake } from '#tests/e2e/studio/studio-lake.ts'
import { headline } from '#tests/e2e/studio/writing.ts'
import { addresses } from '#tests/e2e/support/site.ts'
import { test as base } from '#tests/e2e/support/test.ts'

/** `npm start` builds the Studio after it has reported ready. */
const BUILT_WITHIN = 240_000
/** Loading the Studio for the first time, on a busy machine. */
const LOADED_WITHIN = 170_000

type Fixtures = {
  /** Has the access token: reads and writes everything, without the Studio. */
  client: SanityClient
  /** A published entry that belongs to one test. Deleted afterwards with its draft, copies, image and referring page. */
  entry: NewsEntry
}

type WorkerFixtures = {
  /** Waits until the Studio is built, before the first test. */
  studioBuild: undefined
  /** The lake that serves the Studio: one process for all tests of a worker. */
  lake: StudioLake
}

/** A Studio test in a new browser context. Errors of requests that only Sanity's servers can answer are expected. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  studioBuild: [
    async ({ browserName: _ }, use) => {
      await untilStudioIsBuilt()
      await use(undefined)
    },
    { scope: 'worker', auto: true, timeout: BUILT_WITHIN },
  ],
  lake: [
    async ({ browserName: _ }, use) => {
      const { stop, ...lake } = await startOwnLake()
      await use(lake)
      await stop()
    },
    { scope: 'worker' },
  ],
  expectedErrors: async ({ expectedErrors }, use) => {
    expectedErrors.push(...asksOutside, tooBusy)
    await use(expectedErrors)
  },
  client: async ({ lake }, use) => {
    await use(lake.client)
  },
  entry: async ({ client }, use) => {
    const entry = await publishedEntry(client)
    await use(entry)
    const query = `*[_id in [$name, "drafts." + $name] || slug.current == $name || title == $page
      || originalFilename == $picture]`
    const params = { name: entry._id, page: pageAbout(entry), picture: pictureOf(entry) }
    await client.delete({ query, params })
  },
})

/**
 * A Studio test as a signed-in editor. All tests of a worker share one tab: loading the Studio takes seconds of CPU
 * time, changing to another document does not. What depends on the load or on the sign-in uses `test`.
 */
export const editorTest = test.extend<object, { editorPage: Page }>({
  editorPage: [
    async ({ browser, lake, studioBuild: _ }, use) => {
      const context = await browser.newContext(devices['Desktop Chrome'])
      await signInByRequest(context, lake)
      const page = await context.newPage()
      await loadStudio(page, lake)
      await use(page)
      await context.close()
    },
    { scope: 'worker', timeout: LOADED_WITHIN },
  ],
  context: async ({ editorPage }, use) => {
    await use(editorPage.context())
  },
  page: async ({ editorPage }, use) => {
    await use(editorPage)
  },
})

/** Loads the Studio with the form of an entry: within the time of the fixture, not of the first step of a test. */
async function loadStudio(page: Page, { origin, client }: StudioLake): Promise<void> {
  const id = await client.fetch<string>(
    '*[_type == "newsArticle" && !(_id in path("drafts.**"))][0]._id',
  )
  await page.goto(`${origin}/studio/structure/newsArticle;${id}`)
  await expect(headline(page)).toBeEditable({ timeout: LOADED_WITHIN })
}

/** The name of an image that a test uploads for its entry. */
export const pictureOf = (entry: NewsEntry) => `${entry._id}.png`

/** An image with new content: the lake stores equal files as one asset. */
export async function newPicture(): Promise<Buffer> {
  const part = () => Math.floor(Math.random() * 256)
  const background = { r: part(), g: part(), b: part() }
  return await sharp({ create: { width: 803, height: 601, channels: 3, background } })
    .png()
    .toBuffer()
}

/** The title of a page that a test makes refer to its entry. */
export const pageAbout = (entry: NewsEntry) => `Page about ${entry._id}`

/** An outdated build does not count. */
async function untilStudioIsBuilt(): Promise<void> {
  const code = studioCodeHash(process.cwd(), addresses().site)
  await expect.poll(() => isBuilt(builtStudio(), code), { timeout: BUILT_WITHIN }).toBe(true)
}

/** Loading the Studio takes seconds of CPU time; other processes may compete for it. */
export const firstLoad = { timeout: 120_000 }

/** Opens a path of the Studio. A tab that shows the Studio changes to it as the browser's Back button does. */
export async function openStudio(page: Page, { origin }: StudioLake, path: string): Promise<void> {
  const address = `${origin}/studio${path}`
  if (!page.url().startsWith(`${origin}/studio`)) {
    await page.goto(address)
    return
  }
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

export const formOf = ({ _id }: NewsEntry) => `/structure/newsArticle;${_id}`

/** Opens the form of an entry and waits until it can be edited, which is later than its text shows. */
export async function openForm(page: Page, lake: StudioLake, entry: NewsEntry): Promise<void> {
  await openStudio(page, lake, formOf(entry))
  await expect(headline(page)).toHaveValue(entry.title, firstLoad)
  await expect(headline(page)).toBeEditable(firstLoad)
}

export const draftOf = ({ _id }: NewsEntry) => `drafts.${_id}`

/** One field of a stored document, for `expect.poll`; undefined when there is no such document. */
export async function stored(client: SanityClient, id: string, field = 'title'): Promise<unknown> {
  return (await client.getDocument(id))?.[field]
}

export const publishButton = (page: Page) => page.getByTestId('action-publish')

/** The button is never `disabled`: an attribute of the Studio says whether it works, a tooltip says why not. */
export async function expectPublishable(page: Page, can: boolean): Promise<void> {
  await expect(publishButton(page)).toHaveAttribute('data-disabled', String(!can))
}

/** Presses Tab until the focus is on or inside `wanted`. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const hasFocus = () => wanted.evaluate((element) => element.contains(document.activeElement))
  for (let presses = 0; presses < 60 && !(await hasFocus()); presses += 1)
    await page.keyboard.press('Tab')
  expect(await hasFocus()).toBe(true)
}

/** Presses the down arrow until `option` is the active item of its list. */
export async function arrowTo(page: Page, option: Locator): Promise<void> {
  const isActive = () =>
    option.evaluate(
      ({ id }) => document.activeElement?.getAttribute('aria-activedescendant') === id,
    )
  for (let presses = 0; presses < 20 && !(await isActive()); presses += 1)
    await page.keyboard.press('ArrowDown')
  expect(await isActive()).toBe(true)
}
