import type { Database } from '#server/database/database.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { cancelEvent as cancel } from '#server/repositories/booking.ts'

/**
 * Cancels an event for the charity: nobody can book it, everybody booked is freed and told by mail. Answers how many that
 * were, or undefined when there is no such event. Repeatable.
 */
export async function cancelEvent(
  database: Database,
  eventId: number,
): Promise<number | undefined> {
  return await database.transaction(async (transaction) => {
    const freed = await cancel(transaction, eventId)
    if (freed === undefined) return undefined
    await insertAudit(transaction, {
      actor: null,
      action: 'event-cancelled',
      subject: `event:${eventId}`,
      requestId: null,
    })
    return freed
  })
}
