import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Account, Patient } from '#server/caller.ts'
import { EMAIL_LINK_SECONDS, UNFINISHED_CHANGE_SECONDS } from '#server/config/limits.ts'
import { ago, databaseNow, fromNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { queueWork } from '#server/repositories/jobs/work.ts'

/** A change that the identity provider and this database both make (decision 024). */
export type AccountChange = Selectable<Tables['account_changes']>

/** An e-mail change, whose columns the database requires. */
export type EmailChange = AccountChange & {
  readonly profile_id: number
  readonly new_email: string
}

export const isEmailChange = (change: AccountChange): change is EmailChange =>
  change.kind === 'email' && change.profile_id !== null && change.new_email !== null

/** Stores that a password change begins, and the job that finishes it when this process does not; answers its id. */
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
  await queueWork({ kysely }, 'account-change', change_id, UNFINISHED_CHANGE_SECONDS)
  return change_id
}

/** Stores that the patient asked for another address; an earlier one that was not confirmed is replaced. Answers its id, or undefined while one is being made. */
export async function askForEmail(
  { kysely }: Queries,
  patient: Patient,
  newEmail: string,
): Promise<string | undefined> {
  await kysely
    .updateTable('account_changes')
    .set({ state: 'replaced', ended_at: databaseNow })
    .where('profile_id', '=', patient.profileId)
    .where('kind', '=', 'email')
    .where('state', '=', 'asked')
    .execute()
  const row = await kysely
    .insertInto('account_changes')
    .values({
      change_id: randomUUID(),
      kind: 'email',
      user_id: patient.userId,
      profile_id: patient.profileId,
      email: patient.email,
      new_email: newEmail,
      state: 'asked',
      asked_at: databaseNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('change_id')
    .executeTakeFirst()
  return row?.change_id
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

/** The e-mail change of a mailed link while the link works; afterwards only one that is made or being made. */
export async function findChangeByToken(
  { kysely }: Queries,
  tokenHash: Buffer,
): Promise<AccountChange | undefined> {
  return await kysely
    .selectFrom('account_changes')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['started', 'done']),
        eb.and([eb('state', '=', 'asked'), eb('link_expires_at', '>', databaseNow)]),
      ]),
    )
    .executeTakeFirst()
}

/** Stores the SHA-256 of the token of the link to the new address; false when the change was replaced or ended meanwhile. */
export async function setLink(
  { kysely }: Queries,
  changeId: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const row = await kysely
    .updateTable('account_changes')
    .set({ token_hash: tokenHash, link_expires_at: fromNow(`${EMAIL_LINK_SECONDS} seconds`) })
    .where('change_id', '=', changeId)
    .where('state', '=', 'asked')
    .returning('change_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores that the change was confirmed, and the job that finishes it when this process does not; false when it was already. */
export async function startEmailChange({ kysely }: Queries, changeId: string): Promise<boolean> {
  const row = await kysely
    .updateTable('account_changes')
    .set({ state: 'started' })
    .where('change_id', '=', changeId)
    .where('state', '=', 'asked')
    .returning('change_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await queueWork({ kysely }, 'account-change', changeId, UNFINISHED_CHANGE_SECONDS)
  return true
}

/** Ends a change that is being made; false when it was ended already. Of several processes one gets true. */
export async function endChange(
  { kysely }: Queries,
  changeId: string,
  state: 'done' | 'refused',
): Promise<boolean> {
  const row = await kysely
    .updateTable('account_changes')
    .set({ state, ended_at: databaseNow })
    .where('change_id', '=', changeId)
    .where('state', '=', 'started')
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

/** The changes of an account that a process began and did not finish, the oldest first. */
export async function listStartedChanges(
  { kysely }: Queries,
  userId: string,
): Promise<AccountChange[]> {
  return await kysely
    .selectFrom('account_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'started')
    .orderBy('asked_at')
    .execute()
}

/** Whether another profile has this address. */
export async function isAddressTaken(
  { kysely }: Queries,
  email: string,
  profileId: number,
): Promise<boolean> {
  const row = await kysely
    .selectFrom('profiles')
    .select('profile_id')
    .where('email', '=', email)
    .where('profile_id', '<>', profileId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Writes the new address, which its owner has confirmed, to the profile and the sessions of the account. Links that were mailed
 * to the old address verify nothing any more.
 * @throws a unique violation when another profile has it.
 */
export async function writeEmail({ kysely }: Queries, change: EmailChange): Promise<void> {
  await kysely
    .updateTable('profiles')
    .set({ email: change.new_email, is_verified: true, updated_at: databaseNow })
    .where('profile_id', '=', change.profile_id)
    .execute()
  await kysely
    .updateTable('sessions')
    .set({ email: change.new_email })
    .where('user_id', '=', change.user_id)
    .execute()
  await kysely
    .updateTable('email_verifications')
    .set({ expires_at: databaseNow })
    .where('profile_id', '=', change.profile_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', databaseNow)
    .execute()
}

/** Deletes changes that ended, or were asked for and not confirmed, more than ninety days ago. */
export async function tidyAccountChanges({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('account_changes')
    .where('state', '<>', 'started')
    .where('asked_at', '<', ago('90 days'))
    .execute()
}
