import { expect, type Page } from '@playwright/test'
import { test } from '#tests/e2e/support/test.ts'

const main = (page: Page) => page.getByRole('main')

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

test('INFO-09 the film of a talk has captions, and is loaded and played on request', async ({
  page,
}) => {
  await page.goto('/events/seminar-talks')
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

test('CMS-22 on paper a source on another website is followed by its address, in the lines of the text', async ({
  page,
}) => {
  await page.goto('/information-hub/prostate-diseases-and-prostate-cancer')
  const source = page.getByRole('region', { name: 'About this text' }).getByRole('link')
  const after = () =>
    source.evaluate((link) => {
      const { content, clipPath, display } = getComputedStyle(link, '::after')
      return { content, clipPath, display, lines: link.getClientRects().length }
    })
  expect((await after()).content).toBe('""')
  await page.emulateMedia({ media: 'print' })
  const { lines, ...shown } = await after()
  expect(shown).toEqual({
    content: '" (https://research.halyard.example/systematic-review)"',
    clipPath: 'none',
    display: 'inline',
  })
  expect(lines).toBeLessThan(4)
})
