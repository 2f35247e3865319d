import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import {
  asksOutside,
  type NewsEntry,
  published,
  publishedEntry,
  removeEntry,
  signIn,
  studioAddress,
} from '#tests/e2e/studio/staff.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

/** The built Studio, unmodified, against the local lake. */
test.describe('the Studio', () => {
  test.describe.configure({ mode: 'parallel', timeout: 90_000 })

  test.beforeAll('the Studio is built in the background', async ({ request }) => {
    test.setTimeout(240_000)
    const status = async () => (await request.get(studioAddress())).status()
    await expect.poll(status, { timeout: 230_000, intervals: [500] }).toBe(200)
  })

  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(...asksOutside)
  })

  /** Seven seconds here alone; the machine that runs this has other work. */
  const firstLoad = { timeout: 40_000 }
  const formOf = (entry: NewsEntry) => `/structure/newsArticle;${entry._id}`
  const headline = (page: Page) => page.getByLabel('Headline')
  /** The Studio drops a press that comes while it still checks the last field; an editor presses again. */
  const publish = async (page: Page, isDone: () => Promise<boolean>) => {
    const button = page.getByTestId('action-publish')
    const press = async () => {
      if (await button.isEnabled()) await button.click()
      await expect.poll(isDone, { timeout: 5_000 }).toBe(true)
    }
    await expect(press).toPass({ timeout: 40_000 })
  }

  test('CMS-01 CMS-02 an editor signs in, changes a headline and publishes it', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 401/)
    const entry = await publishedEntry()
    await page.goto(studioAddress(formOf(entry)))
    await expectAccessible(page)
    await page.getByLabel('E-mail').fill('editor@halyard.example')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toHaveText('E-mail or password is not right.')
    await expectAccessible(page)

    await signIn(page, 'editor', formOf(entry))
    await expect(headline(page)).toHaveValue(entry.title, firstLoad)
    await expect(page.getByText('In the archive under February 2020')).toBeVisible()
    await headline(page).fill(`${entry.title}, changed`)
    expect(await published(entry._id)).toEqual([entry])
    await publish(page, async () => (await published(`${entry.title}, changed`)).length === 1)
    await removeEntry(entry._id)
  })

  test('CMS-02 an editor creates an entry, and deletes it', async ({ page }) => {
    const title = `Created ${Date.now()}`
    await signIn(page, 'editor', '/structure/newsArticle')
    await page.getByRole('button', { name: 'Create new document' }).click()
    await page.getByRole('link', { name: 'News', exact: true }).last().click()
    await headline(page).fill(title)
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByLabel('Date', { exact: true }).fill('03 February 2020')
    await page.getByLabel('Date', { exact: true }).press('Enter')
    await page.getByLabel('Another website').check()
    await page.getByLabel('Address of the other website').fill('https://example.org/report')
    await publish(page, async () => (await published(title)).length === 1)

    await page.getByTestId('action-menu-button').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .last()
      .click()
    await expect.poll(() => published(title)).toEqual([])
  })

  test('CMS-02 a viewer reads and cannot change anything', async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 403/)
    const entry = await publishedEntry()
    await signIn(page, 'viewer', formOf(entry))
    await expect(headline(page)).toHaveValue(entry.title, firstLoad)
    await expect(headline(page)).not.toBeEditable()
    const refused = await page.evaluate(async () => {
      const body = JSON.stringify({ mutations: [{ create: { _type: 'newsArticle' } }] })
      return (await fetch('/v2026-11-01/data/mutate/production', { method: 'POST', body })).status
    })
    expect(refused).toBe(403)
    await removeEntry(entry._id)
  })

  test('CMS-02 what one tab writes stands in the other', async ({ page, context }) => {
    const entry = await publishedEntry()
    await signIn(page, 'editor', formOf(entry))
    await expect(headline(page)).toHaveValue(entry.title, firstLoad)
    const other = await context.newPage()
    await other.goto(studioAddress(formOf(entry)))
    await expect(headline(other)).toHaveValue(entry.title, firstLoad)
    await headline(page).fill('Written in the first tab')
    await expect(headline(other)).toHaveValue('Written in the first tab')
    await headline(other).fill('Written in the second tab')
    await expect(headline(page)).toHaveValue('Written in the second tab')
    await removeEntry(entry._id)
  })
})
