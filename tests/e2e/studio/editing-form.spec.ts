import { expect } from '@playwright/test'
import {
  arrowTo,
  draftOf,
  expectPublishable,
  firstLoad,
  openForm,
  openStudio,
  publishButton,
  stored,
  tabTo,
  editorTest as test,
} from '#tests/e2e/studio/desk.ts'
import { published } from '#tests/e2e/studio/staff.ts'
import { headline, publish } from '#tests/e2e/studio/writing.ts'

/** An editor works in a form of the built Studio. */
test.describe('editing in the Studio', () => {
  test('CMS-02 two tabs show each other’s changes and agree after simultaneous edits', async ({
    page,
    context,
    lake,
    entry,
    client,
  }) => {
    const other = await context.newPage()
    await Promise.all([openForm(page, lake, entry), openForm(other, lake, entry)])
    await headline(page).fill('Written in the first tab')
    await expect(headline(other)).toHaveValue('Written in the first tab')
    await headline(other).fill('Written in the second tab')
    await expect(headline(page)).toHaveValue('Written in the second tab')

    const card = (tab: typeof page) => tab.getByLabel('Short text on the card')
    await headline(page).press('End')
    await Promise.all([
      headline(page).pressSequentially(', then in one tab', { delay: 60 }),
      card(other).pressSequentially('Written in the other.', { delay: 60 }),
    ])
    const title = 'Written in the second tab, then in one tab'
    for (const tab of [page, other]) {
      await expect(headline(tab)).toHaveValue(title)
      await expect(card(tab)).toHaveValue('Written in the other.')
    }
    await expect.poll(() => stored(client, draftOf(entry))).toBe(title)
    const text = () => stored(client, draftOf(entry), 'description')
    await expect.poll(text).toBe('Written in the other.')
    await other.close()
  })

  test('CMS-08 CMS-13 CMS-15 days are read as they are typed, what is no day is not published, and a time in the past asks', async ({
    page,
    lake,
    entry,
    client,
  }) => {
    await openForm(page, lake, entry)
    const inDraft = (field: string) => () => stored(client, draftOf(entry), field)
    const day = page.getByLabel('Date', { exact: true })
    await day.fill('26.11.19')
    await day.press('Enter')
    await expect.poll(inDraft('publishedOn')).toBe('2019-11-26')
    await expect(day).toHaveValue('26 November 2019')
    await expectPublishable(page, true)

    await day.fill('tomorrow')
    await day.press('Tab')
    await expectPublishable(page, false)
    await expect(day).toHaveValue('tomorrow')
    await page.getByRole('button', { name: 'Validation' }).click()
    await expect(page.getByRole('complementary')).toContainText('write it as 26/11/2026')
    await expect(page.getByRole('complementary')).not.toContainText(/ISO|DD MMMM/)
    await page.getByRole('button', { name: 'Close validation' }).click()
    await day.fill('3/2/2020')
    await day.press('Tab')
    await expect.poll(inDraft('publishedOn')).toBe('2020-02-03')

    const until = page.getByLabel('Show until', { exact: true })
    await until.fill('soon')
    await until.press('Tab')
    await expectPublishable(page, false)
    await until.fill('1/7/20 9am')
    await until.press('Tab')
    await expect.poll(inDraft('unpublishAt')).toBe('2020-07-01T08:00:00.000Z')
    await expectPublishable(page, true)
    await publishButton(page).click()
    await expect(
      page.getByText(/“Show until” is in the past.*Publish all the same\?/),
    ).toBeVisible()
    expect(await stored(client, entry._id, 'unpublishAt')).toBeUndefined()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect
      .poll(() => stored(client, entry._id, 'unpublishAt'))
      .toBe('2020-07-01T08:00:00.000Z')
  })

  test('CMS-02 a validation error blocks publishing with a clear message', async ({
    page,
    lake,
    entry,
    client,
  }) => {
    await openForm(page, lake, entry)
    await headline(page).fill('')
    await expect.poll(() => client.getDocument(draftOf(entry))).not.toHaveProperty('title')
    await expect(page.getByTestId('input-validation-icon-error').first()).toBeVisible()
    await expectPublishable(page, false)
    await publishButton(page).hover({ force: true })
    await expect(page.getByText('There are validation errors that need to be fixed')).toBeVisible()
    await page.getByRole('button', { name: 'Validation' }).click()
    const panel = page.getByRole('complementary')
    await expect(panel).toContainText('HeadlineWrite a title of at most 120 characters')
    await publishButton(page).click({ force: true })
    expect(await published(lake, entry._id)).toEqual([entry])

    await headline(page).fill('A headline again')
    await expectPublishable(page, true)
    await publish(page, async () => (await stored(client, entry._id)) === 'A headline again')
  })

  test('CMS-02 an editor works with the keyboard alone', async ({ page, lake, entry, client }) => {
    await openStudio(page, lake, '/structure')
    const news = page.getByRole('link', { name: 'News', exact: true })
    await expect(news).toBeVisible(firstLoad)
    await tabTo(page, page.getByRole('listbox').locator('..'))
    await arrowTo(page, page.getByRole('option', { name: 'News', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByPlaceholder('Search list'))
    await page.keyboard.type(entry._id)
    const found = page.getByTestId('document-list-pane').getByRole('option')
    await expect(found).toHaveCount(1)
    await expect(found).toContainText(entry.title)
    await tabTo(page, page.getByTestId('document-list-pane').getByRole('listbox').locator('..'))
    await page.keyboard.press('Enter')
    await expect(headline(page)).toBeEditable(firstLoad)
    await tabTo(page, headline(page))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Written without a pointer')
    const isDone = async () => (await stored(client, entry._id)) === 'Written without a pointer'
    await publish(page, isDone, () => page.keyboard.press('Control+Alt+p'))
  })

  test('CMS-02 the form shows how much of a text is visible before “Show More”', async ({
    page,
    lake,
  }) => {
    await openStudio(page, lake, '/structure/testimonial;testimonial-police')
    const quote = page.getByLabel('What they said')
    await expect(quote).toBeEditable(firstLoad)
    const { length } = await quote.inputValue()
    const hint =
      length <= 300
        ? `${length} of 300 characters: everything shows at once`
        : `${length} characters: the first 300 show`
    await expect(page.getByText(hint)).toBeVisible()

    await openStudio(page, lake, '/structure/pages;aboutPage')
    await page.getByRole('button', { name: 'Who We Are' }).first().click(firstLoad)
    await expect(page.getByRole('dialog').getByText('the first 250 show')).toBeVisible(firstLoad)
  })
})
