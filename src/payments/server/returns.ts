import { isUuid } from '#core/rules/uuid.ts'
import { PostponedError } from '#core/server/postponed.ts'
import type { Conclusions } from '#payments/server/conclude.ts'
import { noteReturn } from '#payments/server/database/disputes.ts'
import {
  findPayment,
  findPaymentByCapture,
  findPaymentByOrder,
} from '#payments/server/database/payment-records.ts'
import type { Payment } from '#payments/server/database/payments.ts'
import { holdRefunds, type RefundHold } from '#payments/server/database/refund-holds.ts'
import {
  findRefund,
  finishRefund,
  listRefunds,
  type Refund,
} from '#payments/server/database/refunds.ts'
import type { ConclusionDeps } from '#payments/server/deps.ts'
import {
  captureIdsOf,
  disputeIdOf,
  orderIdOf,
  type ProviderEvent,
  resourceIdOf,
} from '#payments/server/event-form.ts'
import type { Order, ProviderRefund } from '#payments/server/paypal/gateway.ts'
import { holdChecksOf } from '#payments/server/refund-holds.ts'

const IS_REFUND = /^PAYMENT\.(CAPTURE\.REFUNDED|REFUND\.)/
const IS_REVERSAL = /^PAYMENT\.CAPTURE\.REVERSED$/
const IS_DISPUTE = /^(CUSTOMER\.DISPUTE|RISK\.DISPUTE)\./

type Captured = Payment & { readonly captureId: string; readonly capturedPence: number }

const isCaptured = (payment: Payment | undefined): payment is Captured =>
  payment?.captureId !== null && payment?.captureId !== undefined && payment.capturedPence !== null

/** The refund of ours with the key that the provider names. */
const findOurs = async ({ database }: ConclusionDeps, key: string | null | undefined) =>
  isUuid(key) ? findRefund(database, key) : undefined

/** Notes refunds that were made at the provider. `refund`: what the job of a refund does. */
export function foreignRefundsOf(deps: ConclusionDeps, refund: (id: string) => Promise<void>) {
  const { database, logger } = deps

  const runRefund = (refundId: string) =>
    refund(refundId).catch((error: unknown) => {
      if (!(error instanceof PostponedError)) throw error
    })

  async function note(payment: Payment, told: ProviderRefund, isNamed: boolean): Promise<boolean> {
    const { paymentId } = payment
    const noteNow = () =>
      noteReturn(database, {
        ...{ paymentId, providerRefundId: told.id, amountPence: told.amountPence },
        at: told.at ?? deps.clock.now(),
        isNamed,
      })
    let noted = await noteNow()
    if (noted === 'waits') {
      // Ours may have failed at the provider before.
      const pending = (await listRefunds(database, paymentId)).filter((r) => r.state === 'pending')
      for (const { refundId } of pending) await runRefund(refundId)
      noted = await noteNow()
    }
    const fields = { payment: paymentId, refund: told.id, noted }
    if (noted === 'noted') logger.warn(fields, 'a refund was made at the provider')
    if (noted === 'too-much') logger.error(fields, 'the provider returned more than was taken')
    if (noted === 'noted') deps.nudgeJobs()
    return noted !== 'waits'
  }

  /** Records a refund of ours that the provider made although it counts as failed here: a smaller one replaced it. Every other has its job. */
  async function noteOurs({ refundId, state }: Refund, told: ProviderRefund): Promise<void> {
    if (state !== 'failed' || told.status !== 'COMPLETED') return
    const noted = await finishRefund(database, {
      ...{ refundId, state: 'done', providerRefundId: told.id },
    })
    if (noted?.refundId === refundId) {
      logger.warn({ refund: refundId }, 'a replaced refund had been made')
      deps.nudgeJobs()
    }
  }

  return {
    runRefund,

    /** False: not known yet; to be noted later. `isNamed`: an event said that it is a refund; an order names reversals too. */
    async noteRefund(payment: Payment, told: ProviderRefund, isNamed: boolean): Promise<boolean> {
      const ours = await findOurs(deps, told.customId)
      if (ours !== undefined) {
        await noteOurs(ours, told)
        return true
      }
      if (told.status !== 'COMPLETED') return true
      if (told.captureId !== undefined && told.captureId !== payment.captureId) return true
      return note(payment, told, isNamed)
    },
  }
}
export type ForeignRefunds = ReturnType<typeof foreignRefundsOf>

