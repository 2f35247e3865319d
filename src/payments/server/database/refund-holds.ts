import { sql } from 'kysely'
import { REFUND_HOLD } from '#core/server/config/limits.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** Refunds of a payment wait: an event named a dispute or a reversal that the provider has not confirmed (PAY-12). */
export type RefundHold = {
  readonly paymentId: string
  /** The id in the event. */
  readonly toldId: string
  readonly kind: 'dispute' | 'reversal'
  readonly heldAt: Date
  readonly endedAt: Date | null
  /** Null while it is open. */
  readonly isConfirmed: boolean | null
}

/** False: nothing was captured, or the reversal is recorded already. */
export async function holdRefunds(
  { kysely }: Queries,
  { paymentId, kind, toldId }: Pick<RefundHold, 'paymentId' | 'kind' | 'toldId'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select booking.hold_refunds(p_payment => ${paymentId}, p_kind => ${kind}, p_told => ${toldId}) as is_held`.execute(
    kysely,
  )
  return rows[0]?.is_held === true
}

/** Ends a hold that the provider has not confirmed in its time; returns whether it ended now. */
export async function endUnconfirmed(
  { kysely }: Queries,
  { paymentId, toldId }: Pick<RefundHold, 'paymentId' | 'toldId'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_ended: boolean }>`
    select booking.end_hold(p_payment => ${paymentId}, p_told => ${toldId}, p_seconds => ${REFUND_HOLD.mostSeconds}) as is_ended`.execute(
    kysely,
  )
  return rows[0]?.is_ended === true
}

const selectHolds = ({ kysely }: Queries) =>
  kysely
    .selectFrom('refund_holds')
    .select([
      'payment_id as paymentId',
      'told_id as toldId',
      'kind',
      'held_at as heldAt',
      'ended_at as endedAt',
      'is_confirmed as isConfirmed',
    ])

export const isOnHold = async (db: Queries, paymentId: string): Promise<boolean> =>
  (await selectHolds(db)
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Open holds, and holds of the last thirty days that the provider did not confirm; the newest first. */
export const listHolds = (db: Queries, most: number): Promise<RefundHold[]> =>
  selectHolds(db)
    .where(({ eb, and, or }) =>
      or([
        eb('ended_at', 'is', null),
        and([eb('is_confirmed', '=', false), eb('ended_at', '>', ago('30 days'))]),
      ]),
    )
    .orderBy('held_at', 'desc')
    .limit(most)
    .execute()

/** Claims open holds that were not checked with the provider recently. One process gets each. */
export async function claimHolds({ kysely }: Queries): Promise<RefundHold[]> {
  return await kysely
    .updateTable('refund_holds')
    .set({ checked_at: databaseNow })
    .where('ended_at', 'is', null)
    .where('checked_at', '<', ago(`${REFUND_HOLD.everySeconds} seconds`))
    .returning([
      'payment_id as paymentId',
      'told_id as toldId',
      'kind',
      'held_at as heldAt',
      'ended_at as endedAt',
      'is_confirmed as isConfirmed',
    ])
    .execute()
}
