import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { NOTICE_EVERY_MS } from '#events/rules/event-notices.ts'

/** Queues the announcement of events that were published together in one job; drafts and private events are not announced. */
export async function enqueueAnnouncements(
  { kysely }: Queries,
  eventIds: readonly number[],
): Promise<void> {
  await sql`insert into app.jobs (kind, dedupe_key, payload, run_at, priority)
    select 'announce-event', min(event_id)::text, jsonb_build_object('event_ids', jsonb_agg(event_id)), ${databaseNow}, 3
      from app.events where event_id = any (${[...eventIds]}::bigint[]) and not is_private and published_at is not null
    having count(*) > 0
    on conflict (kind, dedupe_key) do nothing`.execute(kysely)
}

/** How many readers have asked to be told of events near one of these districts. */
export async function countReaders(
  { kysely }: Queries,
  districts: readonly string[],
): Promise<number> {
  const { count } = await kysely
    .selectFrom('subscriptions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', '=', 'events-near')
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('district', 'in', [...districts])
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Notes events for every running subscription of their districts that was confirmed before the event was published: the job may run later.
 * The mail that collects them is queued for an hour after the last one, or for now. Each event once per subscription. Call it in a transaction.
 */
export async function collectNotices(
  { kysely }: Queries,
  events: readonly { readonly eventId: number; readonly districts: readonly string[] }[],
): Promise<void> {
  const asked = sql`jsonb_to_recordset(${JSON.stringify(
    events.map(({ eventId, districts }) => ({ event_id: eventId, districts })),
  )}::jsonb) as asked (event_id bigint, districts text[])`
  const all = [...new Set(events.flatMap(({ districts }) => districts))]
  // A mail that is being written waits, so that no event comes into it afterwards.
  const { rows } = await sql<{ id: number }>`select subscription_id as id from app.subscriptions
     where kind = 'events-near' and confirmed_at is not null and ended_at is null and district = any (${all}::text[])
     order by subscription_id for update`.execute(kysely)
  const ids = rows.map(({ id }) => id)
  await sql`insert into app.event_notices (subscription_id, event_id, mail)
    select s.subscription_id, e.event_id, s.collecting_mail
      from app.subscriptions s join ${asked} on s.district = any (asked.districts) join app.events e using (event_id)
     where s.subscription_id = any (${ids}::bigint[]) and s.ended_at is null and s.confirmed_at <= e.published_at
    on conflict do nothing`.execute(kysely)
  await sql`select app.queue_mail('events-near:' || subscription_id || ':' || collecting_mail,
      jsonb_build_object('template', 'event-near', 'subscription_id', subscription_id, 'mail', collecting_mail),
      'subscription:' || subscription_id,
      greatest(${databaseNow}, noticed_at + ${`${NOTICE_EVERY_MS / 1000} seconds`}::interval))
    from app.subscriptions s where subscription_id = any (${ids}::bigint[]) and exists (
      select from app.event_notices n where n.subscription_id = s.subscription_id and n.mail = s.collecting_mail)`.execute(
    kysely,
  )
}

/** The subscription of a mail about new events. */
export type NoticeReader = {
  readonly email: string
  readonly district: string
  /** The last mail that had an event, and when it was written; null before the first. */
  readonly noticedMail: number | null
  readonly noticedAt: Date | null
}

/**
 * Locks the subscription and ends the collecting for its mail: an event that is published from now on is in the next one. Undefined when the
 * subscription is gone, not confirmed or ended. Call it in a transaction.
 */
export async function closeNotices(
  { kysely }: Queries,
  subscriptionId: number,
  mail: number,
): Promise<NoticeReader | undefined> {
  const row = await kysely
    .updateTable('subscriptions')
    .set((eb) => ({
      collecting_mail: eb.fn<number>('greatest', ['collecting_mail', eb.val(mail + 1)]),
    }))
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'events-near')
    .returning([
      'email',
      'district',
      'noticed_mail as noticedMail',
      'noticed_at as noticedAt',
      'confirmed_at as confirmedAt',
      'ended_at as endedAt',
    ])
    .executeTakeFirst()
  if (row === undefined || row.confirmedAt === null || row.endedAt !== null) return undefined
  const { email, district, noticedMail, noticedAt } = row
  return district === null ? undefined : { email, district, noticedMail, noticedAt }
}

/** The events of a mail. */
export async function listNoticed(
  { kysely }: Queries,
  subscriptionId: number,
  mail: number,
): Promise<number[]> {
  const rows = await kysely
    .selectFrom('event_notices')
    .select('event_id')
    .where('subscription_id', '=', subscriptionId)
    .where('mail', '=', mail)
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** Records that a mail about new events was written, and the SHA-256 of the token in it, which can end the subscription and nothing else. */
export async function recordNotice(
  { kysely }: Queries,
  notice: { subscriptionId: number; mail: number; now: Date; tokenHash: Buffer },
): Promise<void> {
  const { subscriptionId, mail, now, tokenHash } = notice
  await kysely
    .updateTable('subscriptions')
    .set({ noticed_mail: mail, noticed_at: now })
    .where('subscription_id', '=', subscriptionId)
    .execute()
  await kysely
    .insertInto('subscription_links')
    .values({ subscription_id: subscriptionId, token_hash: tokenHash })
    .execute()
}

/** Deletes what was noted of events that have begun (`KEPT`). */
export async function tidyNotices({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('event_notices')
    .using('events')
    .whereRef('events.event_id', '=', 'event_notices.event_id')
    .where('events.starts_at', '<', ago(KEPT.eventNotices))
    .execute()
}
