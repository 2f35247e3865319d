import { expect, type Locator, type Page } from '@playwright/test'

/** The first form of a tab takes seconds on an idle machine, and took 60 s beside twelve other processes. */
const SLOW = { timeout: 180_000 }

/** Not by its label: while the form loads, another element has that. */
export const headline = (page: Page) => page.getByRole('textbox', { name: 'Headline' })

/** Creates a news entry from the list of entries, which must be open, and fills its headline. Returns its id. */
export async function beginNews(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: 'Create new document' }).click(SLOW)
  await page.getByTestId('create-new-newsArticle').click(SLOW)
  // The address changes before the form loads: a failure says which of the two did not happen.
  await expect(page).toHaveURL(/newsArticle;[\w-]+/, SLOW)
  await headline(page).fill(title, SLOW)
  const id = /newsArticle;([\w-]+)/.exec(page.url())?.[1]
  if (id === undefined) throw new Error(`No document id in ${page.url()}`)
  return id
}

/** Generates the address from the headline and fills the day, in the form's format: 03 February 2020. */
export async function fillAddressAndDate(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByLabel('Address', { exact: true })).not.toHaveValue('')
  const field = page.getByLabel('Date', { exact: true })
  await field.fill(date)
  await field.press('Enter')
}

/** A heading, a paragraph with bold words, a list of two and a link to the page /events. */
export async function writeBody(page: Page): Promise<void> {
  const field = page.getByRole('group').filter({ hasText: 'Full text' }).first()
  const text = field.getByRole('textbox')
  const tool = (name: string) => field.getByRole('button', { name, exact: true })
  await text.click()
  await tool('Paragraph').click()
  await page.getByRole('menuitem', { name: 'Heading', exact: true }).click()
  await text.pressSequentially('What we found')
  await text.press('Enter')
  await text.pressSequentially('Most people came ')
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
  // The dialog is hidden while the text it is anchored to is scrolled out of view.
  const words = text.getByText('See the next events')
  await words.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  // The word before the caret becomes the link. Selecting it first would race with the next key press.
  await tool('Link').click()
  const link = page.getByTestId('popover-edit-dialog')
  await text
    .getByText('events')
    .last()
    .evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await link.getByLabel('A page of this site').check()
  await choosePage(page, link, 'Events')
  await link.getByRole('button').first().click()
  await expect(link).toBeHidden()
  await expect(text.getByRole('heading', { name: 'What we found' })).toBeVisible()
}

/** Chooses a page by its title, in the form of a link. */
async function choosePage(page: Page, link: Locator, title: string): Promise<void> {
  await link.getByTestId('autocomplete').fill(title)
  await page
    .getByTestId('autocomplete-popover')
    .getByRole('option')
    .filter({ has: page.getByText(title, { exact: true }) })
    .click(SLOW)
}

export const ALT = 'A lodge with a blue door and a golden sun'

/** Uploads an image, fills its alternative text and moves the hotspot to its left half. */
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
  // Shrinks the ellipse by its handle, then moves it.
  await drag(0.83, 0.6)
  await drag(0.5, 0.4)
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  await field.getByLabel('What does the picture show?').fill(ALT)
}

/** Presses Publish until it is done: the Studio ignores a click while it still validates the last field. */
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

/** Opens the menu beside Publish. By name: the text editor's toolbar has a button with the same test id. */
export async function openActions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open document actions' }).click()
}

/** Chooses an item of the menu beside Publish. */
export async function choose(page: Page, name: string): Promise<void> {
  await openActions(page)
  // The accessible name of an item includes its shortcut: “Delete Ctrl Alt D”.
  await page.getByRole('menuitem', { name: new RegExp(`^${name}( |$)`) }).click()
}
