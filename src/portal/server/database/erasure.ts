import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'
import { countPaymentRows } from '#payments/server/database/own-payments.ts'
import { countResultRows } from '#results/server/database/results.ts'

/** A patient as an operator looks for them. */
export type FoundPatient = {
  readonly profileId: number
  readonly email: string
  readonly createdAt: Date
}

/** What an erasure changed: the number of rows by table, and the account at the identity provider. */
export type ErasedRows = { readonly userId: string; readonly rows: Record<string, number> }

/** What the erasure of an address deleted: the number of rows by table; the accounts at the identity provider that remain. */
export type ErasedAddress = {
  readonly userIds: readonly string[]
  readonly rows: Record<string, number>
}

/** The patient with this e-mail address (lower case), or undefined. */
export async function findPatientByEmail(
  { kysely }: Queries,
  email: string,
): Promise<FoundPatient | undefined> {
  return await kysely
    .selectFrom('profiles')
    .select(['profile_id as profileId', 'email', 'created_at as createdAt'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/**
 * The addresses whose enquiries are a patient's, in lower case: their own, and earlier ones that they had verified. Empty when there is
 * no such profile.
 */
export async function listOwnAddresses({ kysely }: Queries, profileId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from app.profiles where profile_id = ${profileId}
    union select lower(email) from app.account_changes where profile_id = ${profileId} and was_verified`.execute(
    kysely,
  )
  return rows.map(({ email }) => email)
}

/** Locks a patient's profile until the end of the transaction. */
export async function lockPatient({ kysely }: Queries, profileId: number): Promise<void> {
  await kysely
    .selectFrom('profiles')
    .select('profile_id')
    .where('profile_id', '=', profileId)
    .forUpdate()
    .execute()
}

/** The rows of a patient that foreign keys and `app.forget_addresses` delete, except rows of results. */
async function countDependentRows(
  { kysely }: Queries,
  profileId: number,
): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    with patient as (select user_id, email from app.profiles where profile_id = ${profileId}),
      own as (select appointment_id from app.appointments where profile_id = ${profileId}),
      addresses as (select email from patient union
        select lower(c.email) from app.account_changes c join patient p using (user_id) where c.was_verified)
    select (select count(*) from app.waiting_entries where profile_id = ${profileId}) as waiting_entries,
           (select count(*) from app.access_grants where profile_id = ${profileId}) as access_grants,
           (select count(*) from app.account_changes c, patient p
             where c.user_id = p.user_id or (c.new_email = p.email and c.state <> 'started')) as account_changes,
           (select count(*) from app.account_closings join patient using (user_id)) as account_closings,
           (select count(*) from app.password_resets join addresses using (email)) as password_resets,
           (select count(*) from app.appointment_events where profile_id = ${profileId}) as appointment_events,
           (select count(*) from app.booking_networks join own using (appointment_id)) as booking_networks,
           (select count(*) from app.reminders join own using (appointment_id)) as reminders,
           (select count(*) from app.sms_choices where profile_id = ${profileId}) as sms_choices,
           (select count(*) from app.sms_messages where profile_id = ${profileId}) as sms_messages,
           (select count(*) from app.subscription_links join app.subscriptions using (subscription_id)
              join patient using (email)) as subscription_links`.execute(kysely)
  return rows[0] ?? {}
}

/** Why a patient is not erased; 'case-open': they must still be told that a result was another patient's. */
export type ErasureRefusal = 'patient-not-found' | 'case-open'

/**
 * Deletes a patient from every table (`app.erase_patient`) and adds the audit entry, or says why not. `enquiryIds`: the enquiries from the patient's address.
 */
export async function erasePatientRows(
  db: Queries,
  erasure: { profileId: number; operator: string; reason: string; enquiryIds: readonly string[] },
): Promise<ErasedRows | ErasureRefusal> {
  // They go by the foreign keys: counted before.
  const results = await countResultRows(db, erasure.profileId)
  const payments = await countPaymentRows(db, erasure.profileId)
  const dependent = await countDependentRows(db, erasure.profileId)
  const { rows } = await sql<{
    r_reason: ErasureRefusal | null
    r_user_id: string
    r_rows: Record<string, number>
  }>`
    select * from app.erase_patient(p_profile => ${erasure.profileId}, p_operator => ${erasure.operator},
      p_reason => ${erasure.reason}, p_enquiries => ${[...erasure.enquiryIds]}::uuid[])`.execute(
    db.kysely,
  )
  const [row] = rows
  if (row === undefined) return 'patient-not-found'
  return (
    row.r_reason ?? {
      userId: row.r_user_id,
      rows: { ...row.r_rows, ...results, ...dependent, ...payments },
    }
  )
}

/**
 * Deletes what belongs to an address without a profile (`app.erase_address`) and adds the audit entry; the reason when it is a
 * patient's or one of staff. `email`: in lower case; `enquiryIds`: the enquiries from it.
 */
export async function eraseAddressRows(
  { kysely }: Queries,
  erasure: { email: string; operator: string; reason: string; enquiryIds: readonly string[] },
): Promise<ErasedAddress | 'is-patient' | 'is-staff'> {
  const { rows } = await sql<{
    r_reason: 'is-patient' | 'is-staff' | null
    r_user_ids: string[]
    r_rows: Record<string, number>
  }>`
    select * from app.erase_address(p_email => ${erasure.email}, p_operator => ${erasure.operator},
      p_reason => ${erasure.reason}, p_enquiries => ${[...erasure.enquiryIds]}::uuid[])`.execute(
    kysely,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The erasure has no outcome.')
  return row.r_reason ?? { userIds: row.r_user_ids, rows: row.r_rows }
}
