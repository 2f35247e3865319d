import { ago, databaseNow, fromNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/**
 * Stores a request for the newsletter and answers the subscription that now waits to be confirmed, or undefined when
 * the address is subscribed already and nothing changed. An ended or unconfirmed subscription starts again.
 */
export async function requestSubscription(
  { kysely }: Queries,
  request: { email: string; name: string; hearAboutEvent: boolean },
): Promise<{ subscriptionId: number; requestedAt: Date } | undefined> {
  return await kysely
    .insertInto('subscriptions')
    .values({
      email: request.email,
      name: request.name,
      hear_about_event: request.hearAboutEvent,
      asked_at: databaseNow,
    })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          hear_about_event: eb.ref('excluded.hear_about_event'),
          asked_at: eb.ref('excluded.asked_at'),
          confirmed_at: null,
          ended_at: null,
        }))
        .where((eb) =>
          eb.or([
            eb('subscriptions.confirmed_at', 'is', null),
            eb('subscriptions.ended_at', 'is not', null),
          ]),
        ),
    )
    .returning(['subscription_id as subscriptionId', 'asked_at as requestedAt'])
    .executeTakeFirst()
}

/** The recipient of the confirmation mail, or undefined when the subscription is gone, confirmed or ended. */
export async function findUnconfirmed(
  { kysely }: Queries,
  subscriptionId: number,
): Promise<{ email: string } | undefined> {
  return await kysely
    .selectFrom('subscriptions')
    .select('email')
    .where('subscription_id', '=', subscriptionId)
    .where('confirmed_at', 'is', null)
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

/** Confirms the subscription of a token; answers false when the token is unknown or expired or the subscription ended. */
export async function confirmSubscription(
  { kysely }: Queries,
  tokenHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('subscriptions')
    .set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', databaseNow) }))
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([eb('confirmed_at', 'is not', null), eb('token_expires_at', '>', databaseNow)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the subscription of a token of any age; answers whether the token is known. Idempotent. */
export async function endSubscription({ kysely }: Queries, tokenHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('subscriptions')
    .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', databaseNow) }))
    .where('token_hash', '=', tokenHash)
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

/** Every confirmed subscription that has not ended, by the time of confirmation. */
export async function listSubscribers({ kysely }: Queries): Promise<Subscriber[]> {
  return await kysely
    .selectFrom('subscriptions')
    .select(['email', 'name', 'hear_about_event as hearAboutEvent', 'confirmed_at as confirmedAt'])
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('confirmed_at')
    .orderBy('subscription_id')
    .$narrowType<{ confirmedAt: Date }>()
    .execute()
}

/**
 * Deletes requests that were not confirmed within thirty days, and subscriptions that ended a year ago: without consent
 * there is no reason to store an address. Until then the link of an ended subscription still answers that it has ended.
 */
export async function tidySubscriptions({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('subscriptions')
    .where((eb) =>
      eb.or([
        eb('confirmed_at', 'is', null).and('asked_at', '<', ago('30 days')),
        eb('ended_at', '<', ago('1 year')),
      ]),
    )
    .execute()
}
