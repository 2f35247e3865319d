import { expect } from '@playwright/test'
import { firstLoad, openStudio, stored, editorTest as test } from '#tests/e2e/studio/desk.ts'
import { publish } from '#tests/e2e/studio/writing.ts'

test.describe('search results and shared links in the Studio', () => {
  test('SITE-20 CMS-02 an editor sees how a page is shown outside, changes its words and takes it from the lists', async ({
    page,
    lake,
    client,
  }) => {
    const before = await client.getDocument('policy-cookies')
    try {
      await openStudio(page, lake, '/structure/policy;policy-cookies')
      const title = page.getByLabel('Title', { exact: true })
      await expect(title).toHaveValue(String(before?.['title']), firstLoad)
      await page.getByRole('button', { name: 'Search engines and shared links' }).click()
      const found = page.getByRole('group', { name: 'In search results' })
      const link = page.getByRole('group', { name: 'As a shared link' })
      await expect(found).toContainText(`${before?.['title']} – Halyard Men’s Health`)
      await expect(found).toContainText('/cookies')
      await expect(link).toContainText(String(before?.['title']))
      await expect(link).toContainText('The picture of the charity')

      await page.getByLabel('Title in search results').fill('What we store, {Name of the charity}')
      await page.getByLabel('Description in search results').fill('Two cookies.')
      await expect(found).toContainText('What we store, Halyard Men’s Health')
      await expect(link).toContainText('Two cookies.')
      await page.getByLabel('Do not list').check({ force: true })
      await expect(page.getByText('do not list this page')).toBeVisible()
      const sharing = async () => await stored(client, 'policy-cookies', 'sharing')
      await publish(page, async () => (await sharing()) !== undefined)
      expect(await sharing()).toMatchObject({ description: 'Two cookies.', hidden: true })

      await openStudio(page, lake, '/structure/pages;homePage')
      await page.getByRole('button', { name: 'Search engines and shared links' }).click(firstLoad)
      await expect(found).toContainText('Halyard Men’s Health: PSA screening events near you')
      await expect(page.getByText('Picture for shared links')).toBeVisible()
      await expect(page.getByLabel(/^(Do not list|Title in search results)/)).toHaveCount(0)

      const id = await client.fetch<string>('*[_type == "patientStory"][0]._id')
      await openStudio(page, lake, `/structure/patientStory;${id}`)
      await expect(page.getByLabel('Short text on the card')).toBeVisible(firstLoad)
      await page.getByRole('button', { name: 'Search engines and shared links' }).click()
      await expect
        .poll(() => link.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    } finally {
      await client.createOrReplace(before as never)
      await client.delete({ query: '*[_id in ["drafts.policy-cookies", "drafts.homePage"]]' })
    }
  })
})
