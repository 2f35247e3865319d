import { CAPTURE_AGAIN_SECONDS, LOOK_AGAIN_SECONDS, SWEEP } from '#server/config/limits.ts'
import type { Order } from '#server/gateways/paypal/gateway.ts'
import { errorLabel } from '#server/jobs/back-off.ts'
import { type ClaimedPayment, claimPayments, noteLook } from '#server/repositories/payments.ts'
import {
  type Conclusions,
  decisiveCapture,
  isAuthenticationRefused,
  isOrderOf,
} from '#server/services/payments/conclude.ts'
import type { OpenPaymentDeps } from '#server/services/payments/deps.ts'

/**
 * Concludes the payments that nothing else concluded: after a crash, a lost answer, a closed tab. It asks the provider first; an unclear
 * answer decides nothing.
 */
export function sweepOf(deps: OpenPaymentDeps, conclusions: Conclusions) {
  const { database, clock, logger } = deps
  const { readOrder, settleBy, takeMoney, abandon } = conclusions
  let running: Promise<void> | undefined

  /** The patient pressed Pay a short while ago: their payment goes on. After a long outage it is given up, and nothing was taken. */
  const isRecent = ({ createdAt }: ClaimedPayment) =>
    clock.now().getTime() - createdAt.getTime() < CAPTURE_AGAIN_SECONDS * 1000

  /** Money that turns up after the end of a payment is settled; when that does not succeed, the payment is looked at again. */
  async function lookAgain(payment: ClaimedPayment, order: Order | undefined): Promise<void> {
    const { paymentId } = payment
    if (order !== undefined && decisiveCapture(order) !== undefined) {
      const settled = await settleBy(payment, order)
      if (settled === undefined) return
    }
    await noteLook(database, paymentId, LOOK_AGAIN_SECONDS)
  }

  async function conclude(payment: ClaimedPayment): Promise<void> {
    const { orderId, state } = payment
    if (orderId === null) return abandon(payment)
    const order = await readOrder(orderId)
    if (state === 'declined' || state === 'abandoned') return lookAgain(payment, order)
    if (order === undefined) return abandon(payment)
    if (decisiveCapture(order) !== undefined) return void (await settleBy(payment, order))
    const isApproved =
      order.status === 'APPROVED' && isOrderOf(order, payment) && !isAuthenticationRefused(order)
    if (state === 'capturing' && payment.canCapture && isApproved && isRecent(payment)) {
      return void (await takeMoney(payment, orderId))
    }
    // Pending without a capture: the provider's list is behind its own answer.
    if (state !== 'pending') await abandon(payment)
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
            logger.warn({ payment: paymentId, state, error: errorLabel(error) }, 'not settled yet')
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
