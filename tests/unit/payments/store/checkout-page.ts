import { vi } from 'vitest'
import type { OutputOf } from '#core/contract/endpoint.ts'
import type { getCheckout, PaymentState } from '#payments/contract/payments.ts'
import { type FakeBrowser, fakeBrowser, ok } from '#tests/unit/booking/store/browser.ts'
import { appointment, ownPlace, SERVER_NOW, session } from '#tests/unit/booking/store/samples.ts'

type Read = OutputOf<typeof getCheckout>

export const APPOINTMENT = appointment().appointment_id
export const ORDER_ID = 'ORDER-0001'

export const order = (over: Partial<NonNullable<Read['order']>> = {}) => ({
  hold_id: '7f3f6f0e-6f0a-4f57-9c6e-0f5c1a2b3c4d',
  event_id: 7,
  event_name: 'Harbour Hall',
  product_name: 'Total PSA Test',
  event_location: '1 Quay Street, Whitby, YO21 3EN',
  appt_date: '2026-12-12',
  appt_time: '09:20',
  starts_at: '2026-12-12T09:20:00.000Z',
  ends_at: '2026-12-12T09:40:00.000Z',
  amount: '25.00',
  amount_pence: 2500,
  currency: 'GBP' as const,
  refund_rules: { charge: { percent: 1.4, pence: 20 }, holidays: [] },
  hold_expires_at: '2026-11-21T12:12:00.000Z',
  offered: false,
  order_id: null,
  ...over,
})

export const checkout = (over: Partial<Read> = {}): Read => ({
  order: order(),
  provider: { client_id: 'client', sdk_base: 'http://pay.test/sdk/js', environment: 'stand-in' },
  server_time: SERVER_NOW,
  ...over,
})
export const NOTHING = ok(checkout({ order: null }))

const CAPTURE = {
  id: 'CAPTURE-1',
  status: 'COMPLETED',
  amount: { currency_code: 'GBP' as const, value: '25.00' },
  processor_response: { avs_code: 'Y', cvv_code: 'M' },
}

export const payment = (over: Partial<PaymentState> = {}): PaymentState => ({
  id: ORDER_ID,
  state: 'booked',
  status: 'COMPLETED',
  purchase_units: [{ payments: { captures: [CAPTURE], authorizations: [] } }],
  payment_source: {
    card: { name: 'Arthur Pendle', brand: 'VISA', last_digits: '1881', expiry: '2030-12' },
  },
  appointment_id: APPOINTMENT,
  is_recoverable: false,
  ...over,
})

/** A payment that was not made. */
export const refusedPayment = (issue: string, isRecoverable: boolean): PaymentState => ({
  id: ORDER_ID,
  state: isRecoverable ? 'declined' : 'failed',
  status: 'DECLINED',
  details: [{ issue, description: 'The bank said no.' }],
  debug_id: 'debug-1',
  is_recoverable: isRecoverable,
})
export const CHECKING = payment({ state: 'checking', status: 'APPROVED' })

const WELL = {
  'GET /auth/session': ok(session()),
  'GET /holds/current': ok(ownPlace()),
  'GET /payments/checkout': ok(checkout()),
  'POST /payments/orders': {
    status: 201,
    body: {
      id: ORDER_ID,
      amount: '25.00',
      amount_pence: 2500,
      hold_expires_at: '2026-11-21T12:22:00.000Z',
    },
  },
  [`POST /payments/orders/${ORDER_ID}/capture`]: ok(payment()),
  [`GET /payments/orders/${ORDER_ID}`]: ok(payment()),
  'POST /payments/transactions': ok({ status: 'success' }),
}
export const CAPTURE_ROUTE = `POST /payments/orders/${ORDER_ID}/capture`
export const STATE_ROUTE = `GET /payments/orders/${ORDER_ID}`

export function checkoutBrowser(over: Parameters<typeof fakeBrowser>[1] = {}): FakeBrowser {
  vi.useFakeTimers({ now: new Date(SERVER_NOW) })
  return fakeBrowser('/checkout', { ...WELL, ...over })
}

export const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** Opens /checkout, as after a load, and waits until its requests are answered. */
export async function openPage(browser: FakeBrowser) {
  browser.reload()
  const [page, pay, state, card, billing, hold] = await Promise.all([
    import('#payments/store/checkout.ts'),
    import('#payments/store/pay.ts'),
    import('#payments/store/state.ts'),
    import('#payments/store/card-errors.ts'),
    import('#payments/store/billing.ts'),
    import('#booking/store/hold.ts'),
  ])
  const stores = { ...page, ...pay, ...state, ...card, ...billing, ...hold }
  const stop = stores.watchCheckout()
  await settle()
  return { ...stores, stop, shown: () => stores.$checkout.get() }
}
export type CheckoutPage = Awaited<ReturnType<typeof openPage>>

/** The round of the card entry that is shown. */
export function roundOf({ shown }: CheckoutPage): number {
  const present = shown()
  if (present.step !== 'form') throw new Error(`no form but ${present.step}`)
  return present.round
}

/** Pays as the provider's script does: an order, the payer's approval, the capture. */
export async function payWith(page: CheckoutPage): Promise<void> {
  const round = roundOf(page)
  page.beginPayment(round)
  const id = await page.createPaymentOrder(round)
  await page.approvePayment(round, id)
  await settle()
}

/** The form's message, or that of the end. */
export function messageOf({ shown }: CheckoutPage) {
  const present = shown()
  return 'message' in present ? present.message : undefined
}

/** Opens /checkout and pays. */
export async function paid(over: Parameters<typeof checkoutBrowser>[0] = {}) {
  const browser = checkoutBrowser(over)
  const page = await openPage(browser)
  await payWith(page)
  return { browser, page }
}

/** Where a paid booking leads. */
export const SUCCESS = `/booking-success?appointment=${APPOINTMENT}`
