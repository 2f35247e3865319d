import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountChange } from '#account/server/database/account-changes.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import type { Patient } from '#core/server/caller.ts'
import { EMAIL_LINK_SECONDS, UNFINISHED_CHANGE_SECONDS } from '#core/server/config/limits.ts'
import { databaseNow, fromNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { queueWork } from '#core/server/jobs/work.ts'

/** An e-mail change, whose columns the database requires. */
export type EmailChange = AccountChange & {
  readonly profile_id: number
  readonly new_email: string
}

export const isEmailChange = (change: AccountChange): change is EmailChange =>
  change.kind === 'email' && change.profile_id !== null && change.new_email !== null

/** Ends the unconfirmed changes of address of an account, or of one of its sessions. */
export async function replaceAskedEmails(
  { kysely }: Queries,
  { userId, sessionId }: { userId: string; sessionId?: string },
): Promise<void> {
  await kysely
    .updateTable('account_changes')
    .set({ state: 'replaced', ended_at: databaseNow })
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .where('state', '=', 'asked')
    .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId ?? null))
    .execute()
}

/** Stores that the patient requested another address; an earlier one that was not confirmed is replaced. Returns its id, or undefined while one is being made. */
export async function askForEmail(
  { kysely }: Queries,
  patient: Patient,
  newEmail: string,
): Promise<string | undefined> {
  await replaceAskedEmails({ kysely }, { userId: patient.userId })
  const row = await kysely
    .insertInto('account_changes')
    .values({
      change_id: randomUUID(),
      kind: 'email',
      user_id: patient.userId,
      profile_id: patient.profileId,
      session_id: patient.sessionId,
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

/** Stores the SHA-256 of the token of the link to the new address; false when the change was replaced or ended in the meantime. */
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

/** Confirms a change and queues the job that finishes it if this process stops. Does nothing unless the change is requested and not yet started. */
export async function startEmailChange({ kysely }: Queries, changeId: string): Promise<void> {
  const row = await kysely
    .updateTable('account_changes')
    .set({ state: 'started' })
    .where('change_id', '=', changeId)
    .where('state', '=', 'asked')
    .returning('change_id')
    .executeTakeFirst()
  if (row === undefined) return
  await queueWork({ kysely }, 'account-change', changeId, {
    delaySeconds: UNFINISHED_CHANGE_SECONDS,
  })
}

/** The change of address of an account that is being made, or undefined. */
export async function findStartedEmail(
  { kysely }: Queries,
  userId: string,
): Promise<AccountChange | undefined> {
  return await kysely
    .selectFrom('account_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .where('state', '=', 'started')
    .executeTakeFirst()
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
 * The address of an account when the provider has another one, `providerEmail`, because it made a change too late.
 * Undefined when the account is in order.
 */
export async function findRightAddress(
  { kysely }: Queries,
  userId: string,
  providerEmail: string,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('profiles as p')
    .select('p.email')
    .where('p.user_id', '=', userId)
    .where('p.email', '<>', normaliseEmail(providerEmail))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('account_changes as c')
          .select('c.change_id')
          .whereRef('c.user_id', '=', 'p.user_id')
          .where('c.state', 'in', ['replaced', 'refused'])
          .where('c.new_email', '=', normaliseEmail(providerEmail)),
      ),
    )
    .executeTakeFirst()
  return row?.email
}

/**
 * Moves the subscriptions with a patient who had verified the old address; else they belong to the owner of that mailbox, who
 * may be another person. A subscription that the new address confirmed itself stays, and the old one goes.
 */
async function moveSubscription({ kysely }: Queries, change: EmailChange): Promise<void> {
  const { rows } = await sql<{ verified: boolean }>`
    update app.account_changes c set was_verified = p.is_verified from app.profiles p
     where c.change_id = ${change.change_id} and p.profile_id = c.profile_id returning p.is_verified as verified`.execute(
    kysely,
  )
  if (rows[0]?.verified !== true) return
  const from = normaliseEmail(change.email)
  await sql`delete from app.subscriptions stale using app.subscriptions kept
    where stale.kind = kept.kind
      and (stale.email, kept.email) in ((${from}, ${change.new_email}), (${change.new_email}, ${from}))
      and (kept.confirmed_at is not null and kept.ended_at is null, kept.email = ${change.new_email})
        > (stale.confirmed_at is not null and stale.ended_at is null, stale.email = ${change.new_email})`.execute(
    kysely,
  )
  await kysely
    .updateTable('subscriptions')
    .set({ email: change.new_email })
    .where('email', '=', from)
    .execute()
}

/**
 * Writes the new address, which its owner has confirmed, to the profile, the sessions and the newsletter of the account. Links
 * that were mailed to the old address verify nothing any more.
 * @throws a unique violation when another profile has it.
 */
export async function writeEmail(db: Queries, change: EmailChange): Promise<void> {
  await moveSubscription(db, change)
  const { kysely } = db
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
