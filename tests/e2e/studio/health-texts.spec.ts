import { type Browser, expect, type Page } from '@playwright/test'
import type { SanityDocument } from '@sanity/client'
import { approvalId } from '#content/rules/health-text.ts'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'
import { firstLoad, openStudio, test as studioTest } from '#tests/e2e/studio/desk.ts'
import { signIn } from '#tests/e2e/studio/staff.ts'
import { type Role, type StudioLake, siteLake } from '#tests/e2e/studio/studio-lake.ts'
import { choose, openActions, publish } from '#tests/e2e/studio/writing.ts'

/** In the lake of the site: what is published there is built. */
const test = studioTest.extend<object, { lake: StudioLake }>({
  lake: [
    async ({ browserName: _ }, use) => {
      await use(siteLake())
    },
    { scope: 'worker' },
  ],
})

const ID = 'info-workplace'
const FORM = `/structure/information-hub;infoArticle;${ID}`
const PAGE = '/information-hub/health-workplace'
const afterBuild = { timeout: 180_000, intervals: [250] }
const summary = (page: Page) => page.getByLabel('Short text on the card')

/** A tab in which a member of staff has the form of the article open. */
async function formOf(browser: Browser, lake: StudioLake, role: Role): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, lake, role, FORM)
  await expect(summary(page)).toBeEditable(firstLoad)
  return page
}

test('CMS-22 a changed health text is shown when a second person has approved it, and its author cannot', async ({
  browser,
  lake,
  client,
  request,
}) => {
  test.slow()
  const [text, approval] = (await client.getDocuments([ID, approvalId(ID)])) as SanityDocument[]
  const before = String(text?.['description'])
  const changed = `Health at work, as reviewed ${Date.now()}.`
  const shown = async () => await (await request.get(PAGE)).text()
  const author = await formOf(browser, lake, 'editor')
  const second = await formOf(browser, lake, 'second')
  try {
    await summary(author).fill(changed)
    await publish(author, async () => (await client.getDocument(ID))?.['description'] === changed)
    const line = author.getByText(/Visitors still see its last good version/)
    await expect(line.first()).toContainText('a second person has not approved', afterBuild)
    expect(await shown()).toContain(before)

    await choose(author, 'Approve')
    await expect(author.getByText('You wrote this version last.')).toBeVisible()
    await author.keyboard.press('Escape')

    await expect(summary(second)).toHaveValue(changed)
    await choose(second, 'Approve')
    await second.getByRole('button', { name: 'Approve', exact: true }).last().click()
    await expect.poll(shown, afterBuild).toContain(changed)
    await expect(author.getByText(/^Live at/)).toBeVisible(afterBuild)
    await openActions(second)
    await expect(second.getByRole('menuitem', { name: 'Approved' })).toBeDisabled()
    await second.keyboard.press('Escape')

    const overdue = { ...text, _id: `drafts.${ID}`, health: { nextReviewOn: '2020-01-01' } }
    await client.createOrReplace(overdue as SanityDocument)
    await openStudio(second, lake, '/structure/information-hub;to-be-reviewed')
    await expect(second.getByText('Health in the Workplace').first()).toBeVisible(firstLoad)
  } finally {
    await client.delete(`drafts.${ID}`)
    // By one person, and approved by another.
    const restored = await second
      .context()
      .request.post(`${lake.origin}/v${SANITY_API_VERSION}/data/mutate/production`, {
        headers: { origin: lake.origin },
        data: { mutations: [{ createOrReplace: text }] },
      })
    expect(restored.ok()).toBe(true)
    if (approval) await client.createOrReplace(approval)
    await expect.poll(shown, afterBuild).toContain(before)
    for (const page of [author, second]) await page.context().close()
  }
})
