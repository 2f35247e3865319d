import { expect } from '@playwright/test'
import {
  eventOnMap,
  LIST,
  mapButton,
  mapIsDrawn,
  mapOf,
  openMap,
  pinsOf,
  recordRequests,
  removeFromMap,
  type Sent,
  showButton,
} from '#tests/e2e/support/map.ts'
import { addresses } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

/** 1 kB is 1000 bytes, as in the other budgets. */
const KB = 1_000

const sum = (sent: readonly Sent[], path: RegExp) =>
  sent.filter((one) => path.test(one.path)).reduce((bytes, one) => bytes + one.bytes, 0)

test.afterEach(removeFromMap)

test('EVL-04 SITE-10 nothing of the map is loaded before it is shown, and it keeps its budget', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
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

const SCRIPTS = /_astro\/[^/]+\.js$/

test('EVL-04 a map that does not load says so, and can be tried again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await page.goto(LIST)
  await expect(page.getByRole('article').first()).toBeVisible()
  // The names of scripts are hashes: what is requested from now on is the map's.
  await page.route(SCRIPTS, (route) => route.abort())
  await mapButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The list has every event' }),
  ).toBeVisible()
  await expect(page.locator('#event-list')).toBeVisible()
  await page.unroute(SCRIPTS)
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
