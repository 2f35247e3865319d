import { vi } from 'vitest'
import type { Choice } from '#booking/store/slots.ts'
import { type FakeBrowser, fakeBrowser, ok } from '#tests/unit/booking/store/browser.ts'
import {
  ANSWERS,
  appointment,
  event,
  hold,
  ownPlace,
  SERVER_NOW,
  session,
  slots,
} from '#tests/unit/booking/store/samples.ts'

export const NINE_TWENTY: Choice = { date: '2026-12-12', time: '09:20' }

/** Responses without failures. */
const WELL = {
  'GET /auth/session': ok(session()),
  'GET /events/7': ok(event()),
  'GET /events/7/slots': ok(slots('09:00', '09:20')),
  'GET /holds/current': ok(ownPlace()),
  'GET /appointments/upcoming-appointments/user/41': ok({
    appointments: [],
    server_time: SERVER_NOW,
  }),
  'POST /holds': { status: 201, body: hold() },
  'POST /medical/consent': {
    status: 201,
    body: {
      status: 'success',
      consent_id: '33333333-2222-4333-8444-555555555555',
      text_version: '1.0',
    },
  },
  'POST /appointments': { status: 201, body: appointment() },
}

/** The stores of one page. */
export async function openStores() {
  const [booking, confirm, steps, journey, holds, consent, times, places] = await Promise.all([
    import('#booking/store/booking.ts'),
    import('#booking/store/confirm.ts'),
    import('#booking/store/steps.ts'),
    import('#booking/store/journey.ts'),
    import('#booking/store/hold.ts'),
    import('#booking/store/consent.ts'),
    import('#booking/store/slots.ts'),
    import('#booking/store/follow-place.ts'),
  ])
  return { ...booking, ...confirm, ...steps, ...journey, ...holds, ...consent, ...times, ...places }
}
export type Stores = Awaited<ReturnType<typeof openStores>>

/** Opens /book-event and waits until its requests are answered. */
export async function openPage(browser: FakeBrowser): Promise<Stores> {
  browser.reload()
  const stores = await openStores()
  stores.watchBooking('Halyard')
  await settle()
  return stores
}

export const settle = () => vi.advanceTimersByTimeAsync(0)

export function bookingBrowser(over: Parameters<typeof fakeBrowser>[1] = {}): FakeBrowser {
  vi.useFakeTimers({ now: new Date(SERVER_NOW) })
  return fakeBrowser('/book-event?event=7', { ...WELL, ...over })
}

/** Goes to the consent form with 09:20 held. */
export async function reachConsent(browser: FakeBrowser): Promise<Stores> {
  const stores = await openPage(browser)
  stores.choose(NINE_TWENTY)
  await stores.proceed()
  return stores
}

export function fillConsent({ consentForm }: Stores): void {
  for (const name of Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]) {
    consentForm.set(name, ANSWERS[name])
  }
}

/** Fills in the consent form and sends it. */
export async function confirmWith(over: Parameters<typeof bookingBrowser>[0] = {}) {
  const browser = bookingBrowser(over)
  const stores = await reachConsent(browser)
  fillConsent(stores)
  await stores.submitConsent()
  await settle()
  return { browser, stores }
}
