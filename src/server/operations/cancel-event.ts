import type { Database } from '#server/database/database.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { cancelEvent as cancel } from '#server/repositories/booking.ts'

/**
 * Cancels an event with its appointments; the patients are informed by mail. Answers the number of cancelled
 * appointments, or undefined when there is no such event. Idempotent.
 */
export async function cancelEvent(
  database: Database,
  eventId: number,
): Promise<number | undefined> {
  return await database.transaction(async (transaction) => {
    const cancelled = await cancel(transaction, eventId)
    if (cancelled === undefined) return undefined
    await insertAudit(transaction, {
      actor: null,
      action: 'event-cancelled',
      subject: `event:${eventId}`,
      requestId: null,
    })
    return cancelled
  })
}
