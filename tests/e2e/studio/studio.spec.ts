import { type BrowserContext, expect, type Page } from '@playwright/test'
import { draftOf, firstLoad, formOf, publishButton, test } from '#tests/e2e/studio/desk.ts'
import { type NewsEntry, published, signIn } from '#tests/e2e/studio/staff.ts'
import type { StudioLake } from '#tests/e2e/studio/studio-lake.ts'
import { headline, openActions, publish } from '#tests/e2e/studio/writing.ts'
import { expectAccessible } from '#tests/e2e/support/test.ts'

/** Publishes the draft of an entry through the API, with the session of `context`. Returns the status. */
async function publishByApi(context: BrowserContext, { origin }: StudioLake, entry: NewsEntry) {
  const action = {
    actionType: 'sanity.action.document.publish',
    draftId: draftOf(entry),
    publishedId: entry._id,
  }
  const answer = await context.request.post(`${origin}/v2026-11-01/data/actions/production`, {
    headers: { origin },
    data: { actions: [action] },
  })
  return answer.status()
}

/** Creates a document with the request that the Studio's own page may send. Returns the status. */
const createFromPage = (page: Page) =>
  page.evaluate(async () => {
    const body = JSON.stringify({ mutations: [{ create: { _type: 'newsArticle' } }] })
    return (await fetch('/v2026-11-01/data/mutate/production', { method: 'POST', body })).status
  })

/** The sign-in page and the two roles, each in a new browser context. */
test.describe('signing in to the Studio', () => {
  test('CMS-01 CMS-02 an editor signs in, changes a headline and publishes it', async ({
    page,
    lake,
    entry,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 401/)
    await page.goto(`${lake.origin}/studio${formOf(entry)}`)
    await expectAccessible(page)
    await page.getByLabel('E-mail').fill(lake.accounts.editor.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toHaveText('E-mail or password is not right.')
    await expectAccessible(page)

    await signIn(page, lake, 'editor', formOf(entry))
    await expect(headline(page)).toHaveValue(entry.title, firstLoad)
    await expect(page.getByText('In the archive under February 2020')).toBeVisible()
    await headline(page).fill(`${entry.title}, changed`)
    expect(await published(lake, entry._id)).toEqual([entry])
    await publish(page, async () => (await published(lake, `${entry.title}, changed`)).length === 1)
  })

  test('CMS-13 the Help says what the Studio cannot do, in sections that the start page links', async ({
    page,
    lake,
  }) => {
    await signIn(page, lake, 'viewer', '/start')
    const title = 'What the Studio cannot do, and what to send to your operator'
    await page.getByRole('link', { name: title }).click(firstLoad)
    const section = page.getByRole('region', { name: title })
    await expect(section.getByRole('heading', { name: title })).toBeInViewport(firstLoad)
    await expect(section.getByRole('heading', { name: 'Cancel an event' })).toBeVisible()
    await expect(section.getByText('It cannot be undone.').first()).toBeVisible()
  })

  test('CMS-02 CMS-05 a viewer reads drafts, and cannot edit, publish or preview them', async ({
    page,
    context,
    lake,
    entry,
    client,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 403/)
    const draft = { ...(await client.getDocument(entry._id)), title: 'A draft' }
    await client.create({ ...draft, _id: draftOf(entry), _type: 'newsArticle' })
    await signIn(page, lake, 'viewer', formOf(entry))
    await expect(headline(page)).toHaveValue('A draft', firstLoad)
    await expect(headline(page)).not.toBeEditable()
    await expect(publishButton(page)).toBeDisabled()
    await openActions(page)
    const preview = page.getByRole('menuitem', { name: /^Preview/ })
    await expect(preview).toBeDisabled()
    await expect(preview).toHaveText('Preview: only for people who may edit')

    expect(await createFromPage(page)).toBe(403)
    expect(await publishByApi(context, lake, entry)).toBe(403)
    expect(await published(lake, entry._id)).toEqual([entry])
  })
})
