import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/**
 * Notes an event of the provider; returns whether it is to be handled: new, or noted before and not handled. The same id with another body is
 * another event: a forged one must not hide the real one.
 */
export async function insertPaymentEvent(
  { kysely }: Queries,
  event: {
    readonly providerEventId: string
    readonly eventType: string
    readonly orderId: string | undefined
    readonly bodyHash: Buffer
  },
): Promise<boolean> {
  const { rows } = await sql<{ handled_at: Date | null }>`
    insert into app.payment_events as e (provider_event_id, event_type, order_id, received_at, body_hash)
    values (${event.providerEventId}, ${event.eventType}, ${event.orderId ?? null}, ${databaseNow}, ${event.bodyHash})
    on conflict (provider_event_id) do update
      set body_hash = excluded.body_hash, handled_at = case when e.body_hash = excluded.body_hash then e.handled_at end
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

/** Notes a verified delivery; false when the same delivery had another body before. */
export async function isFirstBody(
  { kysely }: Queries,
  transmissionId: string,
  bodyHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql<{ is_same: boolean }>`
    insert into app.payment_transmissions as t (transmission_id, body_hash, received_at)
    values (${transmissionId}, ${bodyHash}, ${databaseNow})
    on conflict (transmission_id) do update set body_hash = t.body_hash
    returning body_hash = ${bodyHash} as is_same`.execute(kysely)
  return rows[0]?.is_same === true
}

/** Deletes the deliveries whose retention has ended (`KEPT`). */
export async function tidyTransmissions({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('payment_transmissions')
    .where('received_at', '<', ago(KEPT.paymentTransmissions))
    .execute()
}

/** Deletes expired events (`KEPT`). */
export async function tidyPaymentEvents({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('payment_events')
    .where('received_at', '<', ago(KEPT.paymentEvents))
    .execute()
}
