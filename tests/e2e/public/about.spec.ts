import { expect, type Locator } from '@playwright/test'
import { test } from '#tests/e2e/support/test.ts'

/** Opens a shortened text and closes it again: the full text is visible only while it is open. */
async function expectToggle(card: Locator): Promise<void> {
  const toggle = card.locator('summary').first()
  const fullText = card.locator('.expandable__whole').first()
  await expect(toggle.getByText('Show More')).toBeVisible()
  await expect(fullText).toBeHidden()
  await toggle.click()
  await expect(fullText).toBeVisible()
  await expect(toggle.getByText('Show Less')).toBeVisible()
  await toggle.click()
  await expect(fullText).toBeHidden()
}

test('HOME-03 HOME-05 the about block links to its section, and testimonials open and close', async ({
  page,
}) => {
  await page.goto('/')
  await expect(
    page.getByRole('link', { name: 'READ MORE about Halyard', exact: true }),
  ).toHaveAttribute('href', '/about-us#about-halyard')
  const testimonials = page.getByRole('region', { name: 'TESTIMONIALS' })
  await expect(testimonials.getByRole('figure')).toHaveCount(3)
  for (const figure of await testimonials.getByRole('figure').all()) {
    const preview = (await figure.locator('.expandable__preview').textContent())?.trim() ?? ''
    expect(preview.length).toBeLessThanOrEqual(301)
  }
  const first = testimonials.getByRole('figure').first()
  await expectToggle(first)
})
