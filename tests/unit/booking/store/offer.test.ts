import { describe, expect, it, vi } from 'vitest'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import {
  bookingBrowser,
  NINE_TWENTY,
  openPage,
  reachConsent,
  settle,
} from '#tests/unit/booking/store/journey.ts'
import { event, hold, ownPlace } from '#tests/unit/booking/store/samples.ts'

const OFFER = hold({ offered: true, hold_expires_at: '2026-11-22T08:00:00.000Z' })
/** The page of a full event with an offer for this patient. */
const offered = () =>
  bookingBrowser({
    'GET /events/7': ok(event({ booked_spaces: event().total_spaces })),
    'GET /holds/current': ok(ownPlace({ hold: OFFER })),
    'POST /holds': { status: 201, body: OFFER },
  })

describe('an offered place on the booking page', () => {
  it('WAIT-02 is chosen and can be booked, although the event is full for others', async () => {
    const { $hold, $choice, $closed } = await openPage(offered())
    expect($hold.get()).toMatchObject({
      isOffer: true,
      time: '09:20',
      expiresAt: new Date('2026-11-22T08:00:00.000Z'),
    })
    expect($choice.get()).toEqual(NINE_TWENTY)
    expect($closed.get()).toBeUndefined()
  })

  it('WAIT-02 stays kept when the patient stops for now', async () => {
    const browser = offered()
    const { proceed, stopBooking } = await openPage(browser)
    await proceed()
    await stopBooking()
    expect(browser.sentTo('POST /holds/')).toEqual([])
    expect(browser.left).toEqual(['/event/7'])
  })

  it('WAIT-02 that is over says that it goes to the next person', async () => {
    const { $booking } = await openPage(offered())
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect($booking.get()).toMatchObject({
      step: 'choose',
      message: { title: 'Your place is no longer offered' },
    })
  })

  it('WAIT-02 at another event is given up only after a question', async () => {
    const browser = bookingBrowser({ 'POST /holds': refusal(409, 'offer-open', 'The sentence.') })
    const { $booking, proceed } = await reachConsent(browser)
    expect($booking.get()).toMatchObject({
      step: 'choose',
      message: { text: 'The sentence.', next: 'give-up-offer' },
    })
    expect(browser.sentTo('POST /holds').at(-1)?.body).not.toHaveProperty('gives_up_offer')
    browser.answer('POST /holds', { status: 201, body: hold() })
    await proceed(true)
    expect(browser.sentTo('POST /holds').at(-1)?.body).toMatchObject({ gives_up_offer: true })
    expect($booking.get()).toMatchObject({ step: 'consent' })
  })
})

it('WAIT-01 a full event leads to its waiting list', async () => {
  const full = ok(event({ booked_spaces: event().total_spaces }))
  const { $closed } = await openPage(bookingBrowser({ 'GET /events/7': full }))
  await settle()
  expect($closed.get()).toMatchObject({ title: 'Fully Booked', next: 'waiting-list' })
})

it('WAIT-01 a full event whose booking has closed leads to other events', async () => {
  const now = new Date(Date.parse(event().starts_at) - 3_600_000).toISOString()
  const full = ok({ ...event({ booked_spaces: event().total_spaces }), server_time: now })
  const { $closed } = await openPage(bookingBrowser({ 'GET /events/7': full }))
  expect($closed.get()).toMatchObject({ title: 'Fully Booked', next: 'other-events' })
})
