import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow, fromNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** The recipient of a verification mail, or undefined when the profile is gone or verified already. */
export async function findUnverified(
  { kysely }: Queries,
  profileId: number,
): Promise<{ email: string } | undefined> {
  return await kysely
    .selectFrom('profiles')
    .select('email')
    .where('profile_id', '=', profileId)
    .where('is_verified', '=', false)
    .executeTakeFirst()
}

/** Stores the SHA-256 of a new verification token for `days` days; the profile's earlier unused tokens expire (AUTH-12). */
export async function replaceVerification(
  { kysely }: Queries,
  profileId: number,
  tokenHash: Buffer,
  days: number,
): Promise<void> {
  await kysely
    .with('expired', (cte) =>
      cte
        .updateTable('email_verifications')
        .set({ expires_at: databaseNow })
        .where('profile_id', '=', profileId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', databaseNow)
        .returning('profile_id'),
    )
    .insertInto('email_verifications')
    .values({ token_hash: tokenHash, profile_id: profileId, expires_at: fromNow(`${days} days`) })
    .execute()
}

/**
 * Uses up a verification token (its SHA-256) and marks the profile verified. It works once. Returns false when the token
 * is unknown, used or expired.
 */
export async function verifyProfileEmail({ kysely }: Queries, tokenHash: Buffer): Promise<boolean> {
  const profile = await kysely
    .with('used', (cte) =>
      cte
        .updateTable('email_verifications')
        .set({ used_at: databaseNow })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', databaseNow)
        .returning('profile_id'),
    )
    .updateTable('profiles')
    .from('used')
    .set({ is_verified: true, updated_at: databaseNow })
    .whereRef('profiles.profile_id', '=', 'used.profile_id')
    .returning('profiles.profile_id')
    .executeTakeFirst()
  return profile !== undefined
}

/**
 * Whether a link of a verified profile was pressed again: its token was used, or a newer one. It changes nothing. False for an
 * address that the profile never confirmed by a link, so that its owner sees nothing.
 */
export async function wasVerified({ kysely }: Queries, tokenHash: Buffer): Promise<boolean> {
  const row = await kysely
    .selectFrom('email_verifications as v')
    .innerJoin('profiles as p', 'p.profile_id', 'v.profile_id')
    .select('v.profile_id')
    .where('v.token_hash', '=', tokenHash)
    .where('p.is_verified', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('email_verifications as used')
          .select('used.profile_id')
          .whereRef('used.profile_id', '=', 'v.profile_id')
          .where('used.used_at', 'is not', null),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes verification tokens, counted from their end (`KEPT`). */
export async function tidyVerifications({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('email_verifications')
    .where('expires_at', '<', ago(KEPT.verificationLinks))
    .execute()
}

/** Whether the address of the profile is confirmed (AUTH-12); undefined without the profile. */
export async function findIsVerified(
  { kysely }: Queries,
  profileId: number,
): Promise<boolean | undefined> {
  const row = await kysely
    .selectFrom('profiles')
    .select('is_verified')
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  return row?.is_verified
}
