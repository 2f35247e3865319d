import { randomUUID } from 'node:crypto'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { findLiveHold } from '#booking/server/database/appointments.ts'
import type { InputOf, OutputOf, ReasonOf } from '#core/contract/endpoint.ts'
import { decimalPounds } from '#core/rules/money.ts'
import type { Patient, RequestContext } from '#core/server/caller.ts'
import type { Use } from '#core/server/database/limits.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import type { createOrder } from '#payments/contract/payments.ts'
import type { Funding } from '#payments/rules/payment.ts'
import { faultOfProvider } from '#payments/server/conclude.ts'
import { beginPayment, noteOrder } from '#payments/server/database/payments.ts'
import type { OpenPaymentDeps } from '#payments/server/deps.ts'
import { refusePayment, refuseWithoutHold } from '#payments/server/order-checks.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'

type Created = Outcome<OutputOf<typeof createOrder>, ReasonOf<typeof createOrder>>

/** A payment that the database has begun. */
type Begun = {
  readonly paymentId: string
  readonly appointmentId: string
  readonly amountPence: number
  readonly holdExpiresAt: Date
}

/** Asks the provider for the order of a payment and notes it. Nothing is lost when the process ends: an order that is not approved takes no money. */
function orderingOf({ database, gateway, logger, siteUrl }: OpenPaymentDeps) {
  function refuseByProvider(error: unknown) {
    if (!(error instanceof PaymentProviderError)) throw error
    logger.warn(faultOfProvider(error), 'the provider made no order')
    if (error.isUnclear) return refused('unavailable')
    const { issue = 'REFUSED', description = '', debugId } = error
    return refused('payment-not-started', { details: [{ issue, description }], debugId })
  }

  return async (begun: Begun, funding: Funding): Promise<Created> => {
    const { paymentId, appointmentId, amountPence } = begun
    let orderId: string
    try {
      const order = await gateway.createOrder({
        paymentId,
        holdId: appointmentId,
        amountPence,
        description: `Appointment ${referenceNumber(appointmentId)}`,
        ...{ siteUrl, funding },
      })
      orderId = order.id
    } catch (error) {
      return refuseByProvider(error)
    }
    const noted = await noteOrder(database, paymentId, orderId)
    if (!noted.ok) return refused('hold-over')
    return done({
      id: orderId,
      amount: decimalPounds(amountPence),
      amount_pence: amountPence,
      hold_expires_at: begun.holdExpiresAt.toISOString(),
    })
  }
}

/** POST /payments/orders. The cart of the request is ignored: price and description are the server's (PAY-06, PAY-09). */
export function ordersOf(deps: OpenPaymentDeps) {
  const { database, clock, limiter, turns } = deps
  const order = orderingOf(deps)

  return {
    async create(
      { funding = 'card' }: InputOf<typeof createOrder>,
      { profileId }: Patient,
      { network, requestId }: RequestContext,
    ): Promise<Created> {
      const uses: Use[] = [
        ['orderPerPatient', String(profileId)],
        ['orderPerNetwork', network],
      ]
      const limited = await limiter.count(...uses)
      if (limited) return limited
      const hold = await findLiveHold(database, profileId, undefined, clock.now())
      if (hold === undefined) return refuseWithoutHold(deps, profileId)
      const { eventId } = hold
      const refusal = await refusePayment(deps, eventId, profileId)
      if (refusal !== undefined) return refusal as Created
      const paymentId = randomUUID()
      const begin = () => beginPayment(database, { paymentId, profileId, eventId, requestId })
      const begun = await turns.take(eventId, begin, true)
      if (begun === undefined) {
        // The browser sends a busy request again automatically.
        await limiter.giveBack(...uses)
        return refused('busy')
      }
      if (!begun.ok) return refused(begun.reason)
      const { holdExpiresAt } = begun
      if (holdExpiresAt === null) return refused('payment-in-progress')
      return order({ ...begun, paymentId, holdExpiresAt }, funding)
    },
  }
}
