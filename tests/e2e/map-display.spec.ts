import { expect } from '@playwright/test'
import { eventOnMap, mapOf, openMap, pinsOf, removeFromMap } from '#tests/e2e/support/map.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

test.afterEach(removeFromMap)

for (const width of [320, 1280]) {
  test(`EVL-04 map and popup at ${width} px are accessible and fit`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openMap(page)
    await expectAccessible(page)
    await pinsOf(page).first().press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    const sizes = await page
      .locator('.map-controls button, .map-pin, .map-popup__close')
      .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().width))
    // The map is laid out in fractions of a pixel.
    expect(Math.min(...sizes.map(Math.round))).toBeGreaterThanOrEqual(44)
  })
}

test('EVD-01 the map of an event is accessible', async ({ page }) => {
  const event = await eventOnMap()
  await page.goto(`/event/${event.id}`)
  await page.locator('[data-event-map]').scrollIntoViewIfNeeded()
  await expect(mapOf(page)).toBeVisible()
  await expectAccessible(page)
})

test.describe('a visitor who prefers less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('EVL-04 buttons move the map without dragging, and at once: no zoom, pan or fade animation', async ({
    page,
  }) => {
    await openMap(page)
    await expect(mapOf(page)).not.toHaveClass(/leaflet-(zoom|fade)-anim/)
    const pin = pinsOf(page).first()
    const box = await mapOf(page).boundingBox()
    const directions = [
      ['east', 'x', -(box?.width ?? 0) / 3],
      ['west', 'x', (box?.width ?? 0) / 3],
      ['south', 'y', -(box?.height ?? 0) / 3],
      ['north', 'y', (box?.height ?? 0) / 3],
    ] as const
    for (const [name, axis, step] of directions) {
      const before = (await pin.boundingBox())?.[axis] ?? 0
      await page.getByRole('button', { name: `Move the map ${name}` }).press('Enter')
      const after = (await pin.boundingBox())?.[axis] ?? 0
      expect(after - before).toBeCloseTo(step, -1)
    }
  })

  test('EVL-04 far out, near pins share one; the zoom ends at its limits and keeps the focus', async ({
    page,
  }) => {
    await openMap(page)
    const zoomOut = page.getByRole('button', { name: 'Zoom out' })
    for (let zoom = 8; zoom > 5; zoom -= 1) await zoomOut.press('Enter')
    await expect(zoomOut).toHaveAttribute('aria-disabled', 'true')
    await zoomOut.press('Enter')
    await expect(zoomOut).toBeFocused()
    const shared = pinsOf(page).filter({ hasText: /\d/ }).first()
    await expect(shared).toHaveAccessibleName(/^\d+ events near /)
    await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
    await expect(zoomOut).toHaveAttribute('aria-disabled', 'false')
  })
})

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('EVL-04 pins have the colours of the system', async ({ page }) => {
    await openMap(page)
    const color = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor)
    const system = await page.evaluate(() => {
      const probe = document.createElement('i')
      document.body.append(probe)
      probe.style.color = 'ButtonText'
      const { color: found } = getComputedStyle(probe)
      probe.remove()
      return found
    })
    expect(await color('.map-pin__shape')).toBe(system)
  })
})

test.describe('a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 720 } })

  test('EVL-04 one finger on the map scrolls the page', async ({ page }) => {
    await openMap(page)
    await expect(page.getByText('Use two fingers to move the map.')).toBeVisible()
    await expect(mapOf(page)).toHaveCSS('touch-action', 'pan-x pan-y')
    await mapOf(page).evaluate((map) =>
      map.scrollIntoView({ block: 'center', behavior: 'instant' }),
    )
    const box = await mapOf(page).boundingBox()
    const x = (box?.x ?? 0) + 100
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
    const before = await page.evaluate(() => window.scrollY)
    const client = await page.context().newCDPSession(page)
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (let moved = 15; moved <= 150; moved += 15) {
      const touchPoints = [{ x, y: y - moved }]
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
    }
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 50)
  })
})
