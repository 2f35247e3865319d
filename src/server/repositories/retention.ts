import { sql } from 'kysely'
import type { KeptPatient } from '#domain/retention.ts'
import { databaseNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/**
 * At most `most` patients with a test, the longest ago first; only the patient `profileId` if it is given. A test is an appointment that was not cancelled, or a
 * sample; the day of a consent counts too, but not the test date that it names, which may be any.
 */
export async function listOldestPatients(
  { kysely }: Queries,
  most: number,
  profileId?: number,
): Promise<(KeptPatient & { profileId: number })[]> {
  const { rows } = await sql<KeptPatient & { profileId: number }>`
    select t.profile_id as "profileId", (max(t.at) at time zone 'Europe/London')::date as "lastTestOn",
           exists (select from app.appointments a where a.profile_id = t.profile_id
              and (a.status = 'held' and a.hold_expires_at > ${databaseNow}
                or a.status = 'booked' and a.slot_end > ${databaseNow})) as "hasUpcoming",
           exists (select from app.sessions s join app.profiles p using (user_id) where p.profile_id = t.profile_id
              and s.ended_at is null and s.absolute_end_at > ${databaseNow}) as "isSignedIn"
      from (select profile_id, slot_start as at from app.appointments where status in ('booked', 'attended', 'no_show')
            union all select profile_id, taken_at from app.samples
            union all select profile_id, agreed_at from app.consents) t
     where ${profileId ?? null}::bigint is null or t.profile_id = ${profileId ?? null}
     group by t.profile_id order by max(t.at), t.profile_id limit ${most}`.execute(kysely)
  return rows
}
