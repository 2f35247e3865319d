import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow, fromNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** The newsletter, or notices of new events near a postcode district (EVL-10). */
export type SubscriptionKind = 'newsletter' | 'events-near'

/** What a visitor requests; `district` is given for `events-near` alone. */
export type SubscriptionRequest = {
  readonly kind: SubscriptionKind
  readonly email: string
  readonly name: string
  readonly hearAboutEvent: boolean
  readonly district: string | null
}

/** A subscription that was confirmed and has not ended. */
const IS_RUNNING = sql<boolean>`(subscriptions.confirmed_at is not null and subscriptions.ended_at is null)`

/**
 * Stores a request for a subscription and returns the one that now waits to be confirmed, or undefined when the address has
 * it already and nothing changed. An ended or unconfirmed subscription starts again; a running one keeps its district until
 * the new one is confirmed.
 */
export async function requestSubscription(
  { kysely }: Queries,
  { kind, email, name, hearAboutEvent, district }: SubscriptionRequest,
): Promise<{ subscriptionId: number; requestedAt: Date } | undefined> {
  return await kysely
    .insertInto('subscriptions')
    .values({
      kind,
      email,
      name,
      district,
      hear_about_event: hearAboutEvent,
      asked_at: databaseNow,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'kind'])
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          hear_about_event: eb.ref('excluded.hear_about_event'),
          asked_at: eb.ref('excluded.asked_at'),
          district: sql`case when ${IS_RUNNING} then subscriptions.district else excluded.district end`,
          asked_district: sql`case when ${IS_RUNNING} then excluded.district end`,
          confirmed_at: sql`case when ${IS_RUNNING} then subscriptions.confirmed_at end`,
          ended_at: null,
        }))
        .where(
          sql<boolean>`not ${IS_RUNNING} or excluded.district is distinct from subscriptions.district`,
        ),
    )
    .returning(['subscription_id as subscriptionId', 'asked_at as requestedAt'])
    .executeTakeFirst()
}

/** The recipient of the confirmation mail, or undefined when nothing of the subscription waits to be confirmed. */
export async function findUnconfirmed(
  { kysely }: Queries,
  kind: SubscriptionKind,
  subscriptionId: number,
): Promise<{ email: string; district: string | null } | undefined> {
  return await kysely
    .selectFrom('subscriptions')
    .select((eb) => ['email', eb.fn.coalesce('asked_district', 'district').as('district')])
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('asked_district', 'is not', null)]))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Stores the SHA-256 of a new link's token, which confirms for `days` days; the earlier link stops working. */
export async function replaceSubscriptionToken(
  { kysely }: Queries,
  subscriptionId: number,
  tokenHash: Buffer,
  days: number,
): Promise<void> {
  await kysely
    .updateTable('subscriptions')
    .set({ token_hash: tokenHash, token_expires_at: fromNow(`${days} days`) })
    .where('subscription_id', '=', subscriptionId)
    .execute()
}

/** Confirms the subscription of a token; returns false when the token is unknown or expired or the subscription ended. */
export async function confirmSubscription(
  { kysely }: Queries,
  kind: SubscriptionKind,
  tokenHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('subscriptions')
    .set((eb) => ({
      confirmed_at: eb.fn.coalesce('confirmed_at', databaseNow),
      district: eb.fn.coalesce('asked_district', 'district'),
      asked_district: null,
    }))
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('confirmed_at', 'is not', null).and('asked_district', 'is', null),
        eb('token_expires_at', '>', databaseNow),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the subscription of a token of any age; returns whether the token is known. Idempotent. */
export async function endSubscription(
  { kysely }: Queries,
  kind: SubscriptionKind,
  tokenHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('subscriptions')
    .set((eb) => ({
      ended_at: eb.fn.coalesce('ended_at', databaseNow),
      asked_district: null,
    }))
    .where('kind', '=', kind)
    .where((eb) =>
      eb.or([
        eb('token_hash', '=', tokenHash),
        eb(
          'subscription_id',
          'in',
          eb
            .selectFrom('subscription_links as l')
            .select('l.subscription_id')
            .where('l.token_hash', '=', tokenHash),
        ),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A confirmed address of the newsletter. `confirmedAt` is an instant. */
export type Subscriber = {
  readonly email: string
  readonly name: string
  readonly hearAboutEvent: boolean
  readonly confirmedAt: Date
}

/** Every confirmed newsletter subscription that has not ended, by the time of confirmation. */
export async function listSubscribers({ kysely }: Queries): Promise<Subscriber[]> {
  return await kysely
    .selectFrom('subscriptions')
    .select(['email', 'name', 'hear_about_event as hearAboutEvent', 'confirmed_at as confirmedAt'])
    .where('kind', '=', 'newsletter')
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('confirmed_at')
    .orderBy('subscription_id')
    .$narrowType<{ confirmedAt: Date }>()
    .execute()
}

/**
 * Deletes requests that were not confirmed and subscriptions that ended (`KEPT`): without consent there is no reason to store an
 * address. Until then the link of an ended subscription still shows that it has ended. The links in mails about events expire too:
 * newer mails have others.
 */
export async function tidySubscriptions({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('subscriptions')
    .where((eb) =>
      eb.or([
        eb('confirmed_at', 'is', null).and('asked_at', '<', ago(KEPT.subscriptionsNotConfirmed)),
        eb('ended_at', '<', ago(KEPT.subscriptions)),
      ]),
    )
    .execute()
  await kysely
    .updateTable('subscriptions')
    .set({ asked_district: null })
    .where('asked_district', 'is not', null)
    .where('asked_at', '<', ago(KEPT.subscriptionsNotConfirmed))
    .execute()
  await kysely
    .deleteFrom('subscription_links')
    .where('made_at', '<', ago(KEPT.subscriptionLinks))
    .execute()
}
