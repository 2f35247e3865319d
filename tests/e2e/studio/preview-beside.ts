import { expect, type Page } from '@playwright/test'
import { headline } from '#tests/e2e/studio/writing.ts'

export const besideButton = (page: Page) =>
  page.getByRole('button', { name: 'Preview beside the form' })
export const besideIframe = (page: Page) => page.locator('iframe[title="Preview of the page"]')
export const besideFrame = (page: Page) => besideIframe(page).contentFrame()

/** How far the page is scrolled, and how far it can be. */
const scrollOf = (page: Page) =>
  besideFrame(page)
    .locator('html')
    .evaluate((html) => ({ now: html.scrollTop, most: html.scrollHeight - html.clientHeight }))

/** Opens the preview beside the form of an entry by keyboard, types a headline and sees it in the page; then as before. */
export async function expectBeside(page: Page, title: string): Promise<void> {
  const frame = besideFrame(page)
  const heading = frame.getByRole('heading', { level: 1 })
  await besideButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Phone' })).toBeFocused()
  await expect(heading).toHaveText(title)
  await page.keyboard.press('Tab')
  const desktop = page.getByRole('button', { name: 'Desktop' })
  await expect(desktop).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(desktop).toHaveAttribute('aria-pressed', 'true')
  // The layout of a wide screen, with the pictures and the style of the website.
  await expect(frame.getByRole('navigation').getByText('Information Hub').first()).toBeVisible()
  const picture = frame.getByRole('main').getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  const close = page.getByRole('button', { name: 'Close preview' })
  await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  const { most } = await scrollOf(page)
  expect(most).toBeGreaterThan(100)
  await expect.poll(async () => Math.abs((await scrollOf(page)).now - most)).toBeLessThan(1)
  await headline(page).fill(`${title} beside`)
  await expect(heading).toHaveText(`${title} beside`)
  expect(Math.abs((await scrollOf(page)).now - most)).toBeLessThan(1)
  await headline(page).fill(title)
  await expect(heading).toHaveText(title)

  await close.focus()
  await page.keyboard.press('Enter')
  await expect(besideButton(page)).toBeFocused()
}
