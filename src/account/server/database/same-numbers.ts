import { sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** A patient whose NHS number another patient has too. */
export type PatientWithNumber = {
  readonly profileId: number
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: IsoDate | null
  readonly phone: string | null
  readonly email: string
  readonly isVerified: boolean
  readonly createdAt: Date
  /** The start of the upcoming appointment that needs the number. */
  readonly appointmentAt: Date | null
}

/** The patients with one number, each group by id; the groups by their first patient. */
export async function listSameNumbers({ kysely }: Queries): Promise<PatientWithNumber[][]> {
  const rows = await kysely
    .selectFrom('profiles')
    .select((eb) => [
      'profile_id as profileId',
      'first_name as firstName',
      'last_name as lastName',
      'birth_date as birthDate',
      'phone',
      'email',
      'is_verified as isVerified',
      'created_at as createdAt',
      sql<string>`encode(nhs_number_hash, 'hex')`.as('number'),
      eb
        .selectFrom('appointments as a')
        .innerJoin('events as e', 'e.event_id', 'a.event_id')
        .select('a.slot_start')
        .whereRef('a.profile_id', '=', 'profiles.profile_id')
        .where('a.status', '=', 'booked')
        .where('a.slot_end', '>', databaseNow)
        .where(sql<boolean>`app.needs_nhs_number(e.lab_name)`)
        .as('appointmentAt'),
    ])
    .where('is_active', '=', true)
    .where(sql<boolean>`app.shares_nhs_number(profiles)`)
    .orderBy('profile_id')
    .execute()
  const groups = new Map<string, PatientWithNumber[]>()
  for (const { number, ...patient } of rows) {
    groups.set(number, [...(groups.get(number) ?? []), patient])
  }
  return [...groups.values()]
}

/** Removes the NHS number of a patient; false when there is none. */
export async function clearNumber({ kysely }: Queries, profileId: number): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('profiles')
    .set({ nhs_number_sealed: null, nhs_number_hash: null, updated_at: databaseNow })
    .where('profile_id', '=', profileId)
    .where('nhs_number_sealed', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
