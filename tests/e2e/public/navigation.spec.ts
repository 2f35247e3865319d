import { expect } from '@playwright/test'
import { test } from '#tests/e2e/support/test.ts'

/** Each main link with its sub-links (SITE-03). */
const SUB_LINKS: Record<string, readonly string[]> = {
  'ABOUT US': ['About Halyard', 'Our Team', 'Our Sponsors & Supporters'],
  EVENTS: ['Community', 'Freemasons', 'Corporate', 'Speaker Requests'],
  'INFORMATION HUB': [
    'Prostate Disease and Cancer',
    "Men's Health",
    'Health in the Workplace',
    'Research and Data',
  ],
  NEWS: ['Patient Journey', 'Latest News', 'Newsletters'],
}

test('SITE-03 SITE-05 every sub-menu opens by hover, lists its links and closes by Escape', async ({
  page,
}) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main', exact: true })
  for (const [name, links] of Object.entries(SUB_LINKS)) {
    await menu.getByRole('link', { name, exact: true }).hover()
    for (const link of links) {
      await expect(menu.getByRole('link', { name: link, exact: true })).toBeVisible()
    }
    if (links[0] === undefined) throw new Error(`${name} has no links.`)
    await page.keyboard.press('Escape')
    await expect(menu.getByRole('link', { name: links[0], exact: true })).toBeHidden()
  }
})

test('SITE-05 hover and click of the menu agree: a click keeps open what hover opened', async ({
  page,
}) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main', exact: true })
  const toggle = menu.getByRole('button', { name: 'More in EVENTS' })
  const inside = menu.getByRole('link', { name: 'Speaker Requests', exact: true })
  await toggle.hover()
  await expect(inside).toBeVisible()
  await toggle.click()
  await expect(inside).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await page.mouse.move(5, 700)
  await expect(inside).toBeVisible()
  await toggle.click()
  await expect(inside).toBeHidden()
  await page.mouse.move(5, 700)
  await menu.getByRole('link', { name: 'EVENTS', exact: true }).hover()
  await expect(inside).toBeVisible()
  await page.mouse.move(5, 700)
  await expect(inside).toBeHidden()
})

test('SITE-07 a link with a fragment scrolls to its section, and another page starts at its top', async ({
  page,
}) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main', exact: true })
  for (const [main, sub, id] of [
    ['EVENTS', 'Speaker Requests', 'speaker'],
    ['ABOUT US', 'Our Team', 'our-team'],
    ['INFORMATION HUB', 'Research and Data', 'research-and-data'],
    ['NEWS', 'Newsletters', 'newsletters'],
  ] as const) {
    await menu.getByRole('link', { name: main, exact: true }).hover()
    await menu.getByRole('link', { name: sub, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`#${id}$`))
    await expect(page.locator(`#${id}`)).toBeInViewport()
  }
  await menu.getByRole('link', { name: 'HOME', exact: true }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})
