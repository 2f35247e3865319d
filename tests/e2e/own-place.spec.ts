import { expect, type Locator, type Page } from '@playwright/test'
import { formatLongDate } from '#core/rules/time.ts'
import { chooseTime, consentHeading } from '#tests/e2e/support/booking.ts'
import {
  cancelEvent,
  dayAhead,
  type ImportedEvent,
  importEvent,
  POLL,
  sql,
} from '#tests/e2e/support/site.ts'
import { test as base, expectAccessible } from '#tests/e2e/support/test.ts'

/**
 * An event with one place, early enough for the three cards of the home page. Cancelled after the test: the events of
 * earlier runs would fill the cards.
 */
const test = base.extend<{ lastPlace: ImportedEvent }>({
  lastPlace: async ({ browserName: _ }, use) => {
    const early = { event_date: dayAhead(2), start_time: '06:00', end_time: '07:00' }
    const event = await importEvent({ ...early, total_spaces: '1' })
    await use(event)
    await cancelEvent(event.id)
  },
})

const countdown = (page: Page) => page.getByText(/^Your place at \d\d:\d\d is kept for/)

test('BOOK-06 two tabs agree: a replaced hold is shown in its place, a released one is no longer counted down', async ({
  page,
  context,
  patient: _,
}) => {
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:00')
  await expect(consentHeading(page)).toBeVisible()
  const second = await context.newPage()
  await second.goto(`/book-event?event=${event.id}`)
  await expect(countdown(second)).toContainText('Your place at 09:00')
  await expect(second.getByRole('group', { name: 'Choose a time' })).toContainText('You hold 09:00')

  await chooseTime(second, '09:40')
  await expect(consentHeading(second)).toBeVisible()
  await expect(countdown(page)).toContainText('Your place at 09:40')
  await expect(page.getByRole('alert').filter({ hasText: 'another time' })).toBeVisible()

  await second.getByRole('button', { name: 'Stop and give the place back' }).click()
  await expect(second).toHaveURL(`/event/${event.id}`)
  await expect(page.getByText('Your place is no longer kept')).toBeVisible()
  await expect(countdown(page)).toHaveCount(0)
  await expectAccessible(page)
})

test("BOOK-06 EVL-05 HOME-04 the holder of the last place sees 'You hold' in place of 'Fully Booked' on cards, event page and times, with the way back", async ({
  page,
  browser,
  patient: _,
  lastPlace: event,
}) => {
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '06:20')
  await expect(consentHeading(page)).toBeVisible()

  const card = page.getByRole('article').filter({ hasText: event.name })
  await page.goto('/')
  await expect(card).toContainText('You hold 06:20')
  await expect(card).not.toContainText('Fully Booked')
  await page.goto('/book-event-main')
  await expect(card).toContainText('You hold 06:20')
  await expect(card).not.toContainText('Fully Booked')
  await expectAccessible(page)
  await card.getByRole('link', { name: event.name, exact: true }).click()
  const box = page.getByRole('complementary', { name: 'Book this event' })
  await expect(box).toContainText('You hold 06:20')
  await expect(page.getByRole('main')).not.toContainText('Fully Booked')
  await expect(box).toContainText(/kept for you until \d\d:\d\d/)
  await expectAccessible(page)
  await box.getByRole('link', { name: 'Finish your booking' }).click()
  await expect(page).toHaveURL(`/book-event?event=${event.id}`)
  await expect(page.getByRole('radio', { name: '06:20' })).toBeChecked()
  await expect(page.getByRole('group', { name: 'Choose a time' })).toContainText('You hold 06:20')

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/event/${event.id}`)
  await expect(visitor.getByRole('button', { name: 'Fully Booked' })).toBeDisabled()
  await visitor.context().close()
})

test('BOOK-06 the event page and the list follow a release in another tab', async ({
  page,
  context,
  patient: _,
}) => {
  const event = await importEvent({ event_date: dayAhead(8) })
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:20')
  await expect(consentHeading(page)).toBeVisible()
  const list = await context.newPage()
  await list.goto('/book-event-main')
  const card = list.getByRole('article').filter({ hasText: event.name })
  await expect(card).toContainText('You hold 09:20')
  const eventPage = await context.newPage()
  await eventPage.goto(`/event/${event.id}`)
  await expect(eventPage.getByText('You hold 09:20')).toBeVisible()

  await page.getByRole('button', { name: 'Stop and give the place back' }).click()
  await expect(card.getByRole('link', { name: 'BOOK' })).toBeVisible()
  await expect(eventPage.getByRole('link', { name: 'BOOK', exact: true })).toBeVisible()
  await expect(eventPage.getByText('You hold')).toHaveCount(0)
})

test('BOOK-09 EVD-02 warnings and what is booked are above the button', async ({
  page,
  patient: _,
}) => {
  const event = await importEvent()
  const top = async (found: Locator) => (await found.boundingBox())?.y ?? Number.NaN
  const heading = (name: string) => page.getByRole('heading', { name })
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/event/${event.id}`)
    const book = page.getByRole('main').getByRole('link', { name: 'BOOK', exact: true })
    expect(await top(page.getByText(/new booking system/))).toBeLessThan(await top(book))
    await page.goto(`/book-event?event=${event.id}`)
    await expect(page.getByRole('radio').first()).toBeEnabled()
    const proceed = page.getByRole('button', { name: 'Proceed to Consent Form' })
    expect(await top(heading('Cancellation policy'))).toBeLessThan(await top(proceed))
  }
  await chooseTime(page, '10:40')
  await expect(consentHeading(page)).toBeVisible()
  const summary = page.getByRole('region', { name: 'You are booking' })
  for (const fact of [event.name, formatLongDate(event.date), '10:40', 'Harbour Hall']) {
    await expect(summary).toContainText(fact)
  }
  const go = page.getByRole('button', { name: 'Continue' })
  expect(await top(summary)).toBeLessThan(await top(go))
})

test('BOOK-06 Back returns to the time step, and stopping releases the hold', async ({
  page,
  patient,
}) => {
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:00')
  await expect(consentHeading(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Proceed to Consent Form' })).toBeVisible()
  await chooseTime(page, '09:40')
  await expect(consentHeading(page)).toBeVisible()
  const held = await sql<{ status: string }>(
    'select status from app.appointments where profile_id = $1 order by created_at',
    [patient.profileId],
  )
  expect(held.map(({ status }) => status)).toEqual(['cancelled', 'held'])
  await page.getByRole('button', { name: 'Stop and give the place back' }).click()
  await expect(page).toHaveURL(`/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
  await expect
    .poll(async () => {
      const rows = await sql(
        'select 1 from app.appointments where profile_id = $1 and status = $2',
        [patient.profileId, 'held'],
      )
      return rows.length
    }, POLL)
    .toBe(0)
})
