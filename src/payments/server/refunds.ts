import { REFUND_RETRY } from '#core/server/config/limits.ts'
import { PostponedError } from '#core/server/postponed.ts'
import { faultOfProvider, unlessUnclear } from '#payments/server/conclude.ts'
import { findPayment } from '#payments/server/database/payment-records.ts'
import { isOnHold } from '#payments/server/database/refund-holds.ts'
import { findRefund, finishRefund, type Refund } from '#payments/server/database/refunds.ts'
import type { ConclusionDeps, PaymentDeps } from '#payments/server/deps.ts'
import { PaymentProviderError, type ProviderRefund } from '#payments/server/paypal/gateway.ts'
import { type ForeignRefunds, foreignRefundsOf, noteRefundsOf } from '#payments/server/returns.ts'
import { REFUND_NOTE } from '#payments/texts/payment.ts'

/** The whole capture was refunded already, by a call whose response was lost or in the provider's account. */
const ALREADY_BACK = 'CAPTURE_FULLY_REFUNDED'
/** A part of the capture was refunded at the provider: too little is left. When no refund of the order explains that, an operator must act. */
const TOO_LITTLE_LEFT = 'REFUND_AMOUNT_EXCEEDED'

const STATES = {
  COMPLETED: 'done',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
} as const satisfies Record<ProviderRefund['status'], string>

/** One minute, doubled each time, at most an hour: money that is owed is never given up. */
const secondsUntilNext = (attempts: number) =>
  Math.min(REFUND_RETRY.firstSeconds * 2 ** Math.min(attempts, 12), REFUND_RETRY.mostSeconds)

const issueOf = ({ issue, status }: PaymentProviderError) =>
  issue ?? (status === 0 ? 'NO_ANSWER' : `HTTP_${status}`)

/** Without a provider a refund waits: nothing can return the money. */
export const refundsWithoutProvider =
  ({ clock }: PaymentDeps) =>
  async (): Promise<void> => {
    throw postponed(clock.now(), REFUND_RETRY.mostSeconds)
  }

const postponed = (now: Date, seconds: number) =>
  new PostponedError(new Date(now.getTime() + seconds * 1000), now)

/** Stores the refunds made at the provider. Returns whether this refund is no longer due; 'unclear' when the provider does not respond. */
async function isReduced(
  { database, gateway }: ConclusionDeps,
  { refundId, paymentId, orderId }: Refund,
  foreign: ForeignRefunds,
): Promise<boolean | 'unclear'> {
  const order = await gateway.getOrder(orderId).catch(unlessUnclear)
  const payment = await findPayment(database, paymentId)
  if (order === 'unclear') return 'unclear'
  if (order === undefined || payment === undefined) return false
  await noteRefundsOf(foreign, payment, order)
  return (await findRefund(database, refundId))?.state !== 'due'
}

/** Records why a refund request failed, and when it is repeated. */
function failuresOf({ database, clock, logger }: ConclusionDeps) {
  const later = (attempts: number) => postponed(clock.now(), secondsUntilNext(attempts))

  async function noteFailure({ refundId, attempts }: Refund, error: unknown): Promise<never> {
    if (!(error instanceof PaymentProviderError)) throw error
    const fault = { refund: refundId, ...faultOfProvider(error) }
    const isStuck = error.issue === TOO_LITTLE_LEFT
    if (isStuck) logger.error(fault, 'refund needs an operator')
    else logger.warn(fault, 'refund not made yet')
    const issue = issueOf(error)
    await finishRefund(database, { refundId, state: 'due', issue })
    throw isStuck ? postponed(clock.now(), REFUND_RETRY.exceededSeconds) : later(attempts)
  }

  return { later, noteFailure }
}

/** Returns money, by the job of a refund (PAY-08). The refund's id is its key at the provider: asking again returns nothing more. */
export function refundsOf(deps: ConclusionDeps) {
  const { database, clock, gateway, logger, nudgeJobs } = deps
  const { later, noteFailure } = failuresOf(deps)

  /** Records the provider's response. A refund that was refused permanently is replaced by a refund with a new key and job. */
  async function note(refund: Refund, told: ProviderRefund): Promise<void> {
    const state = STATES[told.status]
    await finishRefund(database, {
      refundId: refund.refundId,
      state,
      providerRefundId: told.id,
      againSeconds: secondsUntilNext(refund.attempts),
      ...(state === 'failed' && { issue: told.status }),
    })
    logger.info({ refund: refund.refundId, state }, 'refund noted')
    nudgeJobs()
    if (state === 'pending') throw postponed(clock.now(), REFUND_RETRY.mostSeconds)
  }

  const ask = ({ refundId, captureId, amountPence }: Refund) =>
    gateway.refund({ refundId, captureId, amountPence, note: REFUND_NOTE })

  async function afterRefusal(refund: Refund, error: unknown): Promise<void> {
    const issue = error instanceof PaymentProviderError ? error.issue : undefined
    const isByHand = issue === ALREADY_BACK || issue === TOO_LITTLE_LEFT
    if (isByHand && (await isReduced(deps, refund, foreign)) === true) return nudgeJobs()
    if (issue !== ALREADY_BACK) return noteFailure(refund, error)
    const back = { refundId: refund.refundId, state: 'done', issue } as const
    await finishRefund(database, back)
    nudgeJobs()
  }

  async function make(refund: Refund): Promise<void> {
    // The replaced refund may have been made although no response said so.
    const isLess = refund.replaces !== null && (await isReduced(deps, refund, foreign))
    if (isLess === 'unclear') throw later(refund.attempts)
    if (isLess) return nudgeJobs()
    const told = await ask(refund).catch((error: unknown) => ({ error }))
    if ('error' in told) return afterRefusal(refund, told.error)
    await note(refund, told)
  }

  async function check(refund: Refund, providerRefundId: string): Promise<void> {
    const told = await gateway.getRefund(providerRefundId).catch((error: unknown) => {
      if (!(error instanceof PaymentProviderError)) throw error
      throw later(refund.attempts)
    })
    if (told === undefined) throw later(refund.attempts)
    await note(refund, told)
  }

  /** @throws PostponedError while the money is not back. */
  async function run(refundId: string): Promise<void> {
    const refund = await findRefund(database, refundId)
    if (refund === undefined || refund.state === 'done' || refund.state === 'failed') return
    const { providerRefundId } = refund
    if (refund.state === 'pending' && providerRefundId !== null) {
      return check(refund, providerRefundId)
    }
    if (await isOnHold(database, refund.paymentId)) {
      throw postponed(clock.now(), REFUND_RETRY.mostSeconds)
    }
    return make(refund)
  }

  const foreign = foreignRefundsOf(deps, run)
  return { refund: run, foreign }
}
