import { expect, type Page } from '@playwright/test'
import { test } from '#tests/e2e/support/test.ts'

const main = (page: Page) => page.getByRole('main')

/** Expects every one of `texts` in the main part of the page at `path`. */
async function expectTexts(page: Page, path: string, texts: readonly (string | RegExp)[]) {
  await page.goto(path)
  for (const text of texts) await expect(main(page), path).toContainText(text)
}

test('INFO-01 INFO-02 INFO-03 the hub has three articles, three figures and eight organisations', async ({
  page,
}) => {
  await page.goto('/information-hub')
  const education = page.getByRole('region', { name: 'EDUCATION' })
  const hrefs = await education
    .getByRole('link', { name: /READ MORE/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual([
    '/information-hub/prostate-diseases-and-prostate-cancer',
    '/information-hub/mens-health',
    '/information-hub/health-workplace',
  ])
  await expect(education.getByRole('img')).toHaveCount(3)
  const research = page.getByRole('region', { name: 'RESEARCH AND DATA' })
  await expect(research.getByRole('article')).toHaveCount(3)
  await expect(research.getByRole('link', { name: /READ MORE/ })).toHaveAttribute(
    'href',
    '/information-hub/statistics',
  )
  const resources = page.getByRole('region', { name: 'RESOURCES' })
  await expect(resources.getByRole('listitem')).toHaveCount(8)
  await expect(resources.getByRole('link', { name: /over 80/ })).toHaveAttribute(
    'href',
    '/information-hub/elderly-psa-testing',
  )
})

test('INFO-04 the articles state who is screened, what to expect and what the colours mean', async ({
  page,
}) => {
  await expectTexts(page, '/information-hub/prostate-diseases-and-prostate-cancer', [
    '1.00 ng/ml',
    '2.00 ng/ml',
    /by 45 at the latest/,
    /Men under 40 with no risk factors/,
    /Men over 80/,
    'What to expect at a test event',
    /in 1 year if you are at high risk, in 2 years at intermediate risk and in 3 years at low risk/,
    /again in 3 months/,
    /significantly raised/i,
    /GP/,
  ])
  await page.goto('/information-hub/mens-health')
  await expect(main(page).getByRole('img').first()).toHaveAttribute('alt', /\w{4,}/)
  await expect(main(page)).toContainText('The words in the picture')
  await page.goto('/information-hub/health-workplace')
  await expect(
    main(page)
      .getByRole('link', { name: /@halyard\.example/ })
      .first(),
  ).toBeVisible()
})

test('INFO-05 the figures of 2023 are shown as text, chart and table', async ({ page }) => {
  await expectTexts(page, '/information-hub/statistics', [
    '2,397 PSA tests',
    '168 (7.15%)',
    '26 (1.1%)',
    '20 men had radical treatment, 6 are under active surveillance',
    '696 (29.6%)',
    '1,046 (44.5%)',
    '36 (1.5%)',
  ])
  const figures = page.getByRole('table', { name: 'All figures by year' })
  await expect(figures.getByRole('columnheader', { name: '2023' })).toBeVisible()
  await expect(page.getByRole('img', { name: /What the tests of 2023 showed/ })).toBeVisible()
})

test('INFO-06 INFO-10 the guidance over 80, the explainer, the poster and the policies have their texts', async ({
  page,
}) => {
  await expectTexts(page, '/information-hub/elderly-psa-testing', [/over 80/, /GP/])
  await expectTexts(page, '/halyard-screening-event', ['Go Back', /40 to 80/])
  await page.goto('/world-cancer-day-poster')
  await expect(main(page).getByRole('img').first()).toHaveAttribute('alt', /\w{4,}/)
  await expectTexts(page, '/privacy-policy', [
    'Last updated May 2018',
    'In short',
    /right to complain/i,
  ])
  await expectTexts(page, '/refund-policy', [
    /up to 2 business days before/,
    /100% of the price, less payment-processing charges/,
    /Within 2 business days of the appointment there is no refund/,
    /within 14 business days/,
    /Self-test kits are not refundable/,
    'Model cancellation form',
  ])
})

test('INFO-05 INFO-06 INFO-07 INFO-09 INFO-10 ABOUT-06 a figure is beside the title on wide screens, and below the introduction on a phone', async ({
  page,
}) => {
  const title = page.getByRole('heading', { level: 1 })
  const figure = main(page).locator('.page-top .fact')
  for (const path of [
    '/about-us/research',
    '/support-us',
    '/events/corporate-screening',
    '/events/seminar-talks',
    '/information-hub/elderly-psa-testing',
    '/information-hub/statistics',
    '/world-cancer-day-poster',
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expect(figure).toHaveText(/\d.* \w+/)
    const [beside, words] = [await figure.boundingBox(), await title.boundingBox()]
    expect(beside?.x, path).toBeGreaterThan((words?.x ?? 1280) + (words?.width ?? 0))
    await page.setViewportSize({ width: 375, height: 800 })
    const [below, above] = [await figure.boundingBox(), await title.boundingBox()]
    expect(below?.x, path).toBe(above?.x)
    expect(below?.y, path).toBeGreaterThan((above?.y ?? 800) + (above?.height ?? 0))
  }
})

test('INFO-07 INFO-08 INFO-09 the pages for employers, communities and speakers have their texts and contacts', async ({
  page,
}) => {
  await expectTexts(page, '/events/corporate-screening', [
    'Go Back',
    /at least 40 employees/,
    /In London smaller groups are possible/,
  ])
  await expect(main(page).locator('summary').filter({ hasText: 'Show More' })).toHaveCount(1)
  await expect(main(page).locator('a[href^="tel:"]')).toHaveCount(2)
  await expect(main(page).locator('a[href^="mailto:"]')).toHaveCount(1)
  await expectTexts(page, '/events/community-screening', [
    'How it works',
    'What the charity provides',
    'What the host provides',
  ])
  await expect(main(page).locator('a[href^="mailto:"]')).toHaveCount(1)
  await expectTexts(page, '/events/seminar-talks', [
    /retired consultant urologist/,
    'In person',
    'Online',
  ])
  await expect(main(page).locator('video')).toHaveAttribute('preload', 'none')
  await expect(main(page).locator('video track[kind="captions"]')).toHaveCount(1)
  const played = await main(page)
    .locator('video')
    .evaluate(async (video: HTMLVideoElement) => {
      // Chromium refuses to play what is named as another type; the play() of a muted video needs no click.
      video.muted = true
      await new Promise((resolve, reject) => {
        video.querySelector('source')?.addEventListener('error', reject)
        video.addEventListener('timeupdate', resolve, { once: true })
        video.play().catch(reject)
      })
      const { currentTime, videoWidth, error } = video
      return { currentTime, videoWidth, error, cues: video.textTracks[0]?.cues?.length }
    })
  expect(played).toMatchObject({ videoWidth: 960, error: null })
  expect(played.currentTime).toBeGreaterThan(0)
  expect(played.cues).toBeGreaterThan(0)
})

test('INFO-11 the overview links each audience to its page, and all except the talks to booking', async ({
  page,
}) => {
  await page.goto('/events')
  const pageOf: Record<string, string> = {
    COMMUNITY: '/events/community-screening',
    FREEMASONS: '/news/patient-journey/gareth',
    CORPORATE: '/events/corporate-screening',
    'SPEAKER REQUESTS': '/events/seminar-talks',
  }
  for (const [name, href] of Object.entries(pageOf)) {
    const section = page.getByRole('region', { name })
    await expect(section.getByRole('link', { name: /LEARN MORE/ })).toHaveAttribute('href', href)
    await expect(section.getByRole('link', { name: 'BOOK AN EVENT' })).toHaveCount(
      name === 'SPEAKER REQUESTS' ? 0 : 1,
    )
  }
  await expect(page.getByRole('link', { name: 'talks@halyard.example' })).toBeVisible()
})
