import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ok, refusal } from '#tests/unit/stores/booking/browser.ts'
import {
  bookingBrowser,
  NINE_TWENTY,
  openPage,
  type Stores,
  settle,
} from '#tests/unit/stores/booking/journey.ts'
import { appointment, event, ownPlace, slots } from '#tests/unit/stores/booking/samples.ts'

const FULL = ok(event({ total_spaces: 3, booked_spaces: 3 }))
const CLOSED = 'No place is free at the moment.'

/** The time step as the page shows it now. */
async function shown({ $case, $booking }: Stores): Promise<string> {
  const { ChooseStep } = await import('#islands/booking/ChooseStep.tsx')
  const present = $case.get()
  const booking = $booking.get()
  if (present === undefined) throw new Error('no event')
  return renderToStaticMarkup(
    createElement(ChooseStep, {
      present,
      message: 'message' in booking ? booking.message : undefined,
      isChecking: false,
      cancellationPolicy: [],
      contact: { bookingPhone: '01632 960 117', supportEmail: 'help@example.org' },
    }),
  )
}

const alerts = (html: string) => html.split('role="alert"').length - 1

describe('the time step', () => {
  it('BOOK-06 a patient who booked the last place reads their time and no error', async () => {
    const stores = await openPage(
      bookingBrowser({
        'GET /events/7': FULL,
        'GET /events/7/slots': ok(slots()),
        'GET /holds/current': ok(ownPlace({ appointment: appointment() })),
      }),
    )
    const html = await shown(stores)
    expect(html).toContain('You are booked at 09:20')
    expect(html).not.toContain(CLOSED)
    expect(html).not.toContain('No time slots found')
    expect(alerts(html)).toBe(0)
  })

  it('BOOK-05 an appointment at another event does not hide that this one is full', async () => {
    const stores = await openPage(
      bookingBrowser({
        'GET /events/7': FULL,
        'GET /holds/current': ok(ownPlace({ appointment: appointment({ event_id: 3 }) })),
      }),
    )
    const html = await shown(stores)
    expect(html).toContain('You already have an appointment')
    expect(html).toContain(CLOSED)
  })

  it('BOOK-06 a hold refused because the event is full shows one error', async () => {
    const browser = bookingBrowser({ 'POST /holds': refusal(409, 'event-full') })
    const stores = await openPage(browser)
    stores.choose(NINE_TWENTY)
    browser.answer('GET /events/7', FULL)
    await stores.proceed()
    await settle()
    const html = await shown(stores)
    expect(alerts(html)).toBe(1)
    expect(html).toContain(CLOSED)
    expect(html).toContain('href="/waiting-list?event=7"')
  })

  it('BOOK-06 a hold refused at an open event shows its error and the times', async () => {
    const stores = await openPage(bookingBrowser({ 'POST /holds': refusal(409, 'slot-taken') }))
    stores.choose(NINE_TWENTY)
    await stores.proceed()
    const html = await shown(stores)
    expect(alerts(html)).toBe(1)
    expect(html).toContain('This time has just been taken')
    expect(html).toContain('Choose a time')
  })
})
