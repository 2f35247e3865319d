import { expect } from '@playwright/test'
import { firstLoad, test, untilStudioIsBuilt } from '#tests/e2e/studio/desk.ts'
import { type NewsEntry, published, signIn, studioAddress } from '#tests/e2e/studio/staff.ts'
import { choose, headline, publish } from '#tests/e2e/studio/writing.ts'
import { expectAccessible } from '#tests/e2e/support/test.ts'

/** The built Studio, unmodified, against the local lake. */
test.describe('the Studio', () => {
  test.describe.configure({ mode: 'parallel', timeout: 240_000, lock: 'studio' })

  test.beforeAll('the Studio is built in the background', async ({ request }) => {
    test.setTimeout(240_000)
    await untilStudioIsBuilt(request)
  })

  const formOf = (entry: NewsEntry) => `/structure/newsArticle;${entry._id}`

  test('CMS-01 CMS-02 an editor signs in, changes a headline and publishes it', async ({
    page,
    entry,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 401/)
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
  })

  test('CMS-02 an editor creates an entry, and deletes it', async ({ page }) => {
    const title = `Created ${Date.now()}`
    await signIn(page, 'editor', '/structure/newsArticle')
    await page.getByRole('button', { name: 'Create new document' }).click()
    await page.getByTestId('create-new-newsArticle').click()
    await headline(page).fill(title)
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByLabel('Date', { exact: true }).fill('03 February 2020')
    await page.getByLabel('Date', { exact: true }).press('Enter')
    await page.getByLabel('Another website').check()
    await page.getByLabel('Address of the other website').fill('https://example.org/report')
    await publish(page, async () => (await published(title)).length === 1)

    await choose(page, 'Delete')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .last()
      .click()
    await expect.poll(() => published(title)).toEqual([])
  })

  test('CMS-02 a viewer reads and cannot change anything', async ({
    page,
    entry,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 403/)
    await signIn(page, 'viewer', formOf(entry))
    await expect(headline(page)).toHaveValue(entry.title, firstLoad)
    await expect(headline(page)).not.toBeEditable()
    const refused = await page.evaluate(async () => {
      const body = JSON.stringify({ mutations: [{ create: { _type: 'newsArticle' } }] })
      return (await fetch('/v2026-11-01/data/mutate/production', { method: 'POST', body })).status
    })
    expect(refused).toBe(403)
  })

  test('CMS-02 what one tab writes stands in the other', async ({ page, context, entry }) => {
    await signIn(page, 'editor', formOf(entry))
    await expect(headline(page)).toHaveValue(entry.title, firstLoad)
    const other = await context.newPage()
    await other.goto(studioAddress(formOf(entry)))
    await expect(headline(other)).toHaveValue(entry.title, firstLoad)
    await headline(page).fill('Written in the first tab')
    await expect(headline(other)).toHaveValue('Written in the first tab')
    await headline(other).fill('Written in the second tab')
    await expect(headline(page)).toHaveValue('Written in the second tab')
  })
})
