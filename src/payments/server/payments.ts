import { bind, type Call } from '#core/server/http/binding.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import {
  captureOrder,
  createOrder,
  getOrder,
  type PaymentState as PaymentOnWire,
} from '#payments/contract/payments.ts'
import { captureOf } from '#payments/server/capture.ts'
import { checkoutOf } from '#payments/server/checkout.ts'
import { conclusionsOf } from '#payments/server/conclude.ts'
import type { PaymentDeps } from '#payments/server/deps.ts'
import { ordersOf } from '#payments/server/orders.ts'
import { findOwnPayment } from '#payments/server/own-payment.ts'
import type { PaymentGateway } from '#payments/server/paypal/gateway.ts'
import { eventsOf } from '#payments/server/provider-events.ts'
import { recordsOf } from '#payments/server/records.ts'
import { holdChecksOf } from '#payments/server/refund-holds.ts'
import { refundsOf, refundsWithoutProvider } from '#payments/server/refunds.ts'
import { sweepOf } from '#payments/server/sweep.ts'
import { paymentToWire } from '#payments/server/wire.ts'

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

/** 202 while it is not known whether money was taken. */
function withStatus<Reason extends string>(
  outcome: Outcome<PaymentOnWire, Reason>,
  { setStatus }: Pick<Call, 'setStatus'>,
): Outcome<PaymentOnWire, Reason> {
  if (outcome.ok && outcome.value.state === 'checking') setStatus(202)
  return outcome
}

/** Checkout, payments and refunds (PAY-01 to PAY-10), put together: `takeMoney` of `conclude.ts` takes the money. */
export function paymentsService(deps: PaymentDeps, gateway: PaymentGateway | undefined) {
  const payments = gateway === undefined ? closedPayments(deps) : openPayments(deps, gateway)
  return {
    checkout: checkoutOf(deps, gateway),
    ...recordsOf(deps),
    ...payments,
    createOrder: bind(createOrder, payments.create),
    captureOrder: bind(captureOrder, async (input, caller, context, call) =>
      withStatus(await payments.capture(input, caller, context), call),
    ),
    getOrder: bind(getOrder, async (input, caller, context, call) =>
      withStatus(await payments.find(input, caller, context), call),
    ),
  }
}
