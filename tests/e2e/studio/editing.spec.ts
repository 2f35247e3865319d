import { expect } from '@playwright/test'
import {
  arrowTo,
  draftOf,
  expectPublishable,
  firstLoad,
  openForm,
  openToRead,
  pageAbout,
  publishButton,
  signInByRequest,
  stored,
  tabTo,
  test,
  untilStudioIsBuilt,
} from '#tests/e2e/studio/desk.ts'
import { accountOf, published, studioAddress } from '#tests/e2e/studio/staff.ts'
import { choose, headline, publish } from '#tests/e2e/studio/writing.ts'
import { addresses } from '#tests/e2e/support/site.ts'

/** What an editor does with documents, in the built Studio against the local lake. */
test.describe('editing in the Studio', () => {
  test.describe.configure({ mode: 'parallel', timeout: 240_000, lock: 'editing' })

  test.beforeAll('the Studio is built in the background', async ({ request }) => {
    test.setTimeout(240_000)
    await untilStudioIsBuilt(request)
  })

  test('CMS-02 an editor discards changes, unpublishes and duplicates', async ({
    page,
    context,
    entry,
    client,
  }) => {
    await signInByRequest(context)
    await openForm(page, entry)
    await headline(page).fill('Changed, and not to stay')
    await expect.poll(() => stored(client, draftOf(entry))).toBe('Changed, and not to stay')
    await choose(page, 'Discard changes')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await expect(headline(page)).toHaveValue(entry.title)
    expect(await client.getDocument(draftOf(entry))).toBeUndefined()

    await page.getByTestId('document-header-Published-chip').click()
    await page.getByTestId('action-unpublish').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish now' }).click()
    await expect.poll(() => published(entry._id)).toEqual([])
    await page.getByTestId('document-header-Draft-chip').click()
    await expect(headline(page)).toHaveValue(entry.title)
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

  test('CMS-02 an editor who deletes is warned of the documents that refer to it', async ({
    page,
    context,
    entry,
    client,
    expectedErrors,
  }) => {
    // The lake refuses, as the hosted one does: a reference never leads nowhere.
    expectedErrors.push(/status of 409/)
    const pinnedEntry = { _type: 'reference', _ref: entry._id }
    const newsPage = { _type: 'newsPage', title: pageAbout(entry), pinnedEntry }
    const { _id } = await client.create({ ...newsPage, _id: 'drafts.' })
    await signInByRequest(context)
    await openForm(page, entry)
    await choose(page, 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete document?' })
    await expect(dialog).toContainText(`1 document refers to “${entry.title}”`)
    await expect(dialog.getByRole('link')).toHaveText(pageAbout(entry))
    await expect(dialog.getByRole('button', { name: 'Delete document' })).toBeHidden()
    await dialog.getByRole('button', { name: 'Delete anyway' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'other documents that refers' })
    await expect(refusal).toBeVisible()
    expect(await published(entry._id)).toEqual([entry])

    await client.delete(_id)
    await choose(page, 'Delete')
    await dialog.getByRole('button', { name: 'Delete document' }).click()
    await expect.poll(() => published(entry._id)).toEqual([])
  })

  test('CMS-02 an editor restores an older revision from history', async ({
    page,
    context,
    entry,
    client,
  }) => {
    await signInByRequest(context)
    await openForm(page, entry)
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

  test('CMS-02 two tabs edit at once and agree', async ({ page, context, entry, client }) => {
    await signInByRequest(context)
    const other = await context.newPage()
    await Promise.all([openForm(page, entry), openForm(other, entry)])
    const card = (tab: typeof page) => tab.getByLabel('Short text on the card')
    await headline(page).press('End')
    await Promise.all([
      headline(page).pressSequentially(', written in one tab', { delay: 60 }),
      card(other).pressSequentially('Written in the other.', { delay: 60 }),
    ])
    const title = `${entry.title}, written in one tab`
    for (const tab of [page, other]) {
      await expect(headline(tab)).toHaveValue(title)
      await expect(card(tab)).toHaveValue('Written in the other.')
    }
    await expect.poll(() => stored(client, draftOf(entry))).toBe(title)
    const text = () => stored(client, draftOf(entry), 'description')
    await expect.poll(text).toBe('Written in the other.')
  })

  test('CMS-02 a validation error blocks publishing with a clear message', async ({
    page,
    context,
    entry,
    client,
  }) => {
    await signInByRequest(context)
    await openForm(page, entry)
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
    expect(await published(entry._id)).toEqual([entry])

    await headline(page).fill('A headline again')
    await expectPublishable(page, true)
    await publish(page, async () => (await stored(client, entry._id)) === 'A headline again')
  })

  test('CMS-02 an editor works with the keyboard alone', async ({
    page,
    context,
    entry,
    client,
  }) => {
    await signInByRequest(context)
    await page.goto(studioAddress('/structure'))
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

  test('CMS-02 a viewer cannot publish, neither in the Studio nor through the API', async ({
    page,
    context,
    entry,
    client,
  }) => {
    const draft = {
      ...(await client.getDocument(entry._id)),
      _id: draftOf(entry),
      title: 'A draft',
    }
    await client.create({ ...draft, _type: 'newsArticle' })
    await signInByRequest(context, accountOf('viewer'))
    await openToRead(page, { ...entry, title: 'A draft' })
    await expect(publishButton(page)).toBeDisabled()
    const origin = addresses().lake
    const publishing = {
      actionType: 'sanity.action.document.publish',
      draftId: draftOf(entry),
      publishedId: entry._id,
    }
    const answer = await context.request.post(`${origin}/v2026-11-01/data/actions/production`, {
      headers: { origin },
      data: { actions: [publishing] },
    })
    expect(answer.status()).toBe(403)
    expect(await published(entry._id)).toEqual([entry])
  })
})
