import { sql } from 'kysely'
import { databaseNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/** Queues the announcement of new events, one per event; private events are not announced. `refs`: their external references. */
export async function enqueueAnnouncements(
  { kysely }: Queries,
  refs: readonly string[],
): Promise<void> {
  await sql`insert into app.jobs (kind, dedupe_key, payload, run_at, priority)
    select 'announce-event', event_id::text, jsonb_build_object('event_id', event_id), ${databaseNow}, 3
      from app.events where external_ref = any (${[...refs]}::text[]) and not is_private
    on conflict (kind, dedupe_key) do nothing`.execute(kysely)
}

/**
 * Queues the mail about an event for every running subscription of these districts that was confirmed before the event was imported:
 * its job may run later. One per event and subscription.
 */
export async function enqueueEventNearMails(
  { kysely }: Queries,
  eventId: number,
  districts: readonly string[],
): Promise<void> {
  await sql`select app.queue_mail('event-near:' || ${eventId}::bigint || ':' || subscription_id,
      jsonb_build_object('template', 'event-near', 'subscription_id', subscription_id, 'event_id', ${eventId}::bigint),
      'subscription:' || subscription_id, ${databaseNow})
    from app.subscriptions
   where kind = 'events-near' and ended_at is null
     and confirmed_at <= (select created_at from app.events where event_id = ${eventId}::bigint)
     and district = any (${[...districts]}::text[])`.execute(kysely)
}

/** The recipient of a mail about an event, or undefined when the subscription is gone, not confirmed or ended. */
export async function findNoticeReader(
  { kysely }: Queries,
  subscriptionId: number,
): Promise<{ email: string; district: string } | undefined> {
  return await kysely
    .selectFrom('subscriptions')
    .select(['email', 'district'])
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'events-near')
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .$narrowType<{ district: string }>()
    .executeTakeFirst()
}

/** Stores the SHA-256 of a token that can end the subscription, and nothing else. */
export async function addSubscriptionLink(
  { kysely }: Queries,
  subscriptionId: number,
  tokenHash: Buffer,
): Promise<void> {
  await kysely
    .insertInto('subscription_links')
    .values({ subscription_id: subscriptionId, token_hash: tokenHash })
    .execute()
}
