import { sql } from 'kysely'
import type { Answer, CancelReason } from '#booking/server/database/booking.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { REFUND_RETRY } from '#core/server/config/limits.ts'
import { callFunction } from '#core/server/database/call-function.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { RefundReason, RefundState } from '#payments/rules/payment.ts'

/** A refund with what the provider needs for it. */
export type Refund = {
  /** Also the idempotency key. */
  readonly refundId: string
  readonly paymentId: string
  readonly appointmentId: string | null
  readonly profileId: number | null
  readonly orderId: string
  readonly captureId: string
  readonly amountPence: number
  readonly reason: RefundReason
  readonly state: RefundState | 'failed'
  readonly providerRefundId: string | null
  readonly requestedAt: Date
  readonly dueOn: IsoDate
  readonly doneAt: Date | null
  readonly attempts: number
  readonly lastIssue: string | null
  /** The refund in whose place it came. */
  readonly replaces: string | null
}

const selectRefunds = ({ kysely }: Queries) =>
  kysely
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.payment_id', 'r.payment_id')
    .select([
      'r.refund_id as refundId',
      'r.payment_id as paymentId',
      'p.appointment_id as appointmentId',
      'p.profile_id as profileId',
      'p.order_id as orderId',
      'p.capture_id as captureId',
      'r.amount_pence as amountPence',
      'r.reason',
      'r.state',
      'r.provider_refund_id as providerRefundId',
      'r.requested_at as requestedAt',
      'r.due_on as dueOn',
      'r.done_at as doneAt',
      'r.attempts',
      'r.last_issue as lastIssue',
      'r.replaces',
    ])
    .$narrowType<{ orderId: string; captureId: string }>()

/** A refund, or undefined. */
export const findRefund = (db: Queries, refundId: string): Promise<Refund | undefined> =>
  selectRefunds(db).where('r.refund_id', '=', refundId).executeTakeFirst()

/** The refunds of a payment, the oldest first. */
export const listRefunds = (db: Queries, paymentId: string): Promise<Refund[]> =>
  selectRefunds(db)
    .where('r.payment_id', '=', paymentId)
    .orderBy('r.requested_at')
    .orderBy('r.attempts')
    .orderBy(sql`r.state <> 'failed'`)
    .execute()

/** Refunds that are not done, the oldest first. */
export const listOpenRefunds = (db: Queries, most: number): Promise<Refund[]> =>
  selectRefunds(db)
    .where('r.state', 'in', ['due', 'pending'])
    .orderBy('r.requested_at')
    .limit(most)
    .execute()

/** Why no refund was requested; `refunded-before`: the same amount was, within a day. */
export type RefusedRefund =
  | 'too-much'
  | 'payment-not-found'
  | 'nothing-captured'
  | 'refunded-before'

/** Requests a refund for an operator, and queues the job. In a refusal `refundId` is the earlier refund. */
export async function requestRefund(
  db: Queries,
  refund: {
    readonly paymentId: string
    readonly pence: number
    readonly operator: string
    readonly note: string
    /** Also when the same amount was requested within a day. */
    readonly again?: boolean
  },
): Promise<
  | { readonly ok: true; readonly refundId: string }
  | { readonly ok: false; readonly reason: RefusedRefund; readonly refundId: string | null }
> {
  const { paymentId: payment, pence, operator, note, again = false } = refund
  const row = await callFunction<{ r_reason: RefusedRefund | null; r_refund: string }>(
    db,
    'booking.request_refund',
    { payment, pence, operator, note, again },
  )
  return row.r_reason === null
    ? { ok: true, refundId: row.r_refund }
    : { ok: false, reason: row.r_reason, refundId: row.r_refund }
}

/**
 * Cancels a patient's booked appointment as `cancelBooked` does, and returns `refundPence` of what was paid for it, as the caller decided from
 * `version` (`calendarSequence`). Idempotent: a repetition returns nothing more.
 */
export async function cancelWithRefund(
  db: Queries,
  cancellation: {
    readonly appointmentId: string
    readonly profileId: number
    readonly refundPence: number
    readonly version: number
    readonly requestId: string
  },
): Promise<Answer<{ refundId: string | null }, CancelReason | 'appointment-changed'>> {
  const { appointmentId, profileId, refundPence, version, requestId } = cancellation
  const row = await callFunction<{
    r_reason: CancelReason | 'appointment-changed' | null
    r_refund: string | null
  }>(db, 'booking.cancel_appointment', {
    appointment: appointmentId,
    profile: profileId,
    request: requestId,
    ...{ refundPence, version },
  })
  return row.r_reason === null
    ? { ok: true, refundId: row.r_refund }
    : { ok: false, reason: row.r_reason }
}

/**
 * Records the state of a refund at the provider: `due`, the request failed and is repeated; `pending`; `done`; or `failed` permanently, which
 * makes another refund with a new key. Returns the refund that now counts and its state; undefined when there is none.
 */
export async function finishRefund(
  db: Queries,
  refund: {
    readonly refundId: string
    readonly state: RefundState | 'failed'
    readonly providerRefundId?: string | undefined
    readonly issue?: string | undefined
    /** The pause before the refund is sent with a new key. */
    readonly againSeconds?: number
  },
): Promise<{ refundId: string; state: RefundState } | undefined> {
  const row = await callFunction<{ r_refund: string | null; r_state: RefundState }>(
    db,
    'booking.finish_refund',
    {
      refund: refund.refundId,
      state: refund.state,
      providerId: refund.providerRefundId,
      issue: refund.issue,
      againSeconds: refund.againSeconds ?? REFUND_RETRY.mostSeconds,
    },
  )
  return row.r_refund === null ? undefined : { refundId: row.r_refund, state: row.r_state }
}
