import { expect, type Page } from '@playwright/test'
import { signIn } from '#tests/e2e/studio/staff.ts'

/** Seven seconds here alone; the machine that runs this may have other work. */
const SLOW = { timeout: 60_000 }

export const headline = (page: Page) => page.getByLabel('Headline')

/** Signs an editor in and opens an empty news entry. Answers its id. */
export async function beginNews(page: Page, title: string): Promise<string> {
  await signIn(page, 'editor', '/structure/newsArticle')
  await page.getByRole('button', { name: 'Create new document' }).click(SLOW)
  await page.getByTestId('create-new-newsArticle').click()
  await headline(page).fill(title, SLOW)
  const id = /newsArticle;([\w-]+)/.exec(page.url())?.[1]
  if (id === undefined) throw new Error(`No document stands in ${page.url()}`)
  return id
}

/** The address from the headline, and the day, as the form writes it: 03 February 2020. */
export async function fillAddressAndDate(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByLabel('Address', { exact: true })).not.toHaveValue('')
  const field = page.getByLabel('Date', { exact: true })
  await field.fill(date)
  await field.press('Enter')
}

/** A heading, a paragraph with bold words, a list of two and a link to /events. */
export async function writeBody(page: Page): Promise<void> {
  const field = page.getByRole('group').filter({ hasText: 'Full text' }).first()
  const text = field.getByRole('textbox')
  const tool = (name: string) => field.getByRole('button', { name, exact: true })
  await text.click()
  await tool('Paragraph').click()
  await page.getByRole('menuitem', { name: 'Heading', exact: true }).click()
  await text.pressSequentially('What we found')
  await text.press('Enter')
  await text.pressSequentially('Most men came ')
  await tool('Bold').click()
  await text.pressSequentially('twice')
  await tool('Bold').click()
  await text.pressSequentially(' this year.')
  await text.press('Enter')
  await tool('Bullets').click()
  await text.pressSequentially('By the harbour')
  await text.press('Enter')
  await text.pressSequentially('In the lodge')
  await text.press('Enter')
  await text.press('Enter')
  await text.pressSequentially('See the next events')
  // The dialog hides while the words that it stands at are out of sight, as a form that grows may push them.
  const words = text.getByText('See the next events')
  await words.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  // With the caret at its end, the word becomes the link; selecting it may take longer than the next press.
  await tool('Link').click()
  const link = page.getByTestId('popover-edit-dialog')
  await text
    .getByText('events')
    .last()
    .evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await link.getByLabel('A page of this site').check()
  await link.getByLabel('Page', { exact: true }).fill('/events')
  await link.getByRole('button').first().click()
  await expect(link).toBeHidden()
  await expect(text.getByRole('heading', { name: 'What we found' })).toBeVisible()
}

export const ALT = 'A lodge with a blue door and a golden sun'

/** Uploads a picture, says what it shows and moves the part that always stays in sight to its left half. */
export async function addPicture(page: Page, file: string): Promise<void> {
  const field = page
    .getByRole('group')
    .filter({ has: page.getByLabel('What does the picture show?') })
    .last()
  await field.getByTestId('file-button-input').setInputFiles(file)
  await field.getByRole('button', { name: 'Open image edit dialog' }).click(SLOW)
  const dialog = page.getByRole('dialog', { name: 'Edit hotspot and crop' })
  const picture = dialog.getByRole('img').filter({ hasText: '×' })
  await expect(picture).toBeVisible(SLOW)
  const { x, y, width, height } = (await picture.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  const drag = async (from: number, to: number) => {
    await page.mouse.move(x + width * from, y + height * from)
    await page.mouse.down()
    await page.mouse.move(x + width * to, y + height * to, { steps: 8 })
    await page.mouse.up()
  }
  // The handle on the rim of the ellipse, inwards; then the ellipse itself.
  await drag(0.83, 0.6)
  await drag(0.5, 0.4)
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  await field.getByLabel('What does the picture show?').fill(ALT)
}

/** The Studio drops a press that comes while it still checks the last field; an editor presses again. */
export async function publish(
  page: Page,
  isDone: () => Promise<boolean>,
  press = () => page.getByTestId('action-publish').click(),
): Promise<void> {
  const attempt = async () => {
    if (await page.getByTestId('action-publish').isEnabled()) await press()
    await expect.poll(isDone, { timeout: 5_000 }).toBe(true)
  }
  await expect(attempt).toPass(SLOW)
}

/** Opens the menu beside Publish. The text editor's toolbar has a button of the same test id. */
export async function openActions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open document actions' }).click()
}

/** Chooses from the menu beside Publish. */
export async function choose(page: Page, name: string): Promise<void> {
  await openActions(page)
  // A shortcut is part of what an entry is called: “Delete Ctrl Alt D”.
  await page.getByRole('menuitem', { name: new RegExp(`^${name}( |$)`) }).click()
}
