import { sql } from 'kysely'
import type { KeptPatient } from '#core/rules/retention.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { isLiveHold } from '#events/server/database/live-holds.ts'

/** A patient with a test or a consent. */
export type OldPatient = KeptPatient & { readonly profileId: number; readonly lastTestOn: IsoDate }

/** One patient, or at most `most` of all: the first ones, or those that follow the last one of the page before. */
export type OldestPage =
  | { readonly profileId: number }
  | { readonly most: number; readonly after: OldPatient | undefined }

/**
 * Patients with a test or a consent, the longest ago first. The view `app.last_tests` says what a test is; of a patient without one the
 * latest day on which they gave a consent counts, not the test date that it names, which may be any.
 */
export async function listOldestPatients(
  { kysely }: Queries,
  page: OldestPage,
): Promise<OldPatient[]> {
  const only = 'profileId' in page ? page.profileId : null
  const { most, after } = 'profileId' in page ? { most: 1, after: undefined } : page
  const { rows } = await sql<OldPatient>`
    select t.profile_id as "profileId", t.last_on as "lastTestOn",
           (greatest(
             (select max(greatest(a.slot_start, a.booked_at, a.cancelled_at)) from app.appointments a where a.profile_id = t.profile_id),
             (select max(c.agreed_at) from app.consents c where c.profile_id = t.profile_id),
             (select max(w.joined_at) from app.waiting_entries w where w.profile_id = t.profile_id)
           ) at time zone 'Europe/London')::date as "lastActiveOn",
           booking.has_upcoming(t.profile_id, ${databaseNow}) or exists (
             select from app.appointments a where a.profile_id = t.profile_id and ${isLiveHold('a', databaseNow)}) as "hasUpcoming",
           exists (select from app.sessions s where s.user_id = t.user_id
              and s.ended_at is null and s.absolute_end_at > ${databaseNow}) as "isSignedIn"
      from (select p.profile_id, p.user_id, coalesce(l.last_test_on, (
                     select (max(c.agreed_at) at time zone 'Europe/London')::date from app.consents c
                      where c.profile_id = p.profile_id)) as last_on
              from app.profiles p left join app.last_tests l on l.profile_id = p.profile_id
             where ${only}::bigint is null or p.profile_id = ${only}) t
     where t.last_on is not null and (${after?.profileId ?? null}::bigint is null
           or (t.last_on, t.profile_id) > (${after?.lastTestOn ?? null}::date, ${after?.profileId ?? null}::bigint))
     order by t.last_on, t.profile_id limit ${most}`.execute(kysely)
  return rows
}
