import { expect, type Locator, type Page } from '@playwright/test'
import {
  addresses,
  cancelEvent,
  dayAhead,
  type EventColumns,
  type ImportedEvent,
  importEvent,
} from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

const LIST = '/book-event-main'
/** 1 kB is 1000 bytes, as in the other budgets. */
const KB = 1_000

const imported: number[] = []

/** An event of this test; it leaves the map afterwards, where it would share its pin with the next run's. */
async function eventOnMap(columns: EventColumns = {}): Promise<ImportedEvent> {
  const event = await importEvent(columns)
  imported.push(event.id)
  return event
}

test.afterEach(async () => {
  for (const id of imported.splice(0)) await cancelEvent(id)
})

const mapOf = (page: Page): Locator => page.getByRole('region', { name: /^Map of the event/ })
const pinsOf = (page: Page): Locator => mapOf(page).getByRole('button')
/** The button of the list … */
const mapButton = (page: Page): Locator => page.getByRole('button', { name: 'Map', exact: true })
/** … and of the page of an event. */
const showButton = (page: Page): Locator => page.getByRole('button', { name: 'Show the map' })

/** Waits until the map has drawn what it has asked for. */
async function mapIsDrawn(page: Page): Promise<void> {
  await expect(pinsOf(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

async function openMap(page: Page): Promise<void> {
  await page.goto(LIST)
  await mapButton(page).press('Enter')
  await mapIsDrawn(page)
}

type Sent = { readonly path: string; readonly origin: string; bytes: number; ended: boolean }

/** Records the requests of a page, with the bytes that each response transferred. */
async function recordRequests(page: Page): Promise<() => Sent[]> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sent = new Map<string, Sent>()
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname: path, origin } = new URL(request.url)
    if (!request.url.startsWith('data:'))
      sent.set(requestId, { path, origin, bytes: 0, ended: false })
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = sent.get(requestId)
    if (one) Object.assign(one, { bytes: encodedDataLength, ended: true })
  })
  // A tile of a view that the map left is cancelled.
  client.on('Network.loadingFailed', ({ requestId }) => {
    const one = sent.get(requestId)
    if (one) one.ended = true
  })
  return () => [...sent.values()]
}

const sum = (sent: readonly Sent[], path: RegExp) =>
  sent.filter((one) => path.test(one.path)).reduce((bytes, one) => bytes + one.bytes, 0)

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

test('EVL-04 an event without coordinates is in the list, not on the map', async ({ page }) => {
  const event = await eventOnMap({ latitude: '', longitude: '' })
  await openMap(page)
  await expect(page.getByRole('article', { name: event.name })).toBeVisible()
  await expect(mapOf(page).getByRole('button', { name: new RegExp(event.name) })).toHaveCount(0)
  await expect(page.getByText(/not on the map, only in the list/)).toBeVisible()
})

