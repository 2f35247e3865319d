import type { Queries } from '#core/server/database/database.ts'

/** By what the rows of a patient are found. */
export type DataOwner = {
  readonly profileId: number
  readonly userId: string
  /** In lower case; null while it is not confirmed: what is stored by an address alone then is not known to be the patient's. */
  readonly confirmedEmail: string | null
  /** The enquiries from the confirmed address, whose content is encrypted. */
  readonly enquiryIds: readonly string[]
}

/** The address of a patient who has confirmed it (lower case); null for any other. */
export async function findConfirmedEmail(
  { kysely }: Queries,
  profileId: number,
): Promise<string | null> {
  const row = await kysely
    .selectFrom('profiles')
    .select('email')
    .where('profile_id', '=', profileId)
    .where('is_verified', '=', true)
    .executeTakeFirst()
  return row?.email ?? null
}
