import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import type { Account } from '#core/server/caller.ts'
import { UNFINISHED_CHANGE_SECONDS } from '#core/server/config/limits.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Tables } from '#core/server/database/tables.ts'
import { queueWork } from '#core/server/jobs/work.ts'

/** A change that the identity provider and this database both make (decision 024). */
export type AccountChange = Selectable<Tables['account_changes']>

/** Stores that a password change begins, and the job that finishes it when this process does not; returns its id. */
export async function startPasswordChange(
  { kysely }: Queries,
  { userId, profileId, sessionId, email }: Account,
): Promise<string> {
  const change_id = randomUUID()
  await kysely
    .insertInto('account_changes')
    .values({
      change_id,
      kind: 'password',
      user_id: userId,
      profile_id: profileId,
      session_id: sessionId,
      email,
      state: 'started',
      asked_at: databaseNow,
    })
    .execute()
  await queueWork({ kysely }, 'account-change', change_id, {
    delaySeconds: UNFINISHED_CHANGE_SECONDS,
  })
  return change_id
}

export async function findChange(
  { kysely }: Queries,
  changeId: string,
): Promise<AccountChange | undefined> {
  return await kysely
    .selectFrom('account_changes')
    .selectAll()
    .where('change_id', '=', changeId)
    .executeTakeFirst()
}

/** Ends a change that is in `from`; false when it is not any more. Of several processes one gets true. */
export async function endChange(
  { kysely }: Queries,
  changeId: string,
  state: 'done' | 'refused' | 'replaced',
  from: AccountChange['state'] = 'started',
): Promise<boolean> {
  const row = await kysely
    .updateTable('account_changes')
    .set({ state, ended_at: databaseNow })
    .where('change_id', '=', changeId)
    .where('state', '=', from)
    .returning('change_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a password change that the provider has not made, once no request of it can be under way any more. */
export async function giveUpPassword({ kysely }: Queries, changeId: string): Promise<void> {
  await kysely
    .updateTable('account_changes')
    .set({ state: 'refused', ended_at: databaseNow })
    .where('change_id', '=', changeId)
    .where('state', '=', 'started')
    .where('asked_at', '<=', ago(`${UNFINISHED_CHANGE_SECONDS} seconds`))
    .execute()
}

/**
 * The changes of an account whose state may not be the provider's, the oldest first: those that a process began and did not
 * finish, and password changes that were refused or given up within a day, which the provider may have made later.
 */
export async function listUnsettledChanges(
  { kysely }: Queries,
  userId: string,
): Promise<AccountChange[]> {
  return await kysely
    .selectFrom('account_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'started'),
        eb.and([
          eb('kind', '=', 'password'),
          eb('state', '=', 'refused'),
          eb('ended_at', '>', ago('1 day')),
        ]),
      ]),
    )
    .orderBy('asked_at')
    .execute()
}

/** Whether a password change of the account is being made, other than of the session `except`. */
export async function isPasswordChanging(
  { kysely }: Queries,
  userId: string,
  except: string | null = null,
): Promise<boolean> {
  const row = await kysely
    .selectFrom('account_changes')
    .select('change_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'password')
    .where('state', '=', 'started')
    .where('session_id', 'is distinct from', except)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes changes that ended, or were requested and not confirmed. One with an address that the patient had verified is kept longer
 * (`KEPT`).
 */
export async function tidyAccountChanges({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('account_changes')
    .where('state', '<>', 'started')
    .where(
      'asked_at',
      '<',
      sql<Date>`case when was_verified then ${ago(KEPT.accountChangesWithAddress)} else ${ago(KEPT.accountChanges)} end`,
    )
    .execute()
}
