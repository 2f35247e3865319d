import { findLiveHold } from '#booking/server/database/appointments.ts'
import { CURRENCY, decimalPounds } from '#core/rules/money.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import { findTransaction } from '#core/server/database/transactions.ts'
import type { PaymentState } from '#payments/contract/payments.ts'
import type { PaymentState as State } from '#payments/rules/payment.ts'
import type { Payment } from '#payments/server/database/payments.ts'
import { PAYMENT_ISSUE_TEXTS } from '#payments/texts/payment.ts'

/** After these the card entry starts again (PAY-04). */
const RECOVERABLE = new Set(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'])

/** The issue of a payment that its patient approved, or not, and that nothing captures. */
const NOT_CAPTURED = 'NOT_CAPTURED'

/** The status of the order as the provider has it in each of our states. */
const PROVIDER_STATUS: Record<State, string> = {
  creating: 'CREATED',
  ordered: 'CREATED',
  capturing: 'APPROVED',
  pending: 'COMPLETED',
  booked: 'COMPLETED',
  declined: 'DECLINED',
  abandoned: 'VOIDED',
  refund_due: 'COMPLETED',
  refunded: 'COMPLETED',
}

type Transaction = Awaited<ReturnType<typeof findTransaction>>

const given = <Key extends string>(key: Key, value: string | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as { [K in Key]?: string }

/** The provider's part of the response with the specification's names; the same at every call, because it is stored. */
function recordOf(payment: Payment, record: Transaction) {
  const { captureId, capturedPence } = payment
  const capture =
    captureId === null || capturedPence === null
      ? []
      : [
          {
            id: captureId,
            status: 'COMPLETED',
            amount: { currency_code: CURRENCY, value: decimalPounds(capturedPence) },
            processor_response: {
              ...given('avs_code', record?.avs_code),
              ...given('cvv_code', record?.cvv_code),
            },
          },
        ]
  return {
    purchase_units: [{ payments: { captures: capture, authorizations: [] } }],
    ...(record?.is_settled && {
      payment_source: {
        card: {
          ...given('name', record.payer_name),
          ...given('brand', record.card_brand),
          ...given('last_digits', record.card_last_digits),
          ...given('expiry', record.card_expiry),
          ...(record.issuing_bank !== null && {
            bin_details: { issuing_bank: record.issuing_bank },
          }),
        },
      },
    }),
  }
}

const issueOf = ({ state, issue }: Payment) =>
  state === 'ordered' || state === 'creating' || (state === 'abandoned' && issue === null)
    ? NOT_CAPTURED
    : (issue ?? 'REFUSED')

/** The fields of a refused payment: whether its card entry can start again is decided by the issue and by the hold. */
function refusedOf(payment: Payment, holdExpiresAt: Date | undefined) {
  const issue = issueOf(payment)
  const isRecoverable =
    holdExpiresAt !== undefined && (RECOVERABLE.has(issue) || issue === NOT_CAPTURED)
  const texts: Readonly<Record<string, string>> = PAYMENT_ISSUE_TEXTS
  return {
    state: isRecoverable ? ('declined' as const) : ('failed' as const),
    is_recoverable: isRecoverable,
    details: [{ issue, description: texts[issue] ?? PAYMENT_ISSUE_TEXTS.other }],
    ...given('debug_id', payment.debugId),
    ...given('hold_expires_at', holdExpiresAt?.toISOString()),
  }
}

/** A payment as its patient's page gets it, read from what is stored. */
export async function paymentToWire(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  payment: Payment,
): Promise<PaymentState> {
  const { orderId, state, profileId, eventId } = payment
  const id = orderId ?? ''
  const status = PROVIDER_STATUS[state]
  if (state === 'capturing' || state === 'pending') {
    return { id, state: 'checking', status, is_recoverable: false }
  }
  const record = await findTransaction(database, id)
  const told = { id, status, ...recordOf(payment, record) }
  if (state === 'booked') {
    return {
      ...told,
      state,
      ...given('appointment_id', payment.appointmentId),
      is_recoverable: false,
    }
  }
  if (state === 'refund_due' || state === 'refunded') {
    return { ...told, state: 'returned', is_recoverable: false }
  }
  const hold =
    profileId === null ? undefined : await findLiveHold(database, profileId, eventId, clock.now())
  return { ...told, ...refusedOf(payment, hold?.expiresAt ?? undefined) }
}
