import { sql } from 'kysely'
import { KEPT } from '#domain/kept-data.ts'
import { ago, databaseNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/** Notes an event of the provider; returns whether it is to be handled: new, or noted before and not handled. */
export async function insertPaymentEvent(
  { kysely }: Queries,
  event: {
    readonly providerEventId: string
    readonly eventType: string
    readonly orderId: string | undefined
  },
): Promise<boolean> {
  const { rows } = await sql<{ handled_at: Date | null }>`
    insert into app.payment_events as e (provider_event_id, event_type, order_id, received_at)
    values (${event.providerEventId}, ${event.eventType}, ${event.orderId ?? null}, ${databaseNow})
    on conflict (provider_event_id) do update set event_type = e.event_type
    returning handled_at`.execute(kysely)
  return rows[0]?.handled_at === null
}

/** Notes that an event needs nothing more. */
export async function markEventHandled(
  { kysely }: Queries,
  providerEventId: string,
): Promise<void> {
  await kysely
    .updateTable('payment_events')
    .set({ handled_at: databaseNow })
    .where('provider_event_id', '=', providerEventId)
    .execute()
}

/** Deletes the events whose time is over (`KEPT`). */
export async function tidyPaymentEvents({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('payment_events')
    .where('received_at', '<', ago(KEPT.paymentEvents))
    .execute()
}
