import type { StoredCapture } from './documents.ts'
import { moneyOf } from './money.ts'
import { invalid } from './refusal.ts'
import type { Store } from './store.ts'

const STATUS: Readonly<Record<StoredCapture['status'], string>> = {
  COMPLETED: 'S',
  PARTIALLY_REFUNDED: 'S',
  REFUNDED: 'S',
  PENDING: 'P',
  DECLINED: 'D',
}
const MOST_DAYS_MS = 31 * 86_400_000

type Info = {
  transaction_id: string
  transaction_event_code: string
  transaction_initiation_date: string
  transaction_amount: { currency_code: string; value: string }
  transaction_status: string
  paypal_reference_id: string
  paypal_reference_id_type: string
  custom_field: string | undefined
  invoice_id?: string | undefined
}

/** PayPal's reports have no milliseconds and an offset without a colon. */
const reportTime = (at: string) => `${at.slice(0, 19)}+0000`

function everything(store: Store): Info[] {
  const captures = store.list('capture').map((capture) => ({
    transaction_id: capture.id,
    transaction_event_code: 'T0006',
    transaction_initiation_date: reportTime(capture.createdAt),
    transaction_amount: moneyOf(capture.amountPence, capture.currency),
    transaction_status: STATUS[capture.status],
    paypal_reference_id: capture.orderId,
    paypal_reference_id_type: 'ODR',
    invoice_id: capture.invoiceId,
    custom_field: capture.customId,
  }))
  const refunds = store.list('refund').map((refund) => {
    const { currency_code, value } = moneyOf(refund.amountPence, refund.currency)
    return {
      transaction_id: refund.id,
      transaction_event_code: refund.isReversal ? 'T1106' : 'T1107',
      transaction_initiation_date: reportTime(refund.createdAt),
      transaction_amount: { currency_code, value: `-${value}` },
      transaction_status:
        refund.status === 'COMPLETED' ? 'S' : refund.status === 'PENDING' ? 'P' : 'D',
      paypal_reference_id: refund.captureId,
      paypal_reference_id_type: 'TXN',
      custom_field: refund.customId,
    }
  })
  return [...captures, ...refunds].sort((one, other) =>
    one.transaction_initiation_date.localeCompare(other.transaction_initiation_date),
  )
}

/** GET /v1/reporting/transactions. */
export function transactionsReport(store: Store, query: URLSearchParams) {
  const start = Date.parse(query.get('start_date') ?? '')
  const end = Date.parse(query.get('end_date') ?? '')
  const size = Number(query.get('page_size') ?? 100)
  const page = Number(query.get('page') ?? 1)
  if (!(start <= end && end - start <= MOST_DAYS_MS)) {
    throw invalid('INVALID_DATE_RANGE', 'start_date and end_date: at most 31 days')
  }
  if (
    !(Number.isInteger(size) && size >= 1 && size <= 500 && Number.isInteger(page) && page >= 1)
  ) {
    throw invalid('INVALID_PARAMETER_VALUE', 'page_size, page')
  }
  const found = everything(store).filter(({ transaction_initiation_date: text }) => {
    const at = Date.parse(text.replace('+0000', 'Z'))
    return start <= at && at <= end
  })
  return {
    transaction_details: found
      .slice((page - 1) * size, page * size)
      .map((transaction_info) => ({ transaction_info })),
    total_items: found.length,
    total_pages: Math.ceil(found.length / size),
    page,
  }
}
