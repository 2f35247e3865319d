import { type Selectable, sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { ProfileOnWire } from '#contract/profiles.ts'
import type { ProfileDetails } from '#domain/profile.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Sealer } from '#server/security/seal.ts'

type Row = Selectable<Tables['profiles']>

const placeOf = (userId: string) => ({ table: 'profiles', row: userId, column: 'nhs_number' })

/** Seals an NHS number to its owner's row; the look-up hash finds it without reading it. */
function sealedNumber(sealer: Sealer, userId: string, nhsNumber: string | null) {
  return nhsNumber === null
    ? { nhs_number_sealed: null, nhs_number_hash: null }
    : {
        nhs_number_sealed: sealer.seal(nhsNumber, placeOf(userId)),
        nhs_number_hash: sealer.lookup(nhsNumber, 'nhs-number'),
      }
}

function toWire(row: Row, sealer: Sealer): ProfileOnWire {
  return {
    profileId: row.profile_id,
    user_id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    gender: row.gender,
    date_of_birth: row.birth_date,
    ethnicity: row.ethnicity,
    occupation: row.occupation,
    phone: row.phone,
    email: row.email,
    home_address: row.home_address,
    billing_address: row.billing_address,
    nhs_number: row.nhs_number_sealed && sealer.open(row.nhs_number_sealed, placeOf(row.user_id)),
    ni_number: row.ni_number,
    nhs_gp_email: row.nhs_gp_email,
    nhs_gp_phone_number: row.nhs_gp_phone_number,
    is_verified: row.is_verified,
    is_active: row.is_active,
  }
}

/** The profile of an account, with its NHS number opened, or undefined. */
export async function findProfileByUser(
  database: Database,
  sealer: Sealer,
  userId: string,
): Promise<ProfileOnWire | undefined> {
  const row = await database.kysely
    .selectFrom('profiles')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && toWire(row, sealer)
}

/** Is there a profile with exactly this e-mail, these names (any case) and this birth date? */
export async function profileExists(
  database: Database,
  details: { email: string; firstName: string; lastName: string; birthDate: string },
): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    `select exists (select from app.profiles where email = $1 and lower(first_name) = lower($2)
       and lower(last_name) = lower($3) and birth_date = $4::date) as found`,
    [details.email, details.firstName, details.lastName, details.birthDate],
  )
  return rows[0]?.found ?? false
}

/**
 * Creates the profile of an account inside the transaction of `client` and answers its id,
 * or undefined when the account or its e-mail has one already.
 */
export async function insertProfile(
  client: PoolClient,
  sealer: Sealer,
  account: { userId: string; email: string },
  details: ProfileDetails,
): Promise<number | undefined> {
  const sealed = sealedNumber(sealer, account.userId, details.nhsNumber)
  const { rows } = await client.query<{ profile_id: number }>(
    `insert into app.profiles (user_id, email, first_name, last_name, gender, birth_date, ethnicity, occupation,
       phone, home_address, billing_address, nhs_number_sealed, nhs_number_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict do nothing returning profile_id`,
    [
      account.userId,
      account.email,
      details.firstName,
      details.lastName,
      details.gender,
      details.birthDate,
      details.ethnicity,
      details.occupation,
      details.phone,
      details.homeAddress,
      details.billingAddress,
      sealed.nhs_number_sealed,
      sealed.nhs_number_hash,
    ],
  )
  return rows[0]?.profile_id
}

/** Writes only the given details; answers the whole profile, or undefined when there is none. */
export async function changeProfile(
  database: Database,
  sealer: Sealer,
  userId: string,
  changes: Partial<ProfileDetails>,
): Promise<ProfileOnWire | undefined> {
  const { nhsNumber, firstName, lastName, birthDate, homeAddress, billingAddress, ...same } =
    changes
  const columns = {
    ...same,
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(birthDate === undefined ? {} : { birth_date: birthDate }),
    ...(homeAddress === undefined ? {} : { home_address: homeAddress }),
    ...(billingAddress === undefined ? {} : { billing_address: billingAddress }),
    ...(nhsNumber === undefined ? {} : sealedNumber(sealer, userId, nhsNumber)),
  }
  const row = await database.kysely
    .updateTable('profiles')
    .set({ ...columns, updated_at: sql<Date>`app.clock_now()` })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  return row && toWire(row, sealer)
}

/**
 * Uses up a verification token (its SHA-256) and marks the profile verified. Only its holder can; it works once.
 * Answers false when it is unknown, used or over.
 */
export async function verifyProfileEmail(database: Database, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await database.query<{ profile_id: number }>(
    `with used as (
       update app.email_verifications set used_at = app.clock_now()
        where token_hash = $1 and used_at is null and expires_at > app.clock_now() returning profile_id)
     update app.profiles p set is_verified = true, updated_at = app.clock_now() from used
      where p.profile_id = used.profile_id returning p.profile_id`,
    [tokenHash],
  )
  return rows.length === 1
}
