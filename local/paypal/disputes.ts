import type { StoredCapture, StoredDispute } from './documents.ts'
import { moneyOf, newId } from './money.ts'
import { notFound } from './refusal.ts'
import type { Store } from './store.ts'

/** The outcomes of PayPal that the tester can choose. */
export const OUTCOMES = [
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
] as const

/** A payer complains about a capture. */
export function openDispute(store: Store, capture: StoredCapture): StoredDispute {
  const dispute: StoredDispute = {
    id: `PP-D-${newId()}`,
    captureId: capture.id,
    customId: capture.customId,
    amountPence: capture.amountPence,
    currency: capture.currency,
    createdAt: new Date().toISOString(),
  }
  store.put('dispute', dispute.id, dispute)
  return dispute
}

export function findDispute(store: Store, id: string): StoredDispute {
  const dispute = store.get('dispute', id)
  if (!dispute) throw notFound()
  return dispute
}

export function resolveDispute(store: Store, dispute: StoredDispute, outcome: string) {
  const resolved: StoredDispute = { ...dispute, outcome }
  store.put('dispute', resolved.id, resolved)
  return resolved
}

export const disputeView = (dispute: StoredDispute) => ({
  dispute_id: dispute.id,
  create_time: dispute.createdAt,
  disputed_transactions: [{ seller_transaction_id: dispute.captureId, custom: dispute.customId }],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: dispute.outcome === undefined ? 'OPEN' : 'RESOLVED',
  dispute_amount: moneyOf(dispute.amountPence, dispute.currency),
  dispute_outcome: dispute.outcome === undefined ? undefined : { outcome_code: dispute.outcome },
})

/** GET /v1/customer/disputes: without outcomes, as PayPal's list. */
export const disputeList = (store: Store, captureId: string) => ({
  items: store.having('dispute', 'captureId', captureId).map((dispute) => {
    const { disputed_transactions: _, dispute_outcome: __, ...item } = disputeView(dispute)
    return item
  }),
})
