import { expect } from '@playwright/test'
import { builtPages } from '#tests/e2e/public/support/built-site.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { addresses } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

const htmlOf = (path: string) => builtPages().find((page) => page.path === path)?.html ?? ''

test('CMS-21 SITE-11 questions are in the data for search engines, once on their page', () => {
  const data = [...htmlOf('/events').matchAll(/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as { '@type': string; mainEntity?: { name: string }[] },
  )
  const questions = data.filter((one) => one['@type'] === 'FAQPage')
  expect(questions).toHaveLength(1)
  expect(questions[0]?.mainEntity?.map(({ name }) => name)).toContain('Do I need to fast?')
  expect(htmlOf('/support-us/volunteer')).not.toContain('FAQPage')
})

test('CMS-21 SITE-05 questions open by the keyboard, and are all open on paper', async ({
  page,
}) => {
  await page.goto('/events')
  const answer = page.getByText('Eat and drink as usual')
  await expect(answer).toBeHidden()
  await tabTo(page, /Do I need to fast/)
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(answer).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(answer).toBeVisible()
})

test('CMS-21 SITE-14 a page of sections at 320 px: the table scrolls in its region, the video waits, nothing comes from elsewhere', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/support-us/volunteer')
  await expect(page.getByRole('link', { name: /^BOOK / })).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const region = page.getByRole('region', { name: 'What each role needs' })
  await region.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => region.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
  await expect(region.getByRole('columnheader', { name: 'Training' })).toBeAttached()
  await expect(region.getByRole('rowheader', { name: 'Welcome' })).toBeAttached()
  await page.locator('video').scrollIntoViewIfNeeded()
  expect(asked.filter((url) => !url.startsWith(addresses().site))).toEqual([])
  expect(asked.filter((url) => url.endsWith('.mp4'))).toEqual([])
  const form = page.getByRole('form', { name: 'Write to us about volunteering' })
  await expect(form.getByRole('button', { name: 'Send enquiry' })).toBeVisible()
  await expectAccessible(page)
})
