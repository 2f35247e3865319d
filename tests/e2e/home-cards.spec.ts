import { expect } from '@playwright/test'
import { chooseTime, consentHeading } from '#tests/e2e/support/booking.ts'
import { dayAhead, importEvent, sql } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

test('HOME-04 BOOK-06 the home page leads back to a held place, and follows its release in another tab', async ({
  page,
  context,
  patient,
}) => {
  expect(patient.profileId).toBeGreaterThan(0)
  // Early enough for the three cards of the home page.
  const early = {
    event_date: dayAhead(2),
    start_time: '05:00',
    end_time: '06:00',
    total_spaces: '3',
  }
  const event = await importEvent(early)
  try {
    await page.goto(`/book-event?event=${event.id}`)
    await chooseTime(page, '05:20')
    await expect(consentHeading(page)).toBeVisible()

    const home = await context.newPage()
    await home.goto('/')
    const card = home.getByRole('article').filter({ hasText: event.name })
    await expect(card).toContainText('You hold 05:20')
    const back = card.getByRole('link', { name: `Finish your booking ${event.name}` })
    await expect(back).toHaveAttribute('href', `/book-event?event=${event.id}`)
    await expectAccessible(home)

    await page.getByRole('button', { name: 'Stop and give the place back' }).click()
    await expect(page).toHaveURL(`/event/${event.id}`)
    await expect(card).not.toContainText('You hold')
    await expect(card.getByRole('link', { name: `BOOK ${event.name}` })).toBeVisible()
  } finally {
    // Later runs on the same data need the home page's cards for their own event.
    await sql('update app.events set cancelled_at = now() where event_id = $1', [event.id])
  }
})
