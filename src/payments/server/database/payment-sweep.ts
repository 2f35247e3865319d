import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'
import type { Payment } from '#payments/server/database/payments.ts'

/** A payment that the sweep has claimed. */
export type ClaimedPayment = Pick<
  Payment,
  'paymentId' | 'appointmentId' | 'profileId' | 'eventId' | 'amountPence' | 'orderId' | 'createdAt'
> & {
  readonly state: 'creating' | 'ordered' | 'capturing' | 'pending' | 'declined' | 'abandoned'
  /** Whether it may be captured again with the same key: its hold is under payment, and nothing else has paid for it. */
  readonly canCapture: boolean
}

/**
 * Claims at most `most` payments, each for one process at a time: those that are not concluded and were not looked at for `olderSeconds`,
 * and those that ended without a capture, `lookAgainSeconds` after their end.
 */
export async function claimPayments(
  { kysely }: Queries,
  claim: {
    readonly most: number
    readonly olderSeconds: number
    readonly leaseSeconds: number
    readonly lookAgainSeconds?: readonly number[]
  },
): Promise<ClaimedPayment[]> {
  const { rows } = await sql<ClaimedPayment>`
    select payment_id as "paymentId", appointment_id as "appointmentId", profile_id as "profileId", event_id as "eventId",
           amount_pence as "amountPence", order_id as "orderId", state, created_at as "createdAt", can_capture as "canCapture"
      from booking.claim_payments(p_most => ${claim.most}, p_older_seconds => ${claim.olderSeconds},
        p_lease_seconds => ${claim.leaseSeconds}, p_look_again_seconds => ${claim.lookAgainSeconds ?? []}::int[])`.execute(
    kysely,
  )
  return rows
}

/** Records that the provider has no money for a payment that has ended: it is claimed again at the next of these times after its end. */
export async function recordRecheck(
  { kysely }: Queries,
  paymentId: string,
  lookAgainSeconds: readonly number[],
): Promise<void> {
  await sql`select booking.note_look(p_payment => ${paymentId}, p_look_again_seconds => ${lookAgainSeconds}::int[])`.execute(
    kysely,
  )
}
