import { expect, type Locator, type Page } from '@playwright/test'
import {
  cancelEvent,
  type EventColumns,
  type ImportedEvent,
  importEvent,
} from '#tests/e2e/support/site.ts'

export const LIST = '/book-event-main'

const imported: number[] = []

/** An event of one test; its file has `test.afterEach(removeFromMap)`. */
export async function eventOnMap(columns: EventColumns = {}): Promise<ImportedEvent> {
  const event = await importEvent(columns)
  imported.push(event.id)
  return event
}

/** Cancels the test's events, which would share their pins with the next run's. */
export async function removeFromMap(): Promise<void> {
  for (const id of imported.splice(0)) await cancelEvent(id)
}

export const mapOf = (page: Page): Locator =>
  page.getByRole('region', { name: /^Map of the event/ })
export const pinsOf = (page: Page): Locator => mapOf(page).getByRole('button')
/** The button of the list … */
export const mapButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Map', exact: true })
/** … and of the page of an event. */
export const showButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Show the map' })

/** Waits until the map has drawn what it has asked for. */
export async function mapIsDrawn(page: Page): Promise<void> {
  await expect(pinsOf(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

export async function openMap(page: Page): Promise<void> {
  await page.goto(LIST)
  await mapButton(page).press('Enter')
  await mapIsDrawn(page)
}

export type Sent = { readonly path: string; readonly origin: string; bytes: number; ended: boolean }

/** Records the requests of a page, with the bytes that each response transferred. */
export async function recordRequests(page: Page): Promise<() => Sent[]> {
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
