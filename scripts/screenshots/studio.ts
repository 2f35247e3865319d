import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { DEFAULTS } from '#shared/environment.ts'
import { besideButton, besideFrame } from '#tests/e2e/studio/preview-beside.ts'
import { publishedEntry, signIn } from '#tests/e2e/studio/staff.ts'
import { removeNews, siteLake } from '#tests/e2e/studio/studio-lake.ts'
import {
  addPicture,
  beginNews,
  choose,
  headline,
  publish,
  writeBody,
} from '#tests/e2e/studio/writing.ts'
import { launchOptions } from '../test/chromium.ts'

/*
 * `node scripts/screenshots/studio.ts`: the pictures of docs/for-staff.md, from a running `npm start` (PORT, DATA_DIR) whose
 * Studio is built. It removes what it creates; for half a minute the document of /news is incomplete.
 */
process.env['E2E_DATA_DIR'] = resolve(process.env['DATA_DIR'] ?? DEFAULTS.DATA_DIR)
const lake = siteLake()
const { client } = lake
const studioAddress = (path: string) => `${lake.origin}/studio${path}`
const site = `http://localhost:${process.env['PORT'] ?? DEFAULTS.PORT}`
const folder = join(import.meta.dirname, '../../docs/screenshots/studio')
const TITLE = 'A morning by the sea'
const SLOW = { timeout: 60_000 }

/** A small palette keeps the files small; the Studio has few colours. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(png)
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(join(folder, `${name}.png`))
}

/** A complete draft, its preview, and a draft with a validation error. */
async function shootWriting(page: Page, context: BrowserContext): Promise<void> {
  await signIn(page, lake, 'editor', '/structure/newsArticle')
  await beginNews(page, TITLE)
  await page.getByRole('button', { name: 'Validation' }).click()
  await page.getByRole('complementary').getByText('Choose the date').waitFor(SLOW)
  await shoot(page, 'what-is-missing')
  await page.getByRole('button', { name: 'Close validation' }).click()
  await page.getByRole('button', { name: 'Generate' }).click()
  await writeBody(page)
  await addPicture(page, 'content/images/harbour-hall.png')
  await page.getByRole('group').filter({ hasText: 'Full text' }).first().scrollIntoViewIfNeeded()
  await shoot(page, 'writing')
  // A draft without a date is left out of the lists, so it gets one first.
  const date = page.getByLabel('Date', { exact: true })
  await date.fill('03 February 2020')
  await date.press('Enter')
  await page.locator('[data-testid="action-publish"][data-disabled="false"]').waitFor(SLOW)
  await page.getByTestId('action-menu-button').click()
  await page.getByRole('menuitem', { name: 'Preview', exact: true }).waitFor()
  await shoot(page, 'actions')
  await page.keyboard.press('Escape')
  const opened = context.waitForEvent('page')
  await choose(page, 'Preview')
  const preview = await opened
  await preview.getByRole('complementary', { name: 'Preview' }).waitFor(SLOW)
  // The first page of a visit may be rendered without the web font.
  await preview.reload({ waitUntil: 'networkidle' })
  await shoot(preview, 'preview')
  await preview.close()
  await besideButton(page).click()
  await page.getByRole('button', { name: 'Desktop' }).click()
  await besideFrame(page).getByRole('heading', { level: 1, name: TITLE }).waitFor(SLOW)
  await headline(page).scrollIntoViewIfNeeded()
  await shoot(page, 'beside')
  await page.getByRole('button', { name: 'Close preview' }).click()
}

const line = (page: Page, words: string) =>
  page.getByText(words).first().waitFor({ timeout: 180_000 })

/** The status line during a publication, and after one that shows a document in its last good version. */
async function shootStatus(page: Page): Promise<void> {
  const banner = await client.fetch<string>('*[_id == "newsPage"][0].bannerText')
  await page.goto(studioAddress('/structure/pages;newsPage'))
  await page.getByLabel('Words under the Patient Journey banner').waitFor(SLOW)
  await client.patch('newsPage').unset(['bannerText']).commit()
  try {
    await line(page, 'Website: published, except')
    await shoot(page, 'published-except')
  } finally {
    await client.patch('newsPage').set({ bannerText: banner }).commit()
  }
  await line(page, 'Website: publishing')
  await shoot(page, 'publishing')
  await line(page, 'Website: up to date')
}

/** An older revision beside the list of changes, and a document that another one references. */
async function shootHistoryAndDelete(page: Page): Promise<void> {
  const { _id } = await publishedEntry(client)
  const current = 'a-morning-by-the-sea-and-a-walk'
  const earlier = { title: `${TITLE} and a walk`, slug: { _type: 'slug', current } }
  await client.patch(_id).set(earlier).commit()
  await page.goto(studioAddress(`/structure/newsArticle;${_id}`))
  await headline(page).fill(TITLE, SLOW)
  await publish(page, async () => (await client.getDocument(_id))?.['title'] === TITLE)
  await page.getByTestId('pane-context-menu-button').last().click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page
    .getByTestId('timeline-item-button')
    .filter({ hasText: 'Live edited' })
    .first()
    .click(SLOW)
  await page.getByRole('button', { name: 'Revert to revision' }).waitFor(SLOW)
  await page.getByText('was published').waitFor({ state: 'hidden', ...SLOW })
  await shoot(page, 'history')

  await page.goto(studioAddress('/structure/partner;partner-kestrel-vane'))
  await page.getByLabel('Name').waitFor(SLOW)
  await choose(page, 'Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('About Halyard').waitFor(SLOW)
  await shoot(page, 'delete-used')
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  ...launchOptions(process.env),
  args: ['--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
try {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width: 1000, height: 680 },
  })
  const page = await context.newPage()
  await shootWriting(page, context)
  await shootStatus(page)
  await shootHistoryAndDelete(page)
} finally {
  await removeNews(client, TITLE)
  await browser.close()
}