for (const width of [375, 1280]) {
  test(`EVL-04 SITE-10 nothing of the map is loaded before it is shown, and it keeps its budget, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const sent = await recordRequests(page)
    await page.goto(LIST)
    // The list is there: all its scripts have been loaded.
    await expect(mapButton(page)).toBeVisible()
    await expect(page.locator('#event-list a').first()).toBeVisible()
    const known = new Set(sent().map(({ path }) => path))
    const ofMap = /^\/map\/|\/api\/map|MapPanel|events-map|\/map\..*css/
    expect([...known].filter((path) => ofMap.test(path))).toEqual([])
    await mapButton(page).click()
    await mapIsDrawn(page)
    const more = () => sent().filter(({ path }) => !known.has(path))
    const pending = () => more().filter(({ path, ended }) => ofMap.test(path) && !ended)
    await expect.poll(() => sum(more(), /^\/map\/base\//)).toBeGreaterThan(10 * KB)
    await expect.poll(() => pending()).toEqual([])
    const scripts = more().filter(({ path }) => path.endsWith('.js'))
    const script = sum(scripts, /./)
    expect(script).toBeGreaterThan(20 * KB)
    expect(script, JSON.stringify(scripts)).toBeLessThanOrEqual(80 * KB)
    expect(sum(more(), /^\/map\/base\//)).toBeLessThanOrEqual(60 * KB)
    expect([...new Set(sent().map(({ origin }) => origin))]).toEqual([addresses().site])
  })
}

test('EVD-01 the page of an event shows its map at zoom 13 with the name, after the page itself and from our server only', async ({
  page,
}) => {
  const event = await eventOnMap({ event_name: 'Screening at the long harbour hall' })
  await page.setViewportSize({ width: 1280, height: 600 })
  const sent = await recordRequests(page)
  await page.goto(`/event/${event.id}`, { waitUntil: 'networkidle' })
  const beforeMap = sent().filter(({ path }) => path.startsWith('/map/')).length
  await page.locator('[data-event-map]').scrollIntoViewIfNeeded()
  const marker = mapOf(page).getByRole('img', { name: new RegExp(`^${event.name}, Harbour Hall`) })
  await expect(marker).toBeVisible()
  await expect(marker).toHaveText('Screening at the long h…')
  await page.waitForLoadState('networkidle')
  expect(beforeMap).toBe(0)
  // Zoom 13 enlarges tiles of zoom 9; the rings are as wide as so many pixels at that level.
  expect(sent().some(({ path }) => path.startsWith('/map/base/9/'))).toBe(true)
  const metresPerPixel = (156_543.03 * Math.cos((54.486 * Math.PI) / 180)) / 2 ** 13
  const rings = await page
    .locator('.leaflet-overlay-pane path')
    .evaluateAll((paths) => paths.map((one) => (one as SVGPathElement).getBBox().width))
  expect(rings.length).toBe(3)
  expect(Math.min(...rings)).toBeCloseTo((2 * 804.672) / metresPerPixel, -1)
  expect([...new Set(sent().map(({ origin }) => origin))]).toEqual([addresses().site])
  expect(sent().some(({ path }) => /client\.|react/i.test(path))).toBe(false)
})

test('EVD-01 a visitor who saves data gets the map of an event on request', async ({ page }) => {
  const event = await eventOnMap()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const sent = await recordRequests(page)
  await page.goto(`/event/${event.id}`, { waitUntil: 'networkidle' })
  await showButton(page).scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(sent().filter(({ path }) => path.startsWith('/map/'))).toEqual([])
  await showButton(page).press('Enter')
  await expect(mapOf(page)).toBeFocused()
})

test('EVD-01 an event without coordinates has no map; without script the address is there', async ({
  page,
  browser,
}) => {
  const nowhere = await eventOnMap({ latitude: '', longitude: '' })
  await page.goto(`/event/${nowhere.id}`)
  await expect(page.getByText('Harbour Hall').first()).toBeVisible()
  await expect(page.locator('[data-event-map]')).toHaveCount(0)
  const event = await eventOnMap()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${addresses().site}/event/${event.id}`)
  await expect(plain.getByText('Harbour Hall').first()).toBeVisible()
  await expect(plain.locator('[data-event-map]')).toBeHidden()
  await context.close()
})

test('EVL-04 a map that does not load says so, and can be tried again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await page.route(/_astro\/events-map\./, (route) => route.abort())
  await page.goto(LIST)
  await mapButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The list has every event' }),
  ).toBeVisible()
  await expect(page.locator('#event-list')).toBeVisible()
  await page.unroute(/_astro\/events-map\./)
  await page.getByRole('button', { name: 'Try again' }).click()
  await mapButton(page).click()
  await mapIsDrawn(page)
})

test('EVL-04 streets of a tile service lie on the base map, which shows where they fail', async ({
  page,
}) => {
  const image = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const streets = { kind: 'raster', min_zoom: 4, max_zoom: 16, credit: '© Street makers' }
  await page.route('**/api/map', (route) => route.fulfill({ json: { streets } }))
  await page.route('**/map/streets/**', (route) =>
    /8\/127\//.test(route.request().url())
      ? route.fulfill({ status: 204 })
      : route.fulfill({ contentType: 'image/png', body: image }),
  )
  await openMap(page)
  await expect(page.getByText('© Street makers')).toBeVisible()
  const shown = page.locator('.leaflet-images-pane img.leaflet-tile-loaded')
  await expect(shown.first()).toHaveAttribute('src', /^\/map\/streets\/8\//)
  const failed = page.locator('.leaflet-images-pane img[src*="/8/127/"]').first()
  await expect(failed).toHaveCSS('visibility', 'hidden')
})

test('EVL-04 without tiles the pins are still there', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await page.route('**/map/base/**', (route) => route.abort())
  await page.goto(LIST)
  await mapButton(page).click()
  await expect(pinsOf(page).first()).toBeVisible()
})

for (const width of [320, 375, 1280]) {
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
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
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
