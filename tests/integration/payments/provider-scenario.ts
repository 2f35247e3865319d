import { randomUUID } from 'node:crypto'
import { createLogger } from '#core/server/logger.ts'
import { captureOf } from '#payments/server/capture.ts'
import { conclusionsOf } from '#payments/server/conclude.ts'
import type { OpenPaymentDeps } from '#payments/server/deps.ts'
import type { Order, PaymentGateway } from '#payments/server/paypal/gateway.ts'
import { eventsOf } from '#payments/server/provider-events.ts'
import { refundsOf } from '#payments/server/refunds.ts'
import { sweepOf } from '#payments/server/sweep.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { PRICE } from './payment-scenario.ts'

/** The provider's order of a payment, with a capture. */
export const orderOf = (paymentId: string): Order => ({
  id: `ORDER${paymentId.replaceAll('-', '').slice(0, 20).toUpperCase()}`,
  status: 'COMPLETED',
  amountPence: PRICE,
  currency: 'GBP',
  customId: paymentId,
  captures: [
    {
      id: `CAPTURE-${paymentId}`,
      status: 'COMPLETED',
      amountPence: PRICE,
      currency: 'GBP',
      at: new Date(),
    },
  ],
})

/** The headers of a delivery that the provider sent at `at`. */
export const sentHeaders = (at = new Date(), id: string = randomUUID()) =>
  new Headers({
    'paypal-transmission-id': id,
    'paypal-transmission-time': at.toISOString(),
  })

const WAITED_TOO_LONG = async () => undefined

type Fakes = {
  gateway: Partial<PaymentGateway>
  isBusy?: () => boolean
  now?: () => Date
  count?: (...uses: unknown[]) => Promise<unknown>
}

/** The services of payments with a real database, a provider of the test's, and events that can be busy. */
export function servicesWith(
  database: SqlDatabase,
  { gateway, isBusy = () => false, now = () => new Date(), count = async () => undefined }: Fakes,
) {
  const deps = {
    database,
    logger: createLogger('silent'),
    clock: { now },
    limiter: { count },
    gateway: {
      verifyWebhook: async () => true,
      listDisputes: async () => [],
      listEntries: async () => [],
      ...gateway,
    },
    turns: {
      take: (_: number, work: () => Promise<unknown>) => (isBusy() ? WAITED_TOO_LONG() : work()),
    },
    step: (_: string, run: () => Promise<unknown>) => run(),
    placesChanged: () => undefined,
    nudgeJobs: () => undefined,
  } as unknown as OpenPaymentDeps
  const conclusions = conclusionsOf(deps)
  const takeEvent = eventsOf(deps, conclusions, refundsOf(deps).foreign)
  const { capture } = captureOf(deps, conclusions)
  return { conclusions, takeEvent, capture, sweep: sweepOf(deps, conclusions) }
}
