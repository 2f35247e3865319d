import { type Selectable, sql } from 'kysely'
import type { ProfileOnWire } from '#account/contract/profiles.ts'
import type { ProfileDetails } from '#account/rules/profile.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import { isSameName } from '#core/rules/lab-key.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Tables } from '#core/server/database/tables.ts'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'

type Row = Selectable<Tables['profiles']>

/** The cipher context of an account's NHS number. */
export const nhsNumberContext = (userId: string): CipherContext => ({
  table: 'profiles',
  row: userId,
  column: 'nhs_number',
})

/** The purpose of the keyed hash of NHS numbers; laboratory rows are compared by it too. */
export const NHS_NUMBER_PURPOSE = 'nhs-number'

/** An NHS number encrypted for its owner's row, and a keyed hash that finds it without decrypting. */
function sealedNumber(sealer: Sealer, userId: string, nhsNumber: string | null) {
  return nhsNumber === null
    ? { nhs_number_sealed: null, nhs_number_hash: null }
    : {
        nhs_number_sealed: sealer.seal(nhsNumber, nhsNumberContext(userId)),
        nhs_number_hash: sealer.lookup(nhsNumber, NHS_NUMBER_PURPOSE),
      }
}

/** The number, or null when there is none or its key is no longer configured: the rest of the profile stays usable. */
export function openNumber(
  row: Pick<Row, 'user_id' | 'nhs_number_sealed'>,
  sealer: Sealer,
): string | null {
  try {
    return (
      row.nhs_number_sealed && sealer.open(row.nhs_number_sealed, nhsNumberContext(row.user_id))
    )
  } catch {
    return null
  }
}

/** Whether another profile has the same number, of the row of `profiles` that a statement reads or writes. */
const SHARES_NUMBER = sql<boolean>`app.shares_nhs_number(profiles)`.as('sharesNumber')

function toWire(row: Row & { sharesNumber: boolean }, sealer: Sealer): ProfileOnWire {
  const nhsNumber = openNumber(row, sealer)
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
    nhs_number: nhsNumber,
    nhs_number_unavailable: nhsNumber === null && row.nhs_number_sealed !== null,
    nhs_number_to_check: row.sharesNumber,
    ni_number: row.ni_number,
    nhs_gp_email: row.nhs_gp_email,
    nhs_gp_phone_number: row.nhs_gp_phone_number,
    is_verified: row.is_verified,
    is_active: row.is_active,
    version: row.version,
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
    .select(SHARES_NUMBER)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && toWire(row, sealer)
}

/** The id of the profile of an e-mail address or an account. */
export async function findProfileId(
  { kysely }: Queries,
  named: { readonly email: string } | { readonly userId: string },
): Promise<number | undefined> {
  const profiles = kysely.selectFrom('profiles').select('profile_id')
  const found =
    'email' in named
      ? profiles.where('email', '=', normaliseEmail(named.email))
      : profiles.where('user_id', '=', named.userId)
  return (await found.executeTakeFirst())?.profile_id
}

/** Whether the account is one of staff: it opens nothing of the portal (STF-01). */
export async function isStaffAccount({ kysely }: Queries, userId: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'staff')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the account has a profile, and whether it may be used; nothing is decrypted. One that is being deleted is not active. */
export async function findProfileState(
  { kysely }: Queries,
  userId: string,
): Promise<{ isActive: boolean } | undefined> {
  return await kysely
    .selectFrom('profiles')
    .select('is_active as isActive')
    .where('user_id', '=', userId)
    .unionAll((eb) =>
      eb
        .selectFrom('account_closings')
        .select(sql<boolean>`false`.as('isActive'))
        .where('user_id', '=', userId),
    )
    .orderBy('isActive')
    .limit(1)
    .executeTakeFirst()
}

/** The newest encrypted NHS number with its cipher context, or undefined. */
export async function findSealedNumber({
  kysely,
}: Queries): Promise<{ sealed: Buffer; context: CipherContext } | undefined> {
  const row = await kysely
    .selectFrom('profiles')
    .select(['user_id', 'nhs_number_sealed as sealed'])
    .where('nhs_number_sealed', 'is not', null)
    .$narrowType<{ sealed: Buffer }>()
    .orderBy('profile_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { sealed: row.sealed, context: nhsNumberContext(row.user_id) }
}

/** Whether a profile has this e-mail and birth date, and these names as names are compared: the database lowers plain letters only. */
export async function profileExists(
  { kysely }: Queries,
  details: { email: string; firstName: string; lastName: string; birthDate: string },
): Promise<boolean> {
  const profile = await kysely
    .selectFrom('profiles')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('email', '=', details.email)
    .where('birth_date', '=', details.birthDate)
    .executeTakeFirst()
  return profile !== undefined && isSameName(profile, details)
}

/** The columns of a complete profile. */
const columnsOf = (details: ProfileDetails) => ({
  first_name: details.firstName,
  last_name: details.lastName,
  gender: details.gender,
  birth_date: details.birthDate,
  ethnicity: details.ethnicity,
  occupation: details.occupation,
  phone: details.phone,
  home_address: details.homeAddress,
  billing_address: details.billingAddress,
})

/** Creates the profile of an account and returns its id, or undefined when the account or its e-mail has one already. */
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
      ...columnsOf(details),
      ...sealedNumber(sealer, account.userId, details.nhsNumber),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('profile_id')
    .executeTakeFirst()
  return profile?.profile_id
}

/** Whether the account's profile has exactly these details. The NHS number is compared by its hash. */
export async function hasSameDetails(
  { kysely }: Queries,
  sealer: Sealer,
  account: { userId: string; email: string },
  details: ProfileDetails,
): Promise<boolean> {
  const { nhs_number_hash } = sealedNumber(sealer, account.userId, details.nhsNumber)
  const all = { ...columnsOf(details), email: account.email, nhs_number_hash }
  const names = Object.keys(all) as (keyof typeof all)[]
  const row = await kysely
    .selectFrom('profiles')
    .select('profile_id')
    .where('user_id', '=', account.userId)
    .where((eb) => eb.and(names.map((name) => eb(name, 'is not distinct from', all[name]))))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a change failed because an upcoming appointment needs the NHS number (`app.guard_nhs_number`). */
export const isNumberNeeded = (error: unknown): boolean =>
  (error as { constraint?: string } | undefined)?.constraint === 'profiles_number_needed'

/**
 * Writes only the given details; with `version` only if the profile still has it. Returns the whole profile, or undefined when
 * it has another version or is gone.
 */
export async function changeProfile(
  { kysely }: Queries,
  sealer: Sealer,
  userId: string,
  changes: Partial<ProfileDetails>,
  version?: number,
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
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returningAll()
    .returning(SHARES_NUMBER)
    .executeTakeFirst()
  return row && toWire(row, sealer)
}
