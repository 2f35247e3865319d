import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import {
  bookingBrowser,
  NINE_TWENTY,
  openPage,
  type Stores,
  settle,
} from '#tests/unit/booking/store/journey.ts'
import { appointment, event, hold, ownPlace, slots } from '#tests/unit/booking/store/samples.ts'

const FULL = ok(event({ total_spaces: 3, booked_spaces: 3 }))
const CLOSED = 'No place is free at the moment.'

/** The time step as the page shows it now. */
async function shown({ $case, $booking }: Stores): Promise<string> {
  const { ChooseStep } = await import('#booking/island/ChooseStep.tsx')
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

  const PRICED = {
    ...{ price: 2_000, payment_required: true, takes_payments: true },
    refund_rules: { charge: { percent: 1.4, pence: 20 }, holidays: ['2026-12-10'] },
  }
  const OWN_RULE = 'Cancel by Wednesday 9 December, 09:19 and get £19.52 back.'

  it('PAY-14 shows the rule of the chosen time above the policy of all events', async () => {
    const stores = await openPage(
      bookingBrowser({ 'GET /events/7': ok({ ...event(), ...PRICED }) }),
    )
    expect(await shown(stores)).toContain('Choose a time to see until when')
    stores.choose(NINE_TWENTY)
    const html = await shown(stores)
    expect(html.indexOf(OWN_RULE)).toBeGreaterThan(0)
    expect(html.indexOf(OWN_RULE)).toBeLessThan(html.indexOf('Cancellation policy'))
  })

  it('LAB-14 PAY-14 a patient with a free repeat reads no price and no refund', async () => {
    const stores = await openPage(
      bookingBrowser({
        'GET /events/7': ok({ ...event(), ...PRICED }),
        'GET /holds/current': ok(ownPlace({ free_repeat: true })),
      }),
    )
    stores.choose(NINE_TWENTY)
    const html = await shown(stores)
    expect(html).toContain('Free of charge')
    expect(html).toContain('cancel online until Thursday 10 December, 09:20.')
    expect(html).not.toMatch(/£| back\.|refund/)
  })

  it('PAY-14 of a free event names its deadline and no money', async () => {
    const stores = await openPage(bookingBrowser())
    stores.choose(NINE_TWENTY)
    const html = await shown(stores)
    expect(html).toContain('cancel online until Thursday 10 December, 09:20.')
    expect(html).not.toMatch(/ back\.|refund/)
  })

  const soon = (over: object) =>
    ok(
      event({
        ...{ exclusive_for: 'CORPORATE', event_date: '2026-11-23', start_time: '11:40' },
        ...{ starts_at: '2026-11-23T11:40:00.000Z', end_time: '12:40' },
        ...{ ends_at: '2026-11-23T12:40:00.000Z', ...over },
      }),
    )

  it.each([
    [['11:40', '12:00', '12:20'], 'Times up to 11:40 are less than 48 hours away.'],
    [['11:40'], 'These times are less than 48 hours away.'],
    [['12:00', '12:20'], undefined],
  ])('APPT-02 of %s warns above the times that are less than 48 hours away', async (free, note) => {
    const stores = await openPage(
      bookingBrowser({
        'GET /events/7': soon({}),
        'GET /events/7/slots': ok({ '2026-11-23': { availableTimeSlots: free } }),
      }),
    )
    const html = await shown(stores)
    if (note === undefined) expect(html).not.toContain('less than 48 hours')
    else expect(html).toContain(`${note} Once you have one of them`)
    expect(html.split('aria-describedby="locked-times"')).toHaveLength(note === undefined ? 1 : 2)
  })

  it('APPT-02 says of a chosen time that it can be neither changed nor cancelled', async () => {
    const stores = await openPage(
      bookingBrowser({
        'GET /events/7': soon({}),
        'GET /events/7/slots': ok({ '2026-11-23': { availableTimeSlots: ['11:40'] } }),
      }),
    )
    stores.choose({ date: '2026-11-23', time: '11:40' })
    expect(await shown(stores)).toContain('you can neither change nor cancel it online.')
  })

  it('PAY-04 while a payment is checked it offers no other time, and leads to the payment', async () => {
    const browser = bookingBrowser({
      'GET /holds/current': ok(ownPlace({ hold: hold({ hold_expires_at: null }) })),
    })
    const html = await shown(await openPage(browser))
    expect(html).toContain('Your payment is being checked')
    expect(html).toContain('href="/checkout"')
    expect(html).not.toContain('Choose a time')
    expect(html).not.toContain('Proceed to Consent Form')
  })
})
