import { expect, type Locator, type Page } from '@playwright/test'
import {
  eventOnMap,
  mapButton,
  mapOf,
  openMap,
  pinsOf,
  removeFromMap,
} from '#tests/e2e/support/map.ts'
import { dayAhead } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

test.afterEach(removeFromMap)

/** Where a pin lies in the map: true when it is wholly inside. */
async function isInMap(page: Page, pin: Locator): Promise<boolean> {
  const [inner, outer] = [await pin.boundingBox(), await mapOf(page).boundingBox()]
  if (!inner || !outer) return false
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

test('EVL-04 the map is used by keyboard alone, from the button to the page of an event', async ({
  page,
}) => {
  const event = await eventOnMap({ latitude: '52.9548', longitude: '-1.1581', city: 'Nottingham' })
  await openMap(page)
  await expect(mapButton(page)).toBeFocused()
  await expect(mapButton(page)).toHaveAttribute('aria-pressed', 'true')

  // The map itself moves with the arrow keys.
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Order')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip the map' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(mapOf(page)).toBeFocused()
  const first = pinsOf(page).first()
  const before = await first.boundingBox()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await first.boundingBox())?.x).toBeLessThan(before?.x ?? 0)

  // Each pin has a name and comes into view with the focus; it opens by Space and by Enter.
  const pin = mapOf(page).getByRole('button', { name: new RegExp(event.name) })
  const names = await pinsOf(page).evaluateAll((pins) => pins.map((one) => one.ariaLabel ?? ''))
  expect(names.filter((name) => name.trim() === '')).toEqual([])
  for (let steps = names.findIndex((name) => name.includes(event.name)); steps >= 0; steps -= 1) {
    await page.keyboard.press('Tab')
  }
  await expect(pin).toBeFocused()
  await expect.poll(() => isInMap(page, pin)).toBe(true)
  const popup = page.getByRole('dialog', { name: new RegExp(event.name) })
  for (const key of ['Space', 'Enter']) {
    await page.keyboard.press(key)
    await expect(popup).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(pin).toBeFocused()
    await expect(popup).toHaveCount(0)
  }

  // The list marks the same event.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: event.name })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.keyboard.press('Tab')
  await expect(popup.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(popup.getByRole('link', { name: event.name })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}$`))
})

test('EVL-04 "Skip the map" leads to the list', async ({ page }) => {
  await openMap(page)
  await page.getByRole('link', { name: 'Skip the map' }).press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('#event-list a').first()).toBeFocused()
})

test('EVL-04 events in one place share a pin, which lists them all', async ({ page }) => {
  const place = { latitude: '50.2632', longitude: '-5.051', city: 'Truro' }
  const events = [
    await eventOnMap({ ...place, event_date: dayAhead(21) }),
    await eventOnMap({ ...place, event_date: dayAhead(22) }),
  ]
  await openMap(page)
  const pin = mapOf(page).getByRole('button', { name: /^\d+ events near Truro$/ })
  await pin.press('Enter')
  const popup = page.getByRole('dialog', { name: /events near Truro/ })
  for (const { id, name } of events) {
    await expect(popup.getByRole('link', { name })).toHaveAttribute('href', `/event/${id}`)
  }
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(pin).toBeFocused()
})

test('EVL-04 "Show on the map" of a card opens its pin, and Escape leads back to the card', async ({
  page,
}) => {
  const event = await eventOnMap({ latitude: '54.5973', longitude: '-5.9301', city: 'Belfast' })
  await openMap(page)
  const card = page.getByRole('article', { name: event.name })
  const button = card.getByRole('button', { name: 'Show on the map' })
  await button.press('Enter')
  const popup = page.getByRole('dialog', { name: /Belfast/ })
  await expect(popup.getByRole('link', { name: event.name })).toBeInViewport()
  await expect(card).toHaveAttribute('aria-current', 'true')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(button).toBeInViewport()
})
