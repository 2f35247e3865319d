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

const card = (main: Locator, heading: string) =>
  main.getByRole('article').filter({ has: main.page().getByRole('heading', { name: heading }) })

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

test('ABOUT-01 three cards show the facts of the charity, cut at 250 characters', async ({
  page,
}) => {
  await page.goto('/about-us')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ABOUT Halyard')
  for (const heading of ['Who We Are', 'What We Do', 'Why We Do It']) {
    const preview = card(main, heading).locator('.expandable__preview')
    expect((await preview.innerText()).length).toBeLessThanOrEqual(251)
  }
  await expectToggle(card(main, 'Who We Are'))
  await expect(main.getByText(/founded (it )?in 2000/).first()).toBeVisible()
  const why = card(main, 'Why We Do It')
  await expect(why).toContainText('70,000 men')
  await expect(why).toContainText('One man in five')
  await expect(why).toContainText('One man in eight')
  await expect(main.getByRole('link', { name: 'BOOK AN EVENT' })).toHaveAttribute(
    'href',
    '/book-event-main',
  )
})

test('ABOUT-02 ABOUT-03 the page shows the team, the gold sponsor, the partners and the link to become a supporter', async ({
  page,
}) => {
  await page.goto('/about-us')
  const team = page.getByRole('region', { name: 'MEET THE TEAM' })
  for (const heading of [
    'Executive Team',
    'Trustees / Clinical Advisory Board',
    'Charity Patrons',
  ]) {
    await expect(team.getByRole('heading', { name: heading })).toBeVisible()
  }
  await expect(team.getByRole('img')).toHaveCount(6)
  const supporters = page.getByRole('region', { name: 'Our Sponsors & Supporters' })
  await expect(supporters).toContainText('gold sponsor of our 2024 screening conference')
  await expect(supporters.getByRole('img')).toHaveCount(15)
  const become = supporters.getByRole('link', { name: /Become a Supporter/ })
  await expect(become).toHaveAttribute('target', '_blank')
  await expect(become).toHaveAttribute('href', /^https:/)
})

test("ABOUT-04 ABOUT-06 the pages show three ways to get involved and the supporter's pledge", async ({
  page,
}) => {
  await page.goto('/about-us')
  const involved = page.getByRole('region', { name: 'Get Involved' })
  await expect(involved.getByRole('heading', { level: 3 })).toHaveText([
    'Ideas for Fundraising Events',
    'Donate Today',
    'Get Involved Today!',
  ])
  for (const preview of await involved.locator('.expandable__preview').all()) {
    expect((await preview.innerText()).length).toBeLessThanOrEqual(251)
  }
  await expect(involved.locator('summary').first()).toContainText('Show More')
  await page.goto('/support-us')
  await expect(page.getByRole('main')).toContainText('£100')
  await expect(page.getByRole('link', { name: /BECOME A SUPPORTER/ })).toHaveAttribute(
    'target',
    '_blank',
  )
  await page.goto('/about-us/research')
  await expect(page.getByRole('main')).toContainText('2,397')
})
