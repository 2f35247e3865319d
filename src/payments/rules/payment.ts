import type { IsoDate } from '#core/rules/time.ts'

/**
 * The states of one attempt to pay (docs/decisions/035-payments.md). Under way: creating, ordered, capturing, pending. `booked`: the money
 * was taken for an appointment; `refund_due`: it was taken and is refunded because there is no place.
 */
export type PaymentState =
  | 'creating'
  | 'ordered'
  | 'capturing'
  | 'pending'
  | 'booked'
  | 'declined'
  | 'abandoned'
  | 'refund_due'
  | 'refunded'

/** How the payer pays: a card in the provider's fields, or their account at the provider. */
export const FUNDINGS = ['card', 'paypal'] as const
export type Funding = (typeof FUNDINGS)[number]

/** Why money goes back. */
export const REFUND_REASONS = [
  'cancelled-by-patient',
  'cancelled-by-charity',
  'no-place',
  'second-payment',
  'operator',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** `due`: not sent to the provider yet; `pending`: it has accepted the refund; `done`: the money is back. */
export const REFUND_STATES = ['due', 'pending', 'done'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** The statuses of a capture, in the provider's words. */
export const CAPTURE_STATUSES = [
  'COMPLETED',
  'PENDING',
  'DECLINED',
  'FAILED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
] as const
export type CaptureStatus = (typeof CAPTURE_STATUSES)[number]

/** `payment_status` of an appointment that was paid for, and of a free one (BOOK-08). */
export const PAID_BY_CARD = 'paid by card'
export const FREE_OF_CHARGE = 'paid'

/** A refund as its patient sees it; instants in UTC. */
export type RefundOfPayment = {
  readonly refundId: string
  readonly amountPence: number
  readonly state: RefundState
  readonly reason: RefundReason
  readonly dueOn: IsoDate
  readonly doneAt: Date | null
}

/** How a dispute or a chargeback ended, for the charity. */
export const DISPUTE_OUTCOMES = ['won', 'lost'] as const
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]
