import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'
import type { DisputeOutcome } from '#payments/rules/payment.ts'

// Money that goes back without a request of ours: refunds in the provider's account, disputes and reversals (PAY-12): calls of the
// functions of schema `booking` (`supabase/routines`).

/** A payer's complaint; a reversal has taken the money back already. */
export type Dispute = {
  /** The provider's id. */
  readonly disputeId: string
  readonly paymentId: string
  readonly kind: 'dispute' | 'reversal'
  readonly amountPence: number
  readonly notedAt: Date
  readonly endedAt: Date | null
  /** Null while it is open, and when the provider ended it and did not say how. */
  readonly outcome: DisputeOutcome | null
}

/** `waits`: a refund of ours that the provider has accepted must be settled first; `too-much`: more than was taken. */
export type NotedReturn = 'noted' | 'known' | 'waits' | 'nothing-captured' | 'too-much'

/** Notes a refund that was made at the provider: ours return only the rest. Idempotent by the provider's id. */
export async function noteReturn(
  { kysely }: Queries,
  refund: {
    readonly paymentId: string
    readonly providerRefundId: string
    readonly amountPence: number
    readonly at: Date
    /** An event or the list of a day says that it is a refund; the order alone names reversals too. */
    readonly isNamed: boolean
  },
): Promise<NotedReturn> {
  const { rows } = await sql<{ r_result: NotedReturn }>`
    select r_result from booking.note_return(p_payment => ${refund.paymentId}, p_provider_id => ${refund.providerRefundId},
      p_pence => ${refund.amountPence}, p_at => ${refund.at}, p_named => ${refund.isNamed})`.execute(
    kysely,
  )
  return rows[0]?.r_result ?? 'nothing-captured'
}

/** `was-refund`: it was read as a refund before, and the patient may have a mail about one. */
export type NotedDispute = 'noted' | 'known' | 'was-refund' | 'nothing-captured'

/** Notes a dispute or a reversal of a payment with a capture. A reversal is not returned as well. */
export async function noteDispute(
  { kysely }: Queries,
  dispute: Pick<Dispute, 'disputeId' | 'kind' | 'paymentId' | 'amountPence'>,
): Promise<NotedDispute> {
  const { rows } = await sql<{ result: NotedDispute }>`
    select booking.note_dispute(p_dispute => ${dispute.disputeId}, p_kind => ${dispute.kind}, p_payment => ${dispute.paymentId},
      p_pence => ${dispute.amountPence}) as result`.execute(kysely)
  return rows[0]?.result ?? 'nothing-captured'
}

/**
 * Ends a dispute. Without an operator it is the provider that says so: a reversal is ended by an operator only, who states the outcome; a lost one can
 * still be won. `refundId`: what goes back because the charity has the money again and owes it.
 */
export async function endDispute(
  { kysely }: Queries,
  disputeId: string,
  end: {
    readonly outcome: DisputeOutcome | null
    readonly operator?: string
    readonly note?: string
  },
): Promise<
  | { readonly ok: true; readonly paymentId: string; readonly refundId: string | null }
  | { readonly ok: false; readonly reason: 'dispute-not-found' | 'dispute-ended' }
> {
  const { rows } = await sql<{
    r_reason: 'dispute-not-found' | 'dispute-ended' | null
    r_payment: string
    r_refund: string | null
  }>`select r_reason, r_payment, r_refund from booking.end_dispute(p_dispute => ${disputeId}, p_outcome => ${end.outcome},
       p_operator => ${end.operator ?? null}, p_note => ${end.note ?? null})`.execute(kysely)
  const [row] = rows
  if (row === undefined) return { ok: false, reason: 'dispute-not-found' }
  return row.r_reason === null
    ? { ok: true, paymentId: row.r_payment, refundId: row.r_refund }
    : { ok: false, reason: row.r_reason }
}

const selectDisputes = ({ kysely }: Queries) =>
  kysely
    .selectFrom('disputes')
    .select([
      'dispute_id as disputeId',
      'payment_id as paymentId',
      'kind',
      'amount_pence as amountPence',
      'noted_at as notedAt',
      'ended_at as endedAt',
      'outcome',
    ])

/** Disputes and reversals that have not ended, the newest first. */
export const listOpenDisputes = (db: Queries, most: number): Promise<Dispute[]> =>
  selectDisputes(db).where('ended_at', 'is', null).orderBy('noted_at', 'desc').limit(most).execute()

/** Those of these payments, the oldest first. */
export const listDisputes = async (
  db: Queries,
  paymentIds: readonly string[],
): Promise<Dispute[]> =>
  paymentIds.length === 0
    ? []
    : await selectDisputes(db).where('payment_id', 'in', paymentIds).orderBy('noted_at').execute()
