import * as z from 'zod/mini'
import type { Behaviour, StoredCapture, StoredOrder, StoredRefund } from './documents.ts'
import { newId, penceOf } from './money.ts'
import { invalid, notFound, Refusal, unprocessable } from './refusal.ts'
import type { Store } from './store.ts'
import { refundsOf } from './views.ts'

/** What PayPal answers instead of a capture. After the first two the payer may enter another card. */
const REFUSALS: Partial<Record<Behaviour, readonly [issue: string, description: string]>> = {
  'instrument-declined': [
    'INSTRUMENT_DECLINED',
    'The instrument presented was either declined by the processor or bank, or it cannot be used for this payment.',
  ],
  'payer-action-required': [
    'PAYER_ACTION_REQUIRED',
    'Payer needs to perform the following action before proceeding with payment.',
  ],
  'transaction-refused': ['TRANSACTION_REFUSED', 'The request was refused.'],
}

function refuseUnlessApproved({ status }: StoredOrder): void {
  if (status === 'COMPLETED') {
    throw unprocessable('ORDER_ALREADY_CAPTURED', 'Only one capture per order is allowed.')
  }
  if (status === 'PAYER_ACTION_REQUIRED') {
    throw unprocessable('PAYER_ACTION_REQUIRED', 'The payer has to end the check of their bank.')
  }
  if (status !== 'APPROVED') {
    throw unprocessable('ORDER_NOT_APPROVED', 'The payer has not approved the order.')
  }
}

function refuseSecondInvoice(store: Store, { invoiceId }: StoredOrder): void {
  if (invoiceId === undefined) return
  const isTaken = store
    .having('capture', 'invoiceId', invoiceId)
    .some(({ status }) => status !== 'DECLINED')
  if (isTaken) throw unprocessable('DUPLICATE_INVOICE_ID', 'Duplicate invoice id detected.')
}

function newCapture(order: StoredOrder): StoredCapture {
  const isDeclined = order.behaviour === 'decline-inside'
  const isPending = order.behaviour === 'pending'
  const isCard = order.source !== undefined && 'card' in order.source
  return {
    id: newId(),
    orderId: order.id,
    status: isDeclined ? 'DECLINED' : isPending ? 'PENDING' : 'COMPLETED',
    reason: isPending ? 'PENDING_REVIEW' : undefined,
    amountPence: order.amountPence,
    currency: order.currency,
    customId: order.customId,
    invoiceId: order.invoiceId,
    processor: isCard
      ? {
          avs_code: isDeclined ? 'G' : 'Y',
          cvv_code: isDeclined ? 'P' : 'M',
          response_code: order.declineCode ?? '0000',
        }
      : undefined,
    createdAt: new Date().toISOString(),
  }
}

export type Captured = { order: StoredOrder; capture: StoredCapture; hangs: boolean }

/** Takes the money of an approved order. A refusal is returned, not thrown, where the order changes. */
export function captureOrder(store: Store, order: StoredOrder): Captured | Refusal {
  refuseUnlessApproved(order)
  if (order.behaviour === 'fail-once' && !order.hasFailed) {
    store.put('order', order.id, { ...order, hasFailed: true })
    return new Refusal(500, 'INTERNAL_SERVER_ERROR')
  }
  const refusal = REFUSALS[order.behaviour]
  if (refusal) {
    const isFinal = order.behaviour === 'transaction-refused'
    store.put('order', order.id, { ...order, status: isFinal ? 'APPROVED' : 'CREATED' })
    return unprocessable(...refusal)
  }
  refuseSecondInvoice(store, order)
  const capture = newCapture(order)
  const hangs = order.behaviour === 'hang-once' && !order.hasHung
  const changed: StoredOrder = {
    ...order,
    status: 'COMPLETED',
    captureId: capture.id,
    ...(hangs && { hasHung: true }),
  }
  store.put('capture', capture.id, capture)
  store.put('order', order.id, changed)
  return { order: changed, capture, hangs }
}

export function findCapture(store: Store, id: string): StoredCapture {
  const capture = store.get('capture', id)
  if (!capture) throw notFound()
  return capture
}

const refundBody = z.object({
  amount: z.optional(z.object({ currency_code: z.string(), value: z.string() })),
  custom_id: z.optional(z.string().check(z.maxLength(127))),
  note_to_payer: z.optional(z.string().check(z.maxLength(255))),
})

/** Returns money of a capture. `isPending`: the tester wants refunds to stay PENDING. */
export function refundCapture(
  store: Store,
  capture: StoredCapture,
  body: unknown,
  isPending: boolean,
): StoredRefund {
  const parsed = refundBody.safeParse(body ?? {})
  if (!parsed.success) throw invalid('INVALID_PARAMETER_SYNTAX', '/')
  if (capture.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (capture.status === 'PENDING' || capture.status === 'DECLINED') {
    throw unprocessable('REFUND_NOT_ALLOWED')
  }
  const { amount, custom_id: customId, note_to_payer: note } = parsed.data
  if (amount && amount.currency_code !== capture.currency) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
  }
  const returned = refundsOf(store, capture.id)
    .filter(({ status }) => status !== 'FAILED')
    .reduce((sum, { amountPence }) => sum + amountPence, 0)
  const wanted = amount ? penceOf(amount.value) : capture.amountPence - returned
  if (wanted === undefined) throw invalid('DECIMAL_PRECISION', 'amount/value')
  if (returned + wanted > capture.amountPence) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
  const refund: StoredRefund = {
    id: newId(),
    captureId: capture.id,
    status: isPending ? 'PENDING' : 'COMPLETED',
    amountPence: wanted,
    currency: capture.currency,
    customId,
    note,
    createdAt: new Date().toISOString(),
  }
  store.put('refund', refund.id, refund)
  if (!isPending) markRefunded(store, capture)
  return refund
}

/** Returns money without an API call: as a refund in the provider's account, or as a reversal by the payer's bank. Without `value` all that is left. */
export function returnByHand(
  store: Store,
  capture: StoredCapture,
  { value, isReversal }: { value?: string | undefined; isReversal: boolean },
): StoredRefund {
  const amount = value === undefined ? {} : { amount: { currency_code: capture.currency, value } }
  const refund = { ...refundCapture(store, capture, amount, false), isReversal }
  store.put('refund', refund.id, refund)
  return refund
}

/** Sets the capture's status by its completed refunds. */
export function markRefunded(store: Store, capture: StoredCapture): void {
  const returned = refundsOf(store, capture.id)
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, { amountPence }) => sum + amountPence, 0)
  if (returned === 0) return
  const status = returned === capture.amountPence ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  store.put('capture', capture.id, { ...capture, status })
}

/** The end of a pending capture. */
export function settleCapture(
  store: Store,
  capture: StoredCapture,
  status: 'COMPLETED' | 'DECLINED',
): StoredCapture {
  if (capture.status !== 'PENDING') throw unprocessable('CAPTURE_NOT_PENDING')
  const settled: StoredCapture = { ...capture, status, reason: undefined }
  store.put('capture', capture.id, settled)
  return settled
}

/** The end of a pending refund. */
export function settleRefund(
  store: Store,
  refund: StoredRefund,
  status: 'COMPLETED' | 'FAILED',
): StoredRefund {
  if (refund.status !== 'PENDING') throw unprocessable('REFUND_NOT_PENDING')
  const settled: StoredRefund = { ...refund, status }
  store.put('refund', refund.id, settled)
  markRefunded(store, findCapture(store, refund.captureId))
  return settled
}
