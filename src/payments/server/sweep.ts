import { causeOf } from '#core/server/cause.ts'
import {
  CAPTURE_AGAIN_SECONDS,
  LOOK_AGAIN_SECONDS,
  PENDING_POLL_SECONDS,
  SWEEP,
  UNKNOWN_ORDER_SECONDS,
} from '#core/server/config/limits.ts'
import {
  type Conclusions,
  decisiveCapture,
  isApproved,
  isOrderOf,
} from '#payments/server/conclude.ts'
import {
  type ClaimedPayment,
  claimPayments,
  recordRecheck,
} from '#payments/server/database/payment-sweep.ts'
import type { OpenPaymentDeps } from '#payments/server/deps.ts'
import type { Order } from '#payments/server/paypal/gateway.ts'
import { isAuthenticationRefused } from '#payments/server/three-d-secure.ts'

/** Which pending payments are checked now: older payments less often. Counted in each process, by its clock. */
function pendingPolls() {
  const asked = new Map<string, number>()
  const { least, most } = PENDING_POLL_SECONDS
  return ({ paymentId, createdAt }: ClaimedPayment, now: number): boolean => {
    for (const [id, at] of asked) if (now - at > 2 * most * 1000) asked.delete(id)
    const seconds = Math.min(most, Math.max(least, (now - createdAt.getTime()) / 10_000))
    const last = asked.get(paymentId)
    if (last !== undefined && now - last < seconds * 1000) return false
    asked.set(paymentId, now)
    return true
  }
}

/** The patient pressed Pay: their payment goes on, if it was a short while ago. After a long outage it is given up, and nothing was taken. */
const canGoOn = (payment: ClaimedPayment, order: Order): boolean =>
  payment.state === 'capturing' &&
  payment.canCapture &&
  isApproved(order) &&
  isOrderOf(order, payment) &&
  !isAuthenticationRefused(order)

/**
 * Concludes the payments that nothing else concluded: after a crash, a lost response, a closed tab. It reads from the provider first; an unclear
 * response decides nothing.
 */
export function sweepOf(deps: OpenPaymentDeps, conclusions: Conclusions) {
  const { database, clock, logger } = deps
  const { readOrder, settleBy, takeMoney, abandon } = conclusions
  const isDue = pendingPolls()
  let running: Promise<void> | undefined

  const isYounger = ({ createdAt }: ClaimedPayment, seconds: number) =>
    clock.now().getTime() - createdAt.getTime() < seconds * 1000

  /** The provider can be wrong about an order for a while; so a payment whose money may be taken is not given up immediately. */
  async function concludeUnknown(payment: ClaimedPayment): Promise<void> {
    const { paymentId, state } = payment
    if (state === 'creating' || state === 'ordered') return abandon(payment)
    logger.error({ payment: paymentId, state }, 'the provider does not know the order')
    if (state === 'capturing' && !isYounger(payment, UNKNOWN_ORDER_SECONDS)) await abandon(payment)
  }

  /** Money that turns up after the end of a payment is settled; when that does not succeed, the payment is looked at again. */
  async function lookAgain(payment: ClaimedPayment, order: Order | undefined): Promise<void> {
    const { paymentId } = payment
    if (order !== undefined && decisiveCapture(order) !== undefined) {
      if ((await settleBy(payment, order)) === 'unsettled') return
    }
    await recordRecheck(database, paymentId, LOOK_AGAIN_SECONDS)
  }

  async function concludeOpen(payment: ClaimedPayment, order: Order, orderId: string) {
    if (decisiveCapture(order) !== undefined) await settleBy(payment, order)
    else if (isYounger(payment, CAPTURE_AGAIN_SECONDS) && canGoOn(payment, order)) {
      await takeMoney(payment, orderId)
    }
    // Pending without a capture: the provider's list lags behind its response.
    else if (payment.state !== 'pending') await abandon(payment)
  }

  async function conclude(payment: ClaimedPayment): Promise<void> {
    const { orderId, state } = payment
    if (orderId === null) return abandon(payment)
    if (state === 'pending' && !isDue(payment, clock.now().getTime())) return
    const order = await readOrder(orderId)
    if (state === 'declined' || state === 'abandoned') return lookAgain(payment, order)
    if (order === undefined) return concludeUnknown(payment)
    await concludeOpen(payment, order, orderId)
  }

  async function run(): Promise<void> {
    const { most, olderSeconds, leaseSeconds } = SWEEP
    for (;;) {
      const claimed = await claimPayments(database, {
        ...{ most, olderSeconds, leaseSeconds },
        lookAgainSeconds: LOOK_AGAIN_SECONDS,
      })
      await Promise.all(
        claimed.map((payment) =>
          conclude(payment).catch((error: unknown) => {
            const { paymentId, state } = payment
            logger.warn({ payment: paymentId, state, error: causeOf(error) }, 'not settled yet')
          }),
        ),
      )
      if (claimed.length < most) return
    }
  }

  /** One run at a time: a slow provider must not pile them up. */
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}
