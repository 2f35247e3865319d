import { expect } from '@playwright/test'
import { addresses, importEvent } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

test('HOME-02 the home page has a section on screening events with both links', async ({
  page,
}) => {
  await page.goto('/')
  const section = page.getByRole('region', { name: 'HALYARD SCREENING EVENTS' })
  await expect(section.getByRole('link', { name: 'BOOK AN EVENT' })).toHaveAttribute(
    'href',
    '/book-event-main',
  )
  await expect(section.getByRole('link', { name: /READ MORE/ })).toHaveAttribute(
    'href',
    '/halyard-screening-event',
  )
})

test('EVD-01 EVD-02 an event page shows every fact and the three warnings', async ({ page }) => {
  const event = await importEvent({ event_name: 'A screening with a rather long name indeed' })
  await page.goto(`/event/${event.id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('09:00 – 11:00')
  await expect(main).toContainText('Public')
  await expect(main).toContainText('6 places left')
  await expect(main).toContainText('YO21 1AA')
  await expect(main).toContainText(/ESNEFT.*10-digit NHS number/)
  await expect(main).toContainText(/known prostatic condition/)
  await expect(main).toContainText(/new booking system/)
  await expect(main.getByRole('link', { name: 'events@halyard.example' })).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(data ?? '{}')).toMatchObject({ '@type': 'Event' })
})

test('AUTH-09 sign-in and sign-up name the provider of the accounts', async ({ page }) => {
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page.getByText('Powered by Tidewater Health')).toBeVisible()
  }
})

test("PORT-01 the side panel shows the patient's name, number and links", async ({
  page,
  patient,
}) => {
  await page.goto('/upcoming-events')
  await expect(page.getByText('Edwin Marlow').first()).toBeVisible()
  await expect(page.getByText(`ID: Halyard${patient.profileId}`)).toBeVisible()
  const links = { Profile: '/portal', 'Medical Results': '/medical-results' }
  for (const [name, href] of Object.entries(links)) {
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await expect(page.getByRole('link', { name: 'Portal' }).first()).toBeVisible()
})

const VENUE = {
  step_free_access: 'Ramp at the side door',
  parking: 'Two spaces for blue badges',
  hearing_loop: 'In the hall',
  toilets: 'Accessible, beside the entrance',
  how_to_get_there: 'Whitby station is 5 minutes on foot.\nBus 93 stops at the harbour.',
  what_to_bring: 'Please bring a warm coat.',
}

test('EVD-07 the event page says what is known about the venue, and directions ask nobody before the click', async ({
  browser,
}) => {
  const event = await importEvent(VENUE)
  const bare = await importEvent({ address_line_2: '' })
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    viewport: { width: 375, height: 740 },
  })
  const page = await context.newPage()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(addresses().site)) foreign.push(request.url())
  })
  await page.goto(`/event/${event.id}`)
  const visit = page.getByRole('region', { name: 'Your visit' })
  for (const text of Object.values(VENUE)) {
    for (const line of text.split('\n')) await expect(visit).toContainText(line)
  }
  await expect(visit).toContainText('Please bring proof of your identity')
  const app = page.getByRole('link', { name: 'Open in your map app' })
  await expect(app).toHaveAttribute('href', /^geo:54\.486,-0\.613\?q=Harbour%20Hall/)
  const website = page.getByRole('link', { name: 'Open on openstreetmap.org' })
  for (const link of [app, website]) await expect(link).toHaveAttribute('rel', 'noreferrer')
  await expectAccessible(page)
  expect(foreign).toEqual([])

  await page.goto(`/event/${bare.id}`)
  await expect(visit).toContainText('What to bring')
  await expect(visit).not.toContainText('Parking')
  await context.close()
})
