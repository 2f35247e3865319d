import { expect, type Page } from '@playwright/test'
import {
  draftOf,
  editorTest,
  firstLoad,
  formOf,
  newPicture,
  openForm,
  openStudio,
  pageAbout,
  pictureOf,
  stored,
  tabTo,
} from '#tests/e2e/studio/desk.ts'
import { headline } from '#tests/e2e/studio/writing.ts'

const WORDS = 'Boats in a harbour at dusk'

const altText = (page: Page) =>
  page.getByLabel('What does the picture show?').filter({ visible: true }).first()

/** The control is reached with Tab and pressed with Enter. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

editorTest(
  'CMS-26 the text of a picture is typed once, and the Studio says where the picture is used',
  async ({ page, lake, client, entry }) => {
    const upload = await client.assets.upload('image', await newPicture(), {
      filename: pictureOf(entry),
    })
    const image = { _type: 'figure', asset: { _type: 'reference', _ref: upload._id } }
    await client.patch(entry._id).set({ image }).commit()
    const other = { _id: `${entry._id}-other`, title: pageAbout(entry) }
    await client.create({ ...other, _id: draftOf(other), _type: 'newsArticle', image })
    const kept = () => stored(client, upload._id, 'altText')

    await openForm(page, lake, entry)
    await altText(page).fill(WORDS)
    await press(page, 'Keep my text with the picture')
    await expect(page.getByText('This text is kept with the picture')).toBeVisible()
    await expect(altText(page)).toBeFocused()
    expect(await kept()).toBe(WORDS)
    await page.getByText('Used in one other document').press('Enter')
    await page.getByRole('link', { name: `News entry: ${other.title}` }).press('Enter')

    await expect(headline(page)).toHaveValue(other.title, firstLoad)
    await expect(page.getByText(`Kept with the picture: “${WORDS}”`)).toBeVisible()
    expect(await stored(client, draftOf(other), 'image')).not.toHaveProperty('alt')
    await altText(page).focus()
    await press(page, 'Use this text')
    await expect(altText(page)).toHaveValue(WORDS)
    await expect(altText(page)).toBeFocused()
    await expect
      .poll(() => stored(client, draftOf(other), 'image'))
      .toMatchObject({ ...image, alt: WORDS })

    // Another text in one document changes neither the picture nor the other document.
    await altText(page).fill('Only boats')
    await expect(page.getByText(`Kept with the picture: “${WORDS}”`)).toBeVisible()
    await expect
      .poll(() => stored(client, draftOf(other), 'image'))
      .toMatchObject({ alt: 'Only boats' })
    expect(await kept()).toBe(WORDS)
    expect(await stored(client, draftOf(entry), 'image')).toMatchObject({ alt: WORDS })
  },
)

editorTest(
  'CMS-26 the list of pictures finds one, keeps its text, and the Studio deletes none that is used',
  async ({ page, lake, client, entry }) => {
    const upload = await client.assets.upload('image', await newPicture(), {
      filename: pictureOf(entry),
    })
    const image = { _type: 'figure', asset: { _type: 'reference', _ref: upload._id }, alt: WORDS }
    const { title } = entry
    const draft = { ...entry, _id: draftOf(entry), _type: 'newsArticle', image }
    await client.create(draft)

    await openStudio(page, lake, '/pictures')
    await page.getByLabel(/^Find by file name/).fill(pictureOf(entry))
    await expect(page.getByText('1 picture', { exact: true })).toBeVisible(firstLoad)
    await expect(page.getByRole('list', { name: 'Used in' })).toHaveText(`News entry: ${title}`)
    await expect(altText(page)).toHaveValue(WORDS)
    const shown = page.getByLabel('Show', { exact: true })
    const found = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()
    await shown.selectOption('Without a text that is kept')
    await found('1 picture')
    await altText(page).fill('Boats')
    await altText(page).press('Enter')
    await expect(page.getByText('The text is kept with the picture.')).toBeVisible()
    expect(await stored(client, upload._id, 'altText')).toBe('Boats')
    expect(await client.getDocument(draftOf(entry))).toMatchObject({ image: { alt: WORDS } })
    await shown.selectOption('Not used')
    await found('0 pictures')
    await shown.selectOption('Without a text that is kept')
    await found('0 pictures')
    await shown.selectOption('All pictures')
    await found('1 picture')
    await expect(altText(page)).toHaveValue('Boats')

    await openStudio(page, lake, formOf(entry))
    await expect(headline(page)).toHaveValue(title, firstLoad)
    await page.getByRole('button', { name: 'Open image options menu' }).click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
    const menu = page.locator(
      `xpath=//*[@data-id="${upload._id}"]/following::button[@id="asset-menu"][1]`,
    )
    await menu.click()
    await page.getByRole('menuitem', { name: 'Show usage' }).click()
    const dialog = page.getByRole('dialog').last()
    await expect(dialog).toContainText('One document is using file')
    await expect(dialog.getByRole('link', { name: title })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close dialog' }).click()

    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(dialog).toContainText("cannot be deleted because it's being used")
    await expect(dialog.getByRole('link', { name: title })).toBeVisible()
    await expect(dialog.getByTestId('confirm-button')).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close dialog' }).click()
    await expect(client.delete(upload._id)).rejects.toThrow(/references to it/)
  },
)
