import { expect } from '@playwright/test'
import {
  expectPublishable,
  firstLoad,
  openStudio,
  stored,
  editorTest as test,
} from '#tests/e2e/studio/desk.ts'
import { publish } from '#tests/e2e/studio/writing.ts'

type Entry = { label: string; place?: string; link?: { page?: { _ref: string }; phone?: string } }

/** An editor adds a policy, and gives it a place in the footer. */
test.describe('menus in the Studio', () => {
  test('SITE-18 CMS-02 CMS-24 a page that is in no menu says so, is added, a link dials, and a fixed entry cannot be removed', async ({
    page,
    lake,
    client,
  }) => {
    const [sample] = await client.fetch<{ _id: string }[]>('*[_id == "policy-cookies"]')
    const slug = { _type: 'slug', current: 'safeguarding' }
    const policy = { ...sample, _id: 'policy-safeguarding', title: 'Safeguarding', slug }
    await client.createOrReplace(policy as never)
    const before = await client.getDocument('menus')
    try {
      await openStudio(page, lake, '/structure/policy;policy-safeguarding')
      await expect(page.getByText('This page is in no menu')).toBeVisible(firstLoad)
      await page.getByRole('link', { name: 'Open “Menus and footer”' }).click()
      await page.getByRole('tab', { name: 'Footer' }).click(firstLoad)
      const last = page.getByTestId('field-legal')
      await last.getByRole('button', { name: 'Add item' }).click()
      const dialog = page.getByRole('dialog', { name: /Policies and other links/ })
      await dialog.getByLabel('Words').fill('Safeguarding')
      await dialog.getByLabel('A page of this site').check()
      await dialog.getByTestId('autocomplete').fill('Safeguarding')
      await page
        .getByTestId('autocomplete-popover')
        .getByRole('option')
        .filter({ has: page.getByText('Safeguarding', { exact: true }) })
        .click(firstLoad)
      await dialog.getByRole('button', { name: 'Close dialog' }).click()

      await last.getByRole('button', { name: 'Add item' }).click()
      await dialog.getByLabel('Words').fill('Call 111')
      await dialog.getByLabel('A file to download').check()
      const file = dialog.getByTestId('file-button-input')
      await expect(file).toHaveAttribute('accept', /^\.pdf,.*\.docx/)
      await dialog.getByLabel('A telephone number').check()
      await dialog.getByLabel('Telephone number', { exact: true }).fill('call 111')
      await expectPublishable(page, false)
      await dialog.getByLabel('Telephone number', { exact: true }).fill('111')
      await dialog.getByRole('button', { name: 'Close dialog' }).click()
      const legal = async () =>
        ((await stored(client, 'menus', 'legal')) as Entry[])
          .slice(-2)
          .map(({ link }) => link?.page?._ref ?? link?.phone)
      const added = `${policy._id} 111`
      await publish(page, async () => (await legal()).join(' ') === added)

      await page.getByRole('tab', { name: 'Main menu' }).click()
      const main = page.getByTestId('field-main')
      await main.getByRole('button', { name: /HOME/ }).first().click()
      await page.getByRole('dialog').getByLabel('Words').fill('START')
      await page.getByRole('dialog').getByRole('button', { name: 'Close dialog' }).click()
      const first = async () => ((await stored(client, 'menus', 'main')) as Entry[])[0]?.label
      await publish(page, async () => (await first()) === 'START')
      await main.getByTestId('array-item-menu-button').first().click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await expectPublishable(page, false)
      await page.getByRole('button', { name: 'Validation' }).click()
      await expect(page.getByRole('complementary')).toContainText('The website always has “HOME”')
      await page.getByRole('button', { name: 'Close validation' }).click()

      await openStudio(page, lake, '/structure/policy;policy-safeguarding')
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue(policy.title, firstLoad)
      await expect(page.getByText('This page is in no menu')).toBeHidden()
    } finally {
      await client.createOrReplace(before as never)
      await client.delete({ query: '*[_id in ["drafts.menus", "policy-safeguarding"]]' })
    }
  })
})
