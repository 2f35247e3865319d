import type { InputOf, OutputOf, ReasonOf } from '#core/contract/endpoint.ts'
import type { Patient, RequestContext } from '#core/server/caller.ts'
import { causeOf } from '#core/server/cause.ts'
import { CAPTURE_ANSWER_MS, CAPTURE_LEASE_SECONDS } from '#core/server/config/limits.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import { sharedAnswers } from '#core/server/shared-answers.ts'
import type { captureOrder, getOrder } from '#payments/contract/payments.ts'
import {
  type Conclusions,
  decisiveCapture,
  isApproved,
  isOrderOf,
  unlessUnclear,
} from '#payments/server/conclude.ts'
import { findPayment } from '#payments/server/database/payment-records.ts'
import { beginCapture, type Payment } from '#payments/server/database/payments.ts'
import type { OpenPaymentDeps } from '#payments/server/deps.ts'
import { findOwnPayment } from '#payments/server/own-payment.ts'
import type { Order } from '#payments/server/paypal/gateway.ts'
import { isAuthenticationRefused } from '#payments/server/three-d-secure.ts'
import { paymentToWire } from '#payments/server/wire.ts'

type Captured = Outcome<OutputOf<typeof captureOrder>, ReasonOf<typeof captureOrder>>
type OrderState = Outcome<OutputOf<typeof getOrder>, ReasonOf<typeof getOrder>>

/** A page polls every few seconds: one call of the provider serves all polls. */
const SHARED_ORDERS = { forMs: 2_000, most: 1_000, mostAtOnce: 20 }

/** The payment as it is stored now. */
async function answerNow(deps: OpenPaymentDeps, paymentId: string): Promise<OrderState> {
  const payment = await findPayment(deps.database, paymentId)
  return payment === undefined
    ? refused('order-not-found')
    : done(await paymentToWire(deps, payment))
}

/** The issue by which a payment is declined without a capture; undefined: its payer approved it. */
function issueOf(order: Order | undefined, payment: Payment): string | undefined {
  if (order === undefined) return 'ORDER_NOT_FOUND'
  if (!isOrderOf(order, payment)) return 'ORDER_MISMATCH'
  const isUnfinished = order.status === 'PAYER_ACTION_REQUIRED'
  if (isUnfinished || isAuthenticationRefused(order)) return 'PAYER_ACTION_REQUIRED'
  return isApproved(order) ? undefined : 'ORDER_NOT_APPROVED'
}

/** What the order decides before any money is taken, and before the hold is under payment; undefined: it can be captured. */
function judgementOf(deps: OpenPaymentDeps, { settleBy, decline }: Conclusions) {
  return async (payment: Payment, order: Order | undefined): Promise<Captured | undefined> => {
    const { paymentId, state } = payment
    if (order !== undefined && decisiveCapture(order) !== undefined) {
      await settleBy(payment, order)
      return answerNow(deps, paymentId)
    }
    const issue = issueOf(order, payment)
    if (issue === undefined) return undefined
    // Money may be on its way: a payment under capture is given up only by the process with the lease.
    if (state === 'capturing') return answerNow(deps, paymentId)
    await decline(payment, issue)
    if (issue !== 'ORDER_MISMATCH') return answerNow(deps, paymentId)
    deps.logger.error({ payment: paymentId }, 'the order is not the one of this payment')
    return refused('order-mismatch')
  }
}

/** Puts the hold under payment and leases the payment; undefined: this process may capture it. */
async function beginOwn(
  deps: OpenPaymentDeps,
  { paymentId, eventId }: Payment,
  profileId: number,
): Promise<Captured | undefined> {
  const lease = { paymentId, profileId, leaseSeconds: CAPTURE_LEASE_SECONDS }
  const begun = await deps.turns.take(eventId, () => beginCapture(deps.database, lease), true)
  if (begun === undefined) return refused('busy')
  if (begun.ok) return undefined
  if (begun.reason === 'payment-not-found') return refused('order-not-found')
  // Money may have been taken, whatever else is refused in the meantime: 'checking'.
  const mayHavePaid = begun.state === 'capturing' || begun.state === 'pending'
  if (begun.reason === 'concluded' || mayHavePaid) return answerNow(deps, paymentId)
  return refused(begun.reason)
}

/** Waits for the work, but not longer than a page waits: it goes on, and the page polls. */
async function inTime(
  { logger }: OpenPaymentDeps,
  paymentId: string,
  work: Promise<unknown>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, CAPTURE_ANSWER_MS)
  })
  const settled = work.catch((error: unknown) => {
    // The provider may have taken the money: only 'checking' is true now, and the sweep finds out.
    logger.error({ payment: paymentId, error: causeOf(error) }, 'a payment was not settled')
  })
  await Promise.race([settled, late])
  clearTimeout(timer)
}

/** POST /payments/orders/{id}/capture and GET /payments/orders/{id}. */
export function captureOf(deps: OpenPaymentDeps, conclusions: Conclusions) {
  const { database, limiter } = deps
  const { readOrder, settleBy, takeMoney } = conclusions
  const orders = sharedAnswers(readOrder, SHARED_ORDERS)
  const judge = judgementOf(deps, conclusions)

  return {
    async capture(
      { order_id: orderId }: InputOf<typeof captureOrder>,
      caller: Patient,
      context: RequestContext,
    ): Promise<Captured> {
      const found = await findOwnPayment(database, orderId, caller, context)
      if (!found.ok) return found
      const { state, paymentId } = found.value
      if (state !== 'ordered' && state !== 'capturing') return answerNow(deps, paymentId)
      const limited = await limiter.count(['capturePerPatient', String(caller.profileId)])
      if (limited) return limited
      const order = await readOrder(orderId).catch(unlessUnclear)
      if (order === 'unclear') {
        return state === 'ordered' ? refused('unavailable') : answerNow(deps, paymentId)
      }
      const decided =
        (await judge(found.value, order)) ?? (await beginOwn(deps, found.value, caller.profileId))
      if (decided !== undefined) return decided
      await inTime(deps, paymentId, takeMoney(found.value, orderId))
      return answerNow(deps, paymentId)
    },

    /** Reads the provider while the result is not known, and settles what it shows, so that the page does not wait for the sweep; takes no money. */
    async find(
      { order_id: orderId }: InputOf<typeof getOrder>,
      caller: Patient,
      context: RequestContext,
    ): Promise<OrderState> {
      const found = await findOwnPayment(database, orderId, caller, context)
      if (!found.ok) return found
      const { state, paymentId } = found.value
      if (state === 'capturing' || state === 'pending') {
        const order = await orders.get(orderId).catch(() => undefined)
        if (order) await settleBy(found.value, order)
      }
      return answerNow(deps, paymentId)
    },
  }
}
