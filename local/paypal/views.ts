import type { StoredCapture, StoredOrder, StoredRefund } from './documents.ts'
import { moneyOf } from './money.ts'
import type { Store } from './store.ts'

/** Documents in the form of PayPal's answers. Undefined properties are left out by JSON. */

export const captureView = (capture: StoredCapture, base: string) => ({
  id: capture.id,
  status: capture.status,
  status_details: capture.reason === undefined ? undefined : { reason: capture.reason },
  amount: moneyOf(capture.amountPence, capture.currency),
  final_capture: true,
  seller_protection: { status: 'NOT_ELIGIBLE' },
  invoice_id: capture.invoiceId,
  custom_id: capture.customId,
  processor_response: capture.processor,
  supplementary_data: { related_ids: { order_id: capture.orderId } },
  create_time: capture.createdAt,
  update_time: capture.createdAt,
  links: [
    { href: `${base}/v2/payments/captures/${capture.id}`, rel: 'self', method: 'GET' },
    { href: `${base}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
  ],
})

export const refundView = (refund: StoredRefund, base: string) => ({
  id: refund.id,
  status: refund.status,
  amount: moneyOf(refund.amountPence, refund.currency),
  custom_id: refund.customId,
  note_to_payer: refund.note,
  create_time: refund.createdAt,
  update_time: refund.createdAt,
  links: [
    { href: `${base}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
    { href: `${base}/v2/payments/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
  ],
})

export const refundsOf = (store: Store, captureId: string): StoredRefund[] =>
  store.having('refund', 'captureId', captureId)

export function orderView(store: Store, order: StoredOrder, base: string) {
  const capture = order.captureId === undefined ? undefined : store.get('capture', order.captureId)
  const refunds = capture ? refundsOf(store, capture.id) : []
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    payment_source: order.source,
    purchase_units: [
      {
        reference_id: 'default',
        amount: moneyOf(order.amountPence, order.currency),
        payee: { merchant_id: 'STANDINMERCHANT' },
        description: order.description,
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        payments: capture && {
          captures: [captureView(capture, base)],
          ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundView(refund, base)) }),
        },
      },
    ],
    create_time: order.createdAt,
    links: [
      { href: `${base}/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' },
      { href: `${base}/v2/checkout/orders/${order.id}/capture`, rel: 'capture', method: 'POST' },
    ],
  }
}

/** What `Prefer: return=minimal` leaves. */
export const minimalView = ({ id, status, links }: ReturnType<typeof orderView>) => ({
  id,
  status,
  links,
})
