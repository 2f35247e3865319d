import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'

/** Whether the patient's next booking is free: one of their tubes could not be tested (LAB-14). The booking functions decide. */
export async function hasFreeRepeat({ kysely }: Queries, profileId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select booking.open_repeat(p_profile => ${profileId}) is not null as has`.execute(kysely)
  return rows[0]?.has === true
}

/** The patient of a tube that could not be tested; undefined after an erasure. */
export async function findRepeatRecipient(
  { kysely }: Queries,
  sampleId: string,
): Promise<{ email: string; firstName: string; isVerified: boolean } | undefined> {
  return await kysely
    .selectFrom('free_repeats as f')
    .innerJoin('profiles as p', 'p.profile_id', 'f.profile_id')
    .select(['p.email', 'p.first_name as firstName', 'p.is_verified as isVerified'])
    .where('f.sample_id', '=', sampleId)
    .executeTakeFirst()
}
