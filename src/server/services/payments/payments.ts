import type { PaymentGateway } from '#server/gateways/paypal/gateway.ts'
import { done, refused } from '#server/outcome.ts'
import { captureOf } from '#server/services/payments/capture.ts'
import { checkoutOf } from '#server/services/payments/checkout.ts'
import { conclusionsOf } from '#server/services/payments/conclude.ts'
import type { PaymentDeps } from '#server/services/payments/deps.ts'
import { eventsOf } from '#server/services/payments/events.ts'
import { ordersOf } from '#server/services/payments/orders.ts'
import { findOwnPayment } from '#server/services/payments/own-payment.ts'
import { recordsOf } from '#server/services/payments/records.ts'
import { holdChecksOf } from '#server/services/payments/refund-holds.ts'
import { refundsOf, refundsWithoutProvider } from '#server/services/payments/refunds.ts'
import { sweepOf } from '#server/services/payments/sweep.ts'
import { paymentToWire } from '#server/services/payments/wire.ts'

/** What needs the provider. */
function openPayments(deps: PaymentDeps, gateway: PaymentGateway) {
  const open = { ...deps, gateway }
  const conclusions = conclusionsOf(open)
  const { refund, foreign } = refundsOf(open)
  const sweep = sweepOf(open, conclusions)
  const { checkDue } = holdChecksOf(open)
  return {
    ...ordersOf(open),
    ...captureOf(open, conclusions),
    async sweep(): Promise<void> {
      await Promise.all([sweep(), checkDue()])
    },
    refund,
    takeEvent: eventsOf(open, conclusions, foreign),
  }
}

/** Without a provider nothing can be paid: events with a price are booked by telephone (EVD-03). */
const closedPayments = (deps: PaymentDeps): ReturnType<typeof openPayments> => ({
  create: async () => refused('not-open-paid'),
  async capture({ order_id }, caller, context) {
    const found = await findOwnPayment(deps.database, order_id, caller, context)
    return found.ok ? refused('unavailable') : found
  },
  async find({ order_id }, caller, context) {
    const found = await findOwnPayment(deps.database, order_id, caller, context)
    return found.ok ? done(await paymentToWire(deps, found.value)) : found
  },
  sweep: async () => undefined,
  refund: refundsWithoutProvider(deps),
  takeEvent: async () => refused('not-found'),
})

/** Checkout, payments and refunds (PAY-01 to PAY-10), put together: `takeMoney` of `conclude.ts` takes the money. */
export const paymentsService = (deps: PaymentDeps, gateway: PaymentGateway | undefined) => ({
  checkout: checkoutOf(deps, gateway),
  ...recordsOf(deps),
  ...(gateway === undefined ? closedPayments(deps) : openPayments(deps, gateway)),
})
