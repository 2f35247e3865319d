import { expect } from '@playwright/test'
import { banner, horizontalOverflow, openPreview } from '#tests/e2e/support/preview.ts'
import { test } from '#tests/e2e/support/test.ts'

test('CMS-05 the banner follows the skip link in tab order and fits a small screen', async ({
  page,
}) => {
  await openPreview(page, '/news')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(banner(page).getByRole('link', { name: 'Leave preview' })).toBeFocused()
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    const size = await banner(page).getByRole('link').boundingBox()
    expect(size?.height).toBeGreaterThanOrEqual(44)
  }
})

test('CMS-05 every kind of content page has a preview, and other pages have none', async ({
  page,
}) => {
  await openPreview(page, '/')
  const pages = [
    '/about-us/research',
    '/events/corporate-screening',
    '/halyard-screening-event',
    '/information-hub',
    '/information-hub/statistics',
    '/information-hub/prostate-diseases-and-prostate-cancer',
    '/news/page/2',
    '/support-us',
    '/world-cancer-day-poster',
    '/privacy-policy',
  ]
  for (const path of pages) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(banner(page)).toBeVisible()
  }
  for (const path of ['/login', '/book-event-main']) {
    await page.goto(path)
    await expect(banner(page)).toHaveCount(0)
  }
})
