import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { expectNoHorizontalScroll, expectTargets } from '#tests/e2e/public/support/checks.ts'
import { addresses, dataDir, importEvent } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

test('SITE-17 a misspelt word in the field of the header finds pages by kind, and an event of a minute ago by its name', async ({
  page,
}) => {
  const event = await importEvent({ event_name: 'Quillhaven Bowls Club', city: 'Harwich' })
  await page.goto('/')
  const header = page.getByRole('search', { name: 'In the header' })
  await header.getByRole('searchbox', { name: 'Search this site' }).fill('protsate cancre')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=protsate/)
  const article = page.getByRole('link', { name: 'Prostate Diseases and Prostate Cancer' })
  await expect(
    page
      .getByRole('region', { name: 'Information' })
      .and(article.locator('xpath=ancestor::section')),
  ).toBeVisible()
  await expectAccessible(page)
  await expectTargets(page)

  const again = page.getByRole('main').getByRole('searchbox')
  await again.fill('quilhaven')
  await page.keyboard.press('Enter')
  const found = page.getByRole('region', { name: 'Events' }).getByRole('link')
  await expect(found).toHaveAttribute('href', `/event/${event.id}`)
  await expectNoHorizontalScroll(page)

  await page.getByRole('main').getByRole('searchbox').fill('xylophonist')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Nothing found/ })).toBeVisible()
  await expectAccessible(page)
})

test.describe('SITE-17 without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 700 } })

  test('SITE-17 the menu of a phone searches, and shows what was typed as text', async ({
    page,
  }) => {
    await page.goto('/news')
    await page.locator('summary', { hasText: 'Menu' }).click()
    const field = page.getByRole('search', { name: 'In the menu' }).getByRole('searchbox')
    await field.fill('<b>colour</b>')
    await field.press('Enter')
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('‘<b>colour</b>’')
    await expect(page.getByRole('link', { name: /Green, amber, red/ })).toBeVisible()
  })
})

test('SITE-17 a search is in no log, is not stored, is noindex, and loads no script for itself', async ({
  request,
}) => {
  const response = await request.get('/search?q=canary-zebrafinch')
  const html = await response.text()
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(response.headers()['cache-control']).toContain('no-store')
  expect(response.headers()['referrer-policy']).toBe('same-origin')
  const scripts = (page: string) =>
    [...page.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => src)
  expect(scripts(html)).toEqual(scripts(await (await request.get('/cookies')).text()))
  // The log has lines of this run, and none with the word.
  await request.get(`${addresses().site}/api/events/999999`)
  const log = readFileSync(join(dataDir(), 'logs/server.log'), 'utf8')
  expect(log.length).toBeGreaterThan(0)
  expect(log).not.toContain('zebrafinch')
})
