import { describe, expect, it, vi } from 'vitest'
import { TAB_SIGNALS } from '#core/rules/tab-signals.ts'
import { fakeBrowser, ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { settle } from '#tests/unit/booking/store/journey.ts'
import { appointment, SERVER_NOW, session } from '#tests/unit/booking/store/samples.ts'

const ID = appointment().appointment_id
const ROUTE = `GET /appointments/${ID}`
const OWN = `?appointment=${ID}`
const MARKER = `halyard_signed_in=${Date.parse(SERVER_NOW) / 1000 + 600}`

type Routes = Parameters<typeof fakeBrowser>[1]

async function open(
  search: string,
  reply: Routes[string] = 'none',
  {
    routes = {},
    now = SERVER_NOW,
    stored,
  }: { routes?: Routes; now?: string; stored?: string } = {},
) {
  vi.useFakeTimers({ now: new Date(now) })
  const browser = fakeBrowser(`/booking-success${search}`, {
    'GET /auth/session': ok(session()),
    [ROUTE]: reply,
    ...routes,
  })
  Object.assign(document, { cookie: MARKER })
  if (stored !== undefined) localStorage.getItem = (key) => (key === stored ? '1' : null)
  const { watchBooked, $booked } = await import('#booking/store/success.ts')
  const stop = watchBooked()
  await settle()
  return { browser, stop, $booked, booked: $booked.get() }
}

it('BOOK-09 an own booked appointment is the only success', async () => {
  const { booked } = await open(OWN, ok(appointment()))
  expect(booked).toMatchObject({ state: 'booked', appointment: { appointment_id: ID } })
})

it.each([
  ['no appointment', '', 'none', 'unnamed'],
  ['no id', '?appointment=7', 'none', 'not-found'],
  ['an unknown one', OWN, refusal(404, 'appointment-not-found'), 'not-found'],
  ["another patient's", OWN, refusal(403, 'forbidden'), 'not-found'],
  ['a cancelled one', OWN, ok(appointment({ status: 'cancelled' })), 'cancelled'],
  ['a past one', OWN, ok(appointment({ ends_at: SERVER_NOW })), 'over'],
  ['an attended one', OWN, ok(appointment({ status: 'attended' })), 'over'],
  ['one while signed out', OWN, refusal(401, 'unauthorized'), 'signed-out'],
  ['one without a response', OWN, 'none', 'failed'],
] as const)('BOOK-09 the address of %s is no success', async (_, search, reply, state) => {
  expect((await open(search, reply)).booked).toMatchObject({ state })
})

it('BOOK-09 the server’s clock says what is past, with a browser a year behind', async () => {
  const past = ok(appointment({ ends_at: '2026-11-21T11:59:00.000Z' }))
  const { booked } = await open(OWN, past, { now: '2025-11-21T12:00:00.000Z' })
  expect(booked).toEqual({ state: 'over' })
})

describe('the session', () => {
  const signedOut = { state: 'signed-out', loginPath: expect.stringMatching(/^\/login\?next=/) }
  const signOutElsewhere = () =>
    Object.assign(new Event('storage'), { key: TAB_SIGNALS.signedOut, newValue: '1' })
  const comeBack = () => Object.assign(new Event('pageshow'), { persisted: true })

  it('AUTH-07 BOOK-09 without one no appointment is asked for', async () => {
    const { browser, booked } = await open(OWN, ok(appointment()), {
      routes: { 'GET /auth/session': ok({ session: null }) },
    })
    expect(booked).toEqual(signedOut)
    expect(browser.sentTo(ROUTE)).toEqual([])
  })

  it('AUTH-07 BOOK-09 no appointment is shown while a sign-out cannot be finished', async () => {
    const { browser, booked } = await open(OWN, ok(appointment()), {
      routes: { 'POST /auth/sign-out': 'none' },
      stored: 'sign-out-unfinished',
    })
    expect(booked).toEqual({ state: 'failed' })
    expect(browser.sentTo(ROUTE)).toEqual([])
  })

  it('AUTH-07 BOOK-09 the appointment leaves the page at a sign-out in another tab', async () => {
    const { $booked } = await open(OWN, ok(appointment()))
    window.dispatchEvent(signOutElsewhere())
    expect($booked.get()).toEqual(signedOut)
  })

  it('AUTH-07 BOOK-09 a response that arrives after the sign-out is dropped', async () => {
    let arrive = () => {}
    const { $booked } = await open(
      OWN,
      () =>
        new Promise((resolve) => {
          arrive = () => resolve(ok(appointment()))
        }),
    )
    window.dispatchEvent(signOutElsewhere())
    arrive()
    await settle()
    expect($booked.get()).toEqual(signedOut)
  })

  it('AUTH-07 BOOK-09 Back after a sign-out shows no appointment, even before a response', async () => {
    const { $booked } = await open(OWN, ok(appointment()))
    Object.assign(document, { cookie: '' })
    window.dispatchEvent(comeBack())
    expect($booked.get().state).not.toBe('booked')
    await settle()
    expect($booked.get()).toEqual(signedOut)
  })

  it('BOOK-09 is loaded again on return', async () => {
    const { browser, $booked } = await open(OWN, ok(appointment()))
    browser.answer(ROUTE, ok(appointment({ status: 'cancelled' })))
    window.dispatchEvent(comeBack())
    await settle()
    expect($booked.get()).toEqual({ state: 'cancelled' })
  })

  it('BOOK-09 follows nothing once it is stopped', async () => {
    const { stop, $booked } = await open(OWN, ok(appointment()))
    stop()
    window.dispatchEvent(signOutElsewhere())
    expect($booked.get().state).toBe('booked')
  })
})
