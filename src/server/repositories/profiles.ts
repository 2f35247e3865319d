import { type Selectable, sql } from 'kysely'
import type { ProfileOnWire } from '#contract/profiles.ts'
import type { ProfileDetails } from '#domain/profile.ts'
import { databaseNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Sealer } from '#server/security/seal.ts'

type Row = Selectable<Tables['profiles']>

/** The cipher context of an account's NHS number. */
const contextOf = (userId: string) => ({ table: 'profiles', row: userId, column: 'nhs_number' })

/** An NHS number encrypted for its owner's row, and a keyed hash that finds it without decrypting. */
function sealedNumber(sealer: Sealer, userId: string, nhsNumber: string | null) {
  return nhsNumber === null
    ? { nhs_number_sealed: null, nhs_number_hash: null }
    : {
        nhs_number_sealed: sealer.seal(nhsNumber, contextOf(userId)),
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
    nhs_number: row.nhs_number_sealed && sealer.open(row.nhs_number_sealed, contextOf(row.user_id)),
    ni_number: row.ni_number,
    nhs_gp_email: row.nhs_gp_email,
    nhs_gp_phone_number: row.nhs_gp_phone_number,
    is_verified: row.is_verified,
    is_active: row.is_active,
  }
}

/** The profile of an account with its NHS number decrypted, or undefined. */
export async function findProfileByUser(
  { kysely }: Queries,
  sealer: Sealer,
  userId: string,
): Promise<ProfileOnWire | undefined> {
  const row = await kysely
    .selectFrom('profiles')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && toWire(row, sealer)
}

/** Whether a profile has exactly this e-mail, these names (any case) and this birth date. */
export async function profileExists(
  { kysely }: Queries,
  details: { email: string; firstName: string; lastName: string; birthDate: string },
): Promise<boolean> {
  const profile = await kysely
    .selectFrom('profiles')
    .select('profile_id')
    .where('email', '=', details.email)
    .where(sql`lower(first_name)`, '=', sql`lower(${details.firstName})`)
    .where(sql`lower(last_name)`, '=', sql`lower(${details.lastName})`)
    .where('birth_date', '=', details.birthDate)
    .executeTakeFirst()
  return profile !== undefined
}

/** Creates the profile of an account and answers its id, or undefined when the account or its e-mail has one already. */
export async function insertProfile(
  { kysely }: Queries,
  sealer: Sealer,
  account: { userId: string; email: string },
  details: ProfileDetails,
): Promise<number | undefined> {
  const profile = await kysely
    .insertInto('profiles')
    .values({
      user_id: account.userId,
      email: account.email,
      first_name: details.firstName,
      last_name: details.lastName,
      gender: details.gender,
      birth_date: details.birthDate,
      ethnicity: details.ethnicity,
      occupation: details.occupation,
      phone: details.phone,
      home_address: details.homeAddress,
      billing_address: details.billingAddress,
      ...sealedNumber(sealer, account.userId, details.nhsNumber),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('profile_id')
    .executeTakeFirst()
  return profile?.profile_id
}

/** Writes only the given details; answers the whole profile, or undefined when there is none. */
export async function changeProfile(
  { kysely }: Queries,
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
  const row = await kysely
    .updateTable('profiles')
    .set({ ...columns, updated_at: databaseNow })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  return row && toWire(row, sealer)
}
