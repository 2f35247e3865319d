import { expect } from '@playwright/test'
import {
  draftOf,
  firstLoad,
  openStudio,
  stored,
  editorTest as test,
} from '#tests/e2e/studio/desk.ts'

test('CMS-25 words are replaced in drafts after a preview, and nothing when another person changed a document meanwhile', async ({
  page,
  lake,
  client,
  entry,
}) => {
  const words = `Quincewood ${Date.now()}`
  const title = `A walk to ${words}`
  await client.patch(entry._id).set({ title }).commit()
  await openStudio(page, lake, '/find')
  await expect(page.getByRole('heading', { name: 'Find and replace' })).toBeVisible(firstLoad)
  const find = async () => {
    await page.getByLabel(/^Find/).fill(words.toUpperCase())
    await page.getByLabel('Replace with').fill('Plumwood')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Found in 1 text of 1 document.')).toBeVisible()
  }
  await find()
  await expect(page.locator('del')).toHaveText(words)
  await expect(page.locator('ins')).toHaveText('Plumwood')

  const replace = page.getByRole('button', { name: 'Replace in 1 draft' })
  await client
    .patch(entry._id)
    .set({ title: `${title} again` })
    .commit()
  await replace.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was changed' })).toBeVisible()
  expect(await client.getDocument(draftOf(entry))).toBeUndefined()

  await find()
  const choice = page.getByRole('checkbox', { name: 'Replace in this document' })
  await choice.press('Space')
  await expect(page.getByRole('button', { name: 'Replace in 0 drafts' })).toBeDisabled()
  await choice.press('Space')
  await replace.press('Enter')
  await expect(page.getByText('1 draft changed')).toBeVisible()
  expect(await stored(client, draftOf(entry))).toBe('A walk to Plumwood again')
  expect(await stored(client, entry._id)).toBe(`${title} again`)
  await page.getByRole('link', { name: /A walk to/ }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue(
    'A walk to Plumwood again',
    firstLoad,
  )
})
