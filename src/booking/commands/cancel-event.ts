import { sql } from 'kysely'
import { cancelEvent } from '#booking/server/database/booking.ts'
import { RolledBack } from '#core/commands/rolled-back.ts'
import type { Database, Queries } from '#core/server/database/database.ts'

export type Cancellation = {
  readonly eventId: number
  readonly operator: string
  readonly reason: string | null
  /** How many patients the operator saw in the preview; with undefined nothing is changed. */
  readonly expected: number | undefined
}

/** What the cancellation does, or would do. */
export type CancelledEvent = {
  readonly isDone: boolean
  readonly wasCancelled: boolean
  /** The patients who are booked. */
  readonly patients: number
  /** How many of them get money back, and how much together. */
  readonly paid: number
  readonly refundPence: number
  /** Payments that have not concluded: what they take goes back when they have. */
  readonly underWay: number
}

/** The refunds that were requested because an event is cancelled. */
async function refundsOf({ kysely }: Queries, eventId: number) {
  const { count, pence } = await kysely
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.payment_id', 'r.payment_id')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(r.amount_pence), 0)::int`.as('pence'),
    ])
    .where('p.event_id', '=', eventId)
    .where('r.reason', '=', 'cancelled-by-charity')
    .executeTakeFirstOrThrow()
  return { count, pence }
}

async function countUnderWay({ kysely }: Queries, eventId: number): Promise<number> {
  const { count } = await kysely
    .selectFrom('payments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('event_id', '=', eventId)
    .where('state', 'in', ['capturing', 'pending'])
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Cancels an event (EVM-03) when as many patients are booked as expected. Otherwise the same is done and rolled back, so that the preview
 * has the numbers of the cancellation itself. Undefined when the event does not exist.
 */
export async function cancelAsExpected(
  database: Database,
  { eventId, operator, reason, expected }: Cancellation,
): Promise<CancelledEvent | undefined> {
  try {
    return await database.transaction(async (transaction) => {
      const event = await transaction.kysely
        .selectFrom('events')
        .select('cancelled_at')
        .where('event_id', '=', eventId)
        .forUpdate()
        .executeTakeFirst()
      const before = await refundsOf(transaction, eventId)
      const patients = await cancelEvent(transaction, eventId, { operator, reason })
      if (event === undefined || patients === undefined) return undefined
      const after = await refundsOf(transaction, eventId)
      const done = {
        isDone: patients === expected,
        wasCancelled: event.cancelled_at !== null,
        patients,
        paid: after.count - before.count,
        refundPence: after.pence - before.pence,
        underWay: await countUnderWay(transaction, eventId),
      }
      if (!done.isDone) throw new RolledBack<CancelledEvent>(done)
      return done
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as CancelledEvent
    throw error
  }
}
