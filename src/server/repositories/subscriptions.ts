import type { Database } from '#server/database/database.ts'

type Queries = Pick<Database, 'query'>

/**
 * Notes that somebody asked for the newsletter and answers the subscription that now waits to be confirmed, or
 * undefined when the address is subscribed already and nothing changed. An ended or waiting one begins anew.
 */
export async function askSubscription(
  db: Queries,
  asked: { email: string; name: string; hearAboutEvent: boolean },
): Promise<{ subscriptionId: number; askedAt: Date } | undefined> {
  const { rows } = await db.query<{ subscriptionId: number; askedAt: Date }>(
    `insert into app.subscriptions as s (email, name, hear_about_event, asked_at)
     values ($1, $2, $3, app.clock_now())
     on conflict (email) do update set
       name = excluded.name, hear_about_event = excluded.hear_about_event, asked_at = excluded.asked_at,
       confirmed_at = null, ended_at = null
       where s.confirmed_at is null or s.ended_at is not null
     returning subscription_id as "subscriptionId", asked_at as "askedAt"`,
    [asked.email, asked.name, asked.hearAboutEvent],
  )
  return rows[0]
}

/** Whom the confirmation mail goes to, or undefined when the subscription is gone, confirmed or ended. */
export async function findUnconfirmed(
  db: Queries,
  subscriptionId: number,
): Promise<{ email: string; name: string } | undefined> {
  const { rows } = await db.query<{ email: string; name: string }>(
    `select email, name from app.subscriptions
      where subscription_id = $1 and confirmed_at is null and ended_at is null`,
    [subscriptionId],
  )
  return rows[0]
}

/** Keeps the SHA-256 of a new link's secret, which confirms for so many days; the earlier link ends. */
export async function replaceSubscriptionToken(
  db: Queries,
  subscriptionId: number,
  tokenHash: Buffer,
  days: number,
): Promise<void> {
  await db.query(
    `update app.subscriptions
        set token_hash = $2, token_expires_at = app.clock_now() + make_interval(days => $3)
      where subscription_id = $1`,
    [subscriptionId, tokenHash, days],
  )
}

/** Begins the subscription of a link; answers false when the link is unknown, expired or its subscription ended. */
export async function confirmSubscription(db: Queries, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `update app.subscriptions set confirmed_at = coalesce(confirmed_at, app.clock_now())
      where token_hash = $1 and ended_at is null
        and (confirmed_at is not null or token_expires_at > app.clock_now())`,
    [tokenHash],
  )
  return rowCount === 1
}

/** Ends the subscription of a link, however old; answers whether the link is known. Repeating it changes nothing. */
export async function endSubscription(db: Queries, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `update app.subscriptions set ended_at = coalesce(ended_at, app.clock_now()) where token_hash = $1`,
    [tokenHash],
  )
  return rowCount === 1
}

/** A confirmed address of the newsletter. `confirmedAt` is an instant. */
export type Subscriber = {
  readonly email: string
  readonly name: string
  readonly hearAboutEvent: boolean
  readonly confirmedAt: Date
}

/** Everybody who confirmed and has not ended it, in the order of confirming. */
export async function listSubscribers(db: Queries): Promise<Subscriber[]> {
  const { rows } = await db.query<Subscriber>(
    `select email, name, hear_about_event as "hearAboutEvent", confirmed_at as "confirmedAt"
       from app.subscriptions where confirmed_at is not null and ended_at is null
      order by confirmed_at, subscription_id`,
  )
  return rows
}

/** Forgets who never confirmed within a month of asking: without a yes there is no reason to keep an address. */
export async function tidySubscriptions(db: Queries): Promise<void> {
  await db.query(
    `delete from app.subscriptions
      where confirmed_at is null and asked_at < app.clock_now() - interval '30 days'`,
  )
}
