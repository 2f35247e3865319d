import { type BrowserContext, expect, type Page } from '@playwright/test'
import { addresses, cancelEvent, dayAhead, importEvent, near } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

const list = (page: Page) => page.locator('.find-events__results > .event-list')

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'By Location' }).click()
  await page.getByLabel('Where').fill(text)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
}

/** The addresses and bodies of every request from now on. */
function recordRequests(context: BrowserContext): string[] {
  const sent: string[] = []
  context.on('request', (request) => {
    sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`)
  })
  return sent
}

const isOurs = (request: string) => request.startsWith(addresses().site)

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('HOME-01 EVL-07 EVL-01 IP4, typed on the home page, shows distances, the nearest first when chosen; the address keeps it over Back and reload', async ({
  page,
  context,
}) => {
  const soon = await importEvent({
    event_date: dayAhead(6),
    city: 'Colchester',
    postcode: 'CO1 1ZZ',
    latitude: '51.89',
    longitude: '0.9',
  })
  const close = await near({ event_date: dayAhead(9) })
  const far = await importEvent({ event_date: dayAhead(7) })
  await page.goto('/')
  const sent = recordRequests(context)
  await page.getByLabel('Find an event near you').fill('ip4')
  await page.keyboard.press('Enter')
  const mine = list(page)
    .getByRole('article')
    .filter({ hasText: /miles? from IP4/ })
  await expect(page.getByText(/^\d+ events? within 30 miles of IP4$/)).toBeVisible()
  await expect(mine.filter({ hasText: close.name })).toContainText(
    /1 mile from IP4|Less than a mile/,
  )
  await expect(mine.filter({ hasText: soon.name })).toContainText(/1\d miles from IP4/)
  await expect(page.getByRole('heading', { name: far.name })).toBeHidden()
  const order = async () => {
    const all = await list(page).getByRole('article').getByRole('heading').allTextContents()
    return all.filter((name) => [soon.name, close.name].includes(name))
  }
  await expect.poll(order).toEqual([close.name, soon.name])
  await expect(page.getByLabel('Order')).toHaveValue('nearest')
  await page.getByLabel('Order').selectOption('Soonest first')
  await expect.poll(order).toEqual([soon.name, close.name])
  await expect(page).toHaveURL(/location=ip4&order=start/)
  await expectAccessible(page)
  await page.reload()
  await expect.poll(order).toEqual([soon.name, close.name])
  await page.goBack()
  await expect.poll(order).toEqual([close.name, soon.name])
  await page.getByRole('button', { name: 'Anywhere' }).click()
  await expect(page.getByRole('heading', { name: far.name })).toBeVisible()
  expect(sent.filter((request) => !isOurs(request))).toEqual([])
  for (const event of [soon, close, far]) await cancelEvent(event.id)
})

test('EVL-07 a name of several places offers its choices by keyboard; an unknown place lists all and says so', async ({
  page,
}) => {
  const event = await importEvent()
  await page.goto('/book-event-main')
  await search(page, 'Newport')
  await expect(page.getByText('There is more than one place called “Newport”.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Newport (near Cardiff)' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/location=Newport\+%28near\+Cardiff%29/)
  const results = page.getByRole('heading', { name: 'Upcoming events' })
  await expect(results).toBeFocused()
  await expect(page.getByLabel('Where')).toHaveValue('Newport (near Cardiff)')
  await page.getByRole('button', { name: 'Anywhere' }).press('Enter')
  await expect(results).toBeFocused()
  await expect(page.getByLabel('Where')).toHaveValue('')
  await search(page, 'Atlantis')
  await expect(page.getByText('We do not know a place called “Atlantis”.')).toBeVisible()
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await cancelEvent(event.id)
})

test('EVL-07 Near me measures in the browser: no request and no address has the position', async ({
  page,
  context,
}) => {
  const close = await near()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 52.0567, longitude: 1.1482 })
  await page.goto('/book-event-main')
  const sent = recordRequests(context)
  await page.getByRole('tab', { name: 'By Location' }).click()
  await page.getByRole('button', { name: 'Near me' }).click()
  const card = page.getByRole('article').filter({ hasText: close.name })
  await expect(card).toContainText('1 mile from you')
  await expect(page.getByLabel('Order')).toHaveValue('nearest')
  await page.getByLabel('Order').selectOption('Soonest first')
  await page.getByRole('checkbox', { name: 'Community' }).check({ force: true })
  await expect(card).toContainText('1 mile from you')
  await expect(page).toHaveURL(/\?for=community&order=start$/)
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter((request) => /52\.05|1\.148/.test(request) || !isOurs(request))).toEqual([])
  await page.getByRole('button', { name: 'Anywhere' }).click()
  await expect(card).not.toContainText('from you')
  await cancelEvent(close.id)
})

test.describe('on a phone', () => {
  // A phone’s scroll bar takes no room.
  test.use({ viewport: { width: 375, height: 667 }, isMobile: true })

  test('EVL-02 EVL-03 the first event begins within one and a half screens, and nothing scrolls sideways', async ({
    page,
  }) => {
    const event = await near()
    await page.goto('/book-event-main')
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
    const first = await page.getByRole('article').first().boundingBox()
    expect(first?.y).toBeLessThan(1.5 * 667)
    const header = await page.getByRole('banner').boundingBox()
    expect(header?.height).toBeLessThanOrEqual(96)
    const notice = page.getByRole('heading', { name: 'Important information' })
    expect(
      (await page.locator('.notice').filter({ has: notice }).boundingBox())?.height,
    ).toBeLessThan(90)
    await notice.getByRole('button').click()
    await expect(page.getByText('Please register first')).toBeVisible()
    const filters = page.getByRole('button', { name: 'Filters', exact: true })
    await expect(page.getByLabel('When', { exact: true })).toBeHidden()
    await filters.click()
    await page.getByLabel('When', { exact: true }).selectOption("What's on today")
    await page.getByRole('checkbox', { name: 'Corporate' }).check({ force: true })
    await expect(page.getByRole('button', { name: 'Filters (2 set)' })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    for (const path of ['?location=ip4', '?location=Newport', '?location=ZE1']) {
      await page.goto(`/book-event-main${path}`)
      await expect(page.getByRole('status').filter({ visible: true }).first()).toBeVisible()
      for (const width of [320, 375, 1280]) {
        await page.setViewportSize({ width, height: 667 })
        expect(await overflow(page), `${path}, ${width} px`).toBeLessThanOrEqual(0)
      }
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await page.setViewportSize({ width: 375, height: 667 })
      expect(await overflow(page), `${path}, twice the text`).toBeLessThanOrEqual(0)
    }
    await cancelEvent(event.id)
  })
})

test('EVD-08 the first view of an event says when, where, how far and how to get there, without script', async ({
  browser,
}) => {
  const event = await near({ event_date: dayAhead(12) })
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.goto(`/event/${event.id}`)
  for (const fact of ['When', 'Where', 'How far', 'How to get there'])
    await expect(page.getByText(fact, { exact: true })).toBeInViewport()
  await page.getByLabel('From a town or postcode').fill('IP4')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText(/^(Less than a mile|\d+ miles?) from IP4$/)).toBeInViewport()
  await page.getByLabel('From a town or postcode').fill('Nowhereville')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'We do not know one place called “Nowhereville”.',
  )

  // From the list, the place of the search is that of the page.
  await page.goto(`/event/${event.id}`, {
    referer: `${addresses().site}/book-event-main?location=CO1`,
  })
  await expect(page.getByText(/from CO1$/)).toBeInViewport()
  await page.goto(`/event/${event.id}`, { referer: 'https://elsewhere.example/?location=CO1' })
  await expect(page.getByText(/from CO1$/)).toHaveCount(0)
  await context.close()
})
