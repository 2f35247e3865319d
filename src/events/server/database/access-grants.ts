import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import type { Visitor } from '#core/server/caller.ts'
import { BROWSER_GRANT_SECONDS } from '#core/server/config/limits.ts'
import { batched } from '#core/server/database/batched.ts'
import { ago, databaseNow, fromNow } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import { hashToken } from '#core/server/security/token.ts'

/** The code of a published private event that `lookup` finds, if it is open now; undefined otherwise. */
export async function findOpenCode(
  { kysely }: Queries,
  eventId: number,
  lookup: Buffer,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('access_codes as c')
    .innerJoin('events as e', 'e.event_id', 'c.event_id')
    .select('c.code_id')
    .where('c.event_id', '=', eventId)
    .where('c.code_lookup', '=', lookup)
    .where('e.is_private', '=', true)
    .where('e.published_at', 'is not', null)
    .where(sql<boolean>`app.code_is_open(c, ${databaseNow})`)
    .executeTakeFirst()
  return row?.code_id
}

/** Whose grant it is: a patient's, or that of the browser with this token in its cookie. */
export type Holder = { readonly profileId: number } | { readonly token: string }

/**
 * Stores that the holder gave this code of the event. It replaces the code of an earlier grant of the event, except when only the
 * earlier one can still be booked with.
 */
export async function saveGrant(
  { kysely }: Queries,
  { eventId, codeId }: { readonly eventId: number; readonly codeId: string },
  holder: Holder,
): Promise<void> {
  const isPatient = 'profileId' in holder
  const given = { event_id: eventId, code_id: codeId, granted_at: databaseNow }
  await kysely
    .insertInto('access_grants')
    .values(
      isPatient
        ? { ...given, profile_id: holder.profileId }
        : {
            ...given,
            token_hash: hashToken(holder.token),
            expires_at: fromNow(`${BROWSER_GRANT_SECONDS} seconds`),
          },
    )
    .onConflict((conflict) =>
      conflict
        .columns([isPatient ? 'profile_id' : 'token_hash', 'event_id'])
        .where(isPatient ? 'profile_id' : 'token_hash', 'is not', null)
        .doUpdateSet((eb) => ({
          code_id: sql<string>`case when app.code_serves(access_grants.code_id, access_grants.profile_id, ${databaseNow})
              and not app.code_serves(excluded.code_id, excluded.profile_id, ${databaseNow})
            then access_grants.code_id else excluded.code_id end`,
          granted_at: eb.ref('excluded.granted_at'),
          expires_at: eb.ref('excluded.expires_at'),
        })),
    )
    .execute()
}

/** Statements that look grants up for many requests: each hold on a private event needs one. */
const BATCHES = { atOnce: 2, most: 100 }

const FIND_GRANTS = {
  name: 'find_grants',
  text: `select asked.key from unnest($1::text[], $2::bigint[], $3::bigint[]) as asked (key, event_id, profile_id)
      join app.access_grants g on g.event_id = asked.event_id and g.profile_id = asked.profile_id
      join app.access_codes c on c.code_id = g.code_id
     where app.code_is_open(c, app.clock_now())`,
}

/** The keys `event profile` of those that have a grant whose code is open. */
async function findGrants(db: Database, keys: readonly string[]): Promise<Map<string, true>> {
  const ids = keys.map((key) => key.split(' '))
  const rows = await db.prepared<{ key: string }>(FIND_GRANTS, [
    keys,
    ids.map(([eventId]) => eventId),
    ids.map(([, profileId]) => profileId),
  ])
  return new Map(rows.map(({ key }) => [key, true]))
}

/** Whether this browser has a grant of the event whose code is open. */
async function hasBrowserGrant(
  { kysely }: Queries,
  eventId: number,
  token: string,
): Promise<boolean> {
  const row = await kysely
    .selectFrom('access_grants as g')
    .innerJoin('access_codes as c', 'c.code_id', 'g.code_id')
    .select('g.grant_id')
    .where('g.event_id', '=', eventId)
    .where('g.token_hash', '=', hashToken(token))
    .where('g.expires_at', '>', databaseNow)
    .where(sql<boolean>`app.code_is_open(c, ${databaseNow})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the visitor has a grant of the event whose code is open: a signed-in patient's own, else the browser's. */
export type FindGrant = (eventId: number, visitor: Visitor) => Promise<boolean>

/** Finds grants; under load, one statement finds the grants of many patients. A revoked code refuses from the next request on. */
export function grantFinder(db: Database): FindGrant {
  const find = batched((keys) => findGrants(db, keys), BATCHES)
  return async (eventId, { profileId, accessToken }) => {
    if (profileId !== null) return (await find(`${eventId} ${profileId}`)) === true
    return accessToken !== undefined && (await hasBrowserGrant(db, eventId, accessToken))
  }
}

/**
 * Gives a browser's grants to a patient, who keeps an own grant that they can still book with. The browser's token then opens
 * nothing.
 */
export async function moveGrants(
  { kysely }: Queries,
  token: string,
  profileId: number,
): Promise<void> {
  await sql`
    with gone as (delete from app.access_grants where token_hash = ${hashToken(token)} returning event_id, code_id, expires_at)
    insert into app.access_grants as g (event_id, code_id, profile_id, granted_at)
    select event_id, code_id, ${profileId}, now from gone, ${databaseNow} as now where expires_at > now
    on conflict (profile_id, event_id) where profile_id is not null do update
      set code_id = excluded.code_id, granted_at = excluded.granted_at
      where not app.code_serves(g.code_id, g.profile_id, excluded.granted_at)`.execute(kysely)
}

/** Deletes expired grants of browsers, and grants of events that ended long enough ago (`KEPT`). */
export async function tidyGrants({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('access_grants')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', databaseNow),
        eb(
          'event_id',
          'in',
          eb.selectFrom('events').select('event_id').where('ends_at', '<', ago(KEPT.accessGrants)),
        ),
      ]),
    )
    .execute()
}