/** Notes every refund of an order that is not ours. */
export async function noteRefundsOf(
  { noteRefund }: Pick<ForeignRefunds, 'noteRefund'>,
  payment: Payment,
  { refunds = [] }: Order,
): Promise<void> {
  for (const told of refunds) await noteRefund(payment, told, false)
}

/** The payment that an event is about, with its capture, which may be settled only now; 'later' when it cannot be settled yet. */
function findCapturedOf({ database }: ConclusionDeps, { readOrder, settleBy }: Conclusions) {
  async function findPaymentNamed(event: ProviderEvent): Promise<Payment | undefined> {
    for (const id of captureIdsOf(event)) {
      const payment = await findPaymentByCapture(database, id)
      if (payment !== undefined) return payment
    }
    const [orderId, customId] = [orderIdOf(event), event.resource?.custom_id]
    return (
      (orderId === undefined ? undefined : await findPaymentByOrder(database, orderId)) ??
      (isUuid(customId) ? await findPayment(database, customId) : undefined)
    )
  }

  return async (event: ProviderEvent): Promise<Captured | 'later' | undefined> => {
    const payment = await findPaymentNamed(event)
    if (payment === undefined || isCaptured(payment)) return payment
    if (payment.orderId === null) return undefined
    const order = await readOrder(payment.orderId)
    if (order !== undefined) await settleBy(payment, order)
    const settled = await findPayment(database, payment.paymentId)
    return isCaptured(settled) ? settled : 'later'
  }
}

/** Events about money that goes back: refunds, reversals, disputes. */
export function returnEventsOf(
  deps: ConclusionDeps,
  conclusions: Conclusions,
  { runRefund, noteRefund }: ForeignRefunds,
) {
  const { database, clock, gateway, logger } = deps
  const holds = holdChecksOf(deps)
  const findCaptured = findCapturedOf(deps, conclusions)

  async function handleRefund(event: ProviderEvent): Promise<boolean> {
    const ours = await findOurs(deps, event.resource?.custom_id)
    if (ours !== undefined && ours.state !== 'failed') {
      await runRefund(ours.refundId)
      return true
    }
    const payment = await findCaptured(event)
    const id = resourceIdOf(event)
    if (payment === undefined || id === undefined) return true
    if (payment === 'later') return false
    const told = await gateway.getRefund(id)
    if (told === undefined) return false
    // Without its capture it could be of another payment than the event names.
    return told.captureId === undefined || noteRefund(payment, told, true)
  }

  /** Refunds wait until the provider confirms the event, which is checked immediately. */
  async function handleClaim(
    event: ProviderEvent,
    kind: RefundHold['kind'],
    told: string | undefined,
  ): Promise<boolean> {
    const payment = await findCaptured(event)
    if (payment === undefined) {
      logger.error({ event: event.event_type, kind, told }, 'no payment of ours')
      return true
    }
    if (payment === 'later') return false
    const { paymentId } = payment
    const toldId = told ?? payment.captureId
    if (!(await holdRefunds(database, { paymentId, kind, toldId }))) return true
    const hold = { paymentId, kind, toldId, heldAt: clock.now(), endedAt: null, isConfirmed: null }
    const disputes = await holds.check(hold, payment)
    // Its end is read from the provider, which may not show it yet.
    const isEnd = event.event_type.endsWith('.RESOLVED')
    return !(isEnd && disputes.some(({ id, isResolved }) => id === toldId && !isResolved))
  }

  /** Undefined: an event of another kind. False: it is to be sent again. */
  return async (event: ProviderEvent): Promise<boolean | undefined> => {
    const { event_type: type } = event
    if (IS_REFUND.test(type)) return handleRefund(event)
    if (IS_REVERSAL.test(type)) return handleClaim(event, 'reversal', resourceIdOf(event))
    return IS_DISPUTE.test(type) ? handleClaim(event, 'dispute', disputeIdOf(event)) : undefined
  }
}
