import { expect, type Page } from '@playwright/test'
import { firstLoad, openStudio, editorTest as test } from '#tests/e2e/studio/desk.ts'
import { publish } from '#tests/e2e/studio/writing.ts'

/** Adds a section of a kind at the end of the list, and returns its form. */
async function addSection(page: Page, kind: string) {
  await page.getByRole('button', { name: 'Add item' }).last().click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  const form = page.getByRole('dialog', { name: new RegExp(kind) })
  await expect(form).toBeVisible(firstLoad)
  return form
}

const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('CMS-21 an editor adds sections to the page of events, reads what is missing, and publishes them', async ({
  page,
  lake,
  client,
}) => {
  await openStudio(page, lake, '/structure/pages;eventsPage')
  await expect(page.getByRole('heading', { name: 'Events' }).first()).toBeVisible(firstLoad)
  await expect(page.getByText('Questions and answers · 3')).toBeVisible(firstLoad)

  const form = await addSection(page, 'Form')
  await form.getByLabel('Newsletter').check()
  await close(page)
  await expect(page.getByText(/the newsletter form is on this page already/)).toBeAttached()

  await page.getByRole('button', { name: 'Form', exact: true }).click()
  const contact = page.getByRole('dialog')
  await contact.getByLabel('Contact form').check()
  await contact.getByLabel('Heading').fill('Write to us')
  await close(page)
  await expect(page.getByText(/the newsletter form is on this page already/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Write to us Form' })).toBeVisible()

  const quote = await addSection(page, 'Quotation')
  await quote.getByLabel('What was said').fill('It took ten minutes.')
  await quote.getByLabel('Who said it').fill('Aled')
  await close(page)
  await expect(page.getByRole('button', { name: 'Aled Quotation' })).toBeVisible()
  const kinds = async () =>
    (await client.fetch<string[]>('*[_id == "eventsPage"][0].extraSections[]._type')) ?? []
  await publish(page, async () => (await kinds()).includes('quoteSection'))
  expect(await kinds()).toEqual(['questionSection', 'formSection', 'quoteSection'])
})
