import { expect, type Page } from '@playwright/test'
import {
  draftOf,
  firstLoad,
  openForm,
  openStudio,
  pageAbout,
  stored,
  editorTest as test,
} from '#tests/e2e/studio/desk.ts'
import { published } from '#tests/e2e/studio/staff.ts'
import { removeNews } from '#tests/e2e/studio/studio-lake.ts'
import {
  beginNews,
  choose,
  fillAddressAndDate,
  headline,
  openActions,
  publish,
} from '#tests/e2e/studio/writing.ts'

/** Sanity's menu of offers and versions is hidden, and nothing leads to the vendor, in the bar or in the menu of the user. */
async function expectNoVendor(page: Page): Promise<void> {
  for (const selector of ['#menu-button-resources', '[data-ui="ReleasesNav"]']) {
    const part = page.locator(selector).first()
    await expect(part, 'Sanity has it under this name').toBeAttached()
    await expect(part).toBeHidden()
  }
  await page.locator('#user-menu').click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  const vendor = page.locator('a[href*="sanity.io"], a[href*="sanity.com"]')
  await expect(vendor.filter({ visible: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
}

/** An editor works with documents in the built Studio. */
test.describe('editing in the Studio', () => {
  test('CMS-02 CMS-05 CMS-12 an editor creates an entry, which has no preview before its address, deletes and restores it', async ({
    page,
    lake,
    client,
  }) => {
    const title = `Created ${Date.now()}`
    try {
      await openStudio(page, lake, '/structure/newsArticle')
      await beginNews(page, title)
      await openActions(page)
      const preview = page.getByRole('menuitem', { name: /^Preview/ })
      await expect(preview).toBeDisabled()
      await expect(preview).toHaveText('Preview: fill in “Address” first')
      await page.keyboard.press('Escape')
      await expect(preview).toBeHidden()

      await fillAddressAndDate(page, '03 February 2020')
      await page.getByLabel('Another website').check()
      await page.getByLabel('Address of the other website').fill('https://example.org/report')
      await publish(page, async () => (await published(lake, title)).length === 1)

      await choose(page, 'Delete')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Delete/ })
        .last()
        .click()
      await expect.poll(() => published(lake, title)).toEqual([])

      await openStudio(page, lake, '/structure/recently-deleted')
      await page.getByRole('button', { name: `Restore ${title}` }).click()
      await expect(headline(page)).toHaveValue(title, firstLoad)
      await expect(headline(page)).toBeEditable(firstLoad)
    } finally {
      await removeNews(client, title)
    }
  })

  test('CMS-02 CMS-12 CMS-13 an editor opens a draft from the start page, discards changes, unpublishes and duplicates', async ({
    page,
    lake,
    entry,
    client,
  }) => {
    await openForm(page, lake, entry)
    await headline(page).fill('Changed, and not to stay')
    await expect.poll(() => stored(client, draftOf(entry))).toBe('Changed, and not to stay')
    await openStudio(page, lake, '')
    const drafts = page.getByRole('region', { name: 'My drafts' })
    await expect(drafts).toBeVisible(firstLoad)
    await expectNoVendor(page)
    await drafts.getByRole('link', { name: 'Changed, and not to stay' }).click()
    await expect(headline(page)).toHaveValue('Changed, and not to stay', firstLoad)
    await choose(page, 'Discard changes')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await expect(headline(page)).toHaveValue(entry.title)
    expect(await client.getDocument(draftOf(entry))).toBeUndefined()

    await choose(page, 'Unpublish')
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish', exact: true }).click()
    await expect.poll(() => published(lake, entry._id)).toEqual([])
    await expect(headline(page)).toHaveValue(entry.title)
    await expect(headline(page)).toBeEditable()
    const { _id, _rev, _createdAt, _updatedAt, ...content } =
      (await client.getDocument(draftOf(entry))) ?? {}
    expect(content).toMatchObject({ title: entry.title, publishedOn: '2020-02-03' })

    await choose(page, 'Duplicate')
    await expect(page).not.toHaveURL(new RegExp(entry._id))
    await expect(headline(page)).toHaveValue(entry.title)
    const copies = await client.fetch('*[slug.current == $name && _id != $draft]', {
      name: entry._id,
      draft: draftOf(entry),
    })
    expect(copies).toMatchObject([{ _id: expect.stringMatching(/^drafts\./), ...content }])
  })

  test('CMS-06 a page with a place in the program keeps its address, and cannot be deleted, copied or unpublished', async ({
    page,
    lake,
  }) => {
    await openStudio(page, lake, '/intent/edit/id=page-support;type=page/')
    const address = page.getByRole('textbox', { name: 'Address', exact: true })
    await expect(address).toHaveValue('/support-us', firstLoad)
    await expect(address).not.toBeEditable(firstLoad)
    await expect(page.getByText('The website needs this page at this address')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeEditable()
    await openActions(page)
    await expect(page.getByRole('menuitem', { name: 'Preview' })).toBeVisible()
    for (const name of ['Delete', 'Duplicate', 'Unpublish'])
      await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByTestId('document-header-Published-chip').click()
    await expect(page.getByTestId('action-unpublish')).toHaveCount(0)
  })

  test('CMS-02 CMS-07 an editor who deletes is told of the documents that use it, and its old address holds nothing', async ({
    page,
    lake,
    entry,
    client,
  }) => {
    const pinnedEntry = { _type: 'reference', _ref: entry._id }
    const newsPage = { _type: 'newsPage', title: pageAbout(entry), pinnedEntry }
    const { _id } = await client.create({ ...newsPage, _id: 'drafts.' })
    await openForm(page, lake, entry)
    await choose(page, 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete?' })
    await expect(dialog).toContainText(`“${entry.title}” is used in these documents`)
    await expect(dialog.getByRole('link')).toHaveText(pageAbout(entry))
    await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()

    await client.delete(_id)
    // The redirect from its old address, which the website makes.
    const target = { _type: 'reference', _ref: entry._id, _weak: true }
    const redirect = await client.create({ _type: 'redirect', from: '/news/before', target })
    await choose(page, 'Delete')
    await expect(dialog).toContainText('/news/before shows “page not found” until then')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => published(lake, entry._id)).toEqual([])
    await client.delete(redirect._id)
  })

  test('CMS-02 an editor restores an older revision from history', async ({
    page,
    lake,
    entry,
    client,
  }) => {
    await openForm(page, lake, entry)
    await headline(page).fill('Published too early')
    await publish(page, async () => (await stored(client, entry._id)) === 'Published too early')
    await page.getByTestId('pane-context-menu-button').last().click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    const revisions = page.getByTestId('timeline-item-button')
    await revisions.filter({ hasText: 'Live edited' }).click()
    await expect(headline(page)).toHaveValue(entry.title)
    await expect(headline(page)).not.toBeEditable()
    await page.getByRole('button', { name: 'Revert to revision' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(() => stored(client, draftOf(entry))).toBe(entry.title)
    expect(await stored(client, entry._id)).toBe('Published too early')
    await expect(headline(page)).toHaveValue(entry.title)
    await expect(headline(page)).toBeEditable()
  })
})
