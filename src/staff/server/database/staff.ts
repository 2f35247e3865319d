import { type Selectable, sql } from 'kysely'
import type { StaffRole } from '#core/rules/permissions.ts'
import { personKey } from '#core/rules/staff-person.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Tables } from '#core/server/database/tables.ts'

export type StaffRow = Selectable<Tables['staff']>
export type StaffState = StaffRow['state']

/** A person on the list of the team. */
export type TeamEntry = Pick<StaffRow, 'email' | 'registration' | 'state' | 'version'> & {
  readonly staffId: number
  readonly name: string
  readonly roles: readonly StaffRole[]
  /** Until when the last invitation can be used; null when there is none. */
  readonly invitedUntil: Date | null
  readonly isInvitationOver: boolean
  /** Whether a code of the second factor was accepted since it was set up. */
  readonly hasFactor: boolean
}

export async function findStaff(
  { kysely }: Queries,
  by: { readonly staffId: number } | { readonly userId: string } | { readonly email: string },
): Promise<StaffRow | undefined> {
  const all = kysely.selectFrom('staff').selectAll()
  const found =
    'staffId' in by
      ? all.where('staff_id', '=', by.staffId)
      : 'userId' in by
        ? all.where('user_id', '=', by.userId)
        : all.where('email', '=', by.email)
  return await found.executeTakeFirst()
}

/** The person, locked until the end of the transaction. Changes of the team run one after the other: two administrators may change each other. */
export async function lockStaff(
  { kysely }: Queries,
  staffId: number,
): Promise<StaffRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('halyard: team'))`.execute(kysely)
  return await kysely
    .selectFrom('staff')
    .selectAll()
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
}

/** Everybody, by name; with `staffId` one person. */
export async function listStaff(
  { kysely }: Queries,
  staffId: number | null = null,
): Promise<TeamEntry[]> {
  const { rows } = await sql<TeamEntry>`
    select s.staff_id as "staffId", s.staff_name as name, s.email, s.roles, s.registration, s.state, s.version,
      i.expires_at as "invitedUntil", coalesce(i.expires_at <= ${databaseNow}, false) as "isInvitationOver",
      exists (select from app.staff_factors f where f.user_id = s.user_id and f.confirmed_at is not null) as "hasFactor"
      from app.staff s
      left join lateral (
        select expires_at from app.staff_invitations where staff_id = s.staff_id and used_at is null
         order by invited_at desc limit 1) i on true
     where ${staffId}::bigint is null or s.staff_id = ${staffId}
     order by s.state = 'suspended', s.staff_name`.execute(kysely)
  return rows
}

export type NewPerson = {
  readonly email: string
  readonly name: string
  readonly roles: readonly StaffRole[]
  readonly registration: string | null
}

/** Adds an invited person; undefined when the address or the name is on the team already. */
export async function insertStaff(
  { kysely }: Queries,
  { email, name, roles, registration }: NewPerson,
): Promise<number | undefined> {
  const row = await kysely
    .insertInto('staff')
    .values({
      email,
      staff_name: name,
      name_key: personKey(name),
      roles: [...roles],
      registration,
      created_at: databaseNow,
      changed_at: databaseNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('staff_id')
    .executeTakeFirst()
  return row?.staff_id
}

/** Changes a person of this version; false when there is a newer one. */
export async function changeStaff(
  { kysely }: Queries,
  { staff_id, version }: Pick<StaffRow, 'staff_id' | 'version'>,
  change: Partial<Pick<StaffRow, 'roles' | 'registration' | 'state' | 'user_id'>>,
): Promise<boolean> {
  const row = await kysely
    .updateTable('staff')
    .set(change)
    .where('staff_id', '=', staff_id)
    .where('version', '=', version)
    .returning('staff_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The active administrators. */
export async function listAdministrators({
  kysely,
}: Queries): Promise<{ staffId: number; email: string }[]> {
  return await kysely
    .selectFrom('staff')
    .select(['staff_id as staffId', 'email'])
    .where('state', '=', 'active')
    .where(sql<boolean>`'administrator' = any(roles)`)
    .orderBy('staff_id')
    .execute()
}

/** The active accounts by the compared form of their names. */
export async function listActive({
  kysely,
}: Queries): Promise<{ name: string; key: string; roles: string[] }[]> {
  return await kysely
    .selectFrom('staff')
    .select(['staff_name as name', 'name_key as key', 'roles'])
    .where('state', '=', 'active')
    .execute()
}

/** Removes a person who was invited and never joined, with the mark of their account. */
export async function dropInvited(
  { kysely }: Queries,
  { staff_id, user_id }: StaffRow,
): Promise<void> {
  await kysely
    .deleteFrom('staff')
    .where('staff_id', '=', staff_id)
    .where('state', '=', 'invited')
    .execute()
  if (user_id !== null) {
    await kysely.deleteFrom('accounts').where('user_id', '=', user_id).execute()
  }
}

/** Marks an account of the provider as one of staff; false when it is a patient's. */
export async function markAsStaff({ kysely }: Queries, userId: string): Promise<boolean> {
  await kysely
    .insertInto('accounts')
    .values({ user_id: userId, kind: 'staff' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { kind } = await kysely
    .selectFrom('accounts')
    .select('kind')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return kind === 'staff'
}
