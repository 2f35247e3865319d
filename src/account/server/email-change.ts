import { enqueueAccountMail } from '#account/mails/account-changes.ts'
import {
  endChange,
  findChange,
  isPasswordChanging,
} from '#account/server/database/account-changes.ts'
import {
  type EmailChange,
  findRightAddress,
  findStartedEmail,
  replaceAskedEmails,
  writeEmail,
} from '#account/server/database/email-changes.ts'
import type { IdentityGateway } from '#account/server/gateways/identity.ts'
import { lockAccount } from '#core/server/database/account-lock.ts'
import { auditChange } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'

export type EmailChangeDeps = {
  readonly database: Database
  readonly identity: Pick<IdentityGateway, 'setEmail' | 'findAccount'>
  nudgeJobs(): void
}

/**
 * What became of a confirmed change: `done` by this process or another; `ended`: replaced or refused in the meantime, and nothing was changed;
 * `taken`: another account has the address; `unavailable`: not decided yet, the job tries again.
 */
export type EmailOutcome = 'done' | 'ended' | 'taken' | 'unavailable'

const UNIQUE_VIOLATION = '23505'

/** The state of a change under the lock of its account; undefined while it is to be made. */
async function stateOf(db: Queries, { change_id }: EmailChange): Promise<EmailOutcome | undefined> {
  const now = await findChange(db, change_id)
  if (now?.state === 'started') return undefined
  return now?.state === 'done' ? 'done' : 'ended'
}

/** The provider is called under the lock, so that no new password ends the change between the two systems. */
async function applyChange(
  deps: EmailChangeDeps,
  transaction: Queries,
  change: EmailChange,
): Promise<EmailOutcome> {
  await lockAccount(transaction, change.user_id)
  const ended = await stateOf(transaction, change)
  if (ended !== undefined) return ended
  // A new password ends the change: until it is known whether there is one, nothing is changed.
  if (await isPasswordChanging(transaction, change.user_id)) return 'unavailable'
  const answer = await deps.identity.setEmail(change.user_id, change.new_email)
  if (!answer.ok && 'problem' in answer) return 'unavailable'
  await endChange(transaction, change.change_id, answer.ok ? 'done' : 'refused')
  if (!answer.ok) return 'taken'
  await writeEmail(transaction, change)
  await enqueueAccountMail(transaction, 'emailChanged', change)
  await auditChange(transaction, change, 'email-changed')
  return 'done'
}

/** Another profile got the address in the meantime: the provider gets the old one back. */
async function undoChange(
  deps: EmailChangeDeps,
  transaction: Queries,
  change: EmailChange,
): Promise<EmailOutcome> {
  await lockAccount(transaction, change.user_id)
  const ended = await stateOf(transaction, change)
  if (ended !== undefined) return ended
  const back = await deps.identity.setEmail(change.user_id, change.email)
  if (!back.ok) return 'unavailable'
  await endChange(transaction, change.change_id, 'refused')
  return 'taken'
}

/** Makes a confirmed change of address in both systems. It may be repeated at any point, by any process. */
export async function makeEmailChange(
  deps: EmailChangeDeps,
  change: EmailChange,
): Promise<EmailOutcome> {
  const { database } = deps
  try {
    const made = await database.transaction((transaction) => applyChange(deps, transaction, change))
    deps.nudgeJobs()
    return made
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
  }
  return database.transaction((transaction) => undoChange(deps, transaction, change))
}

/**
 * Ends every unfinished change of address, in the transaction that sets a new password: it was requested by a person who knew the
 * old one. If it was confirmed, the provider gets the old address back.
 * @throws when the provider does not respond.
 */
export async function endEmailChanges(
  { identity }: Pick<EmailChangeDeps, 'identity'>,
  transaction: Queries,
  userId: string,
): Promise<void> {
  await replaceAskedEmails(transaction, { userId })
  const started = await findStartedEmail(transaction, userId)
  if (started === undefined) return
  const back = await identity.setEmail(userId, started.email)
  if (back.ok) await endChange(transaction, started.change_id, 'replaced')
  else if ('problem' in back) throw new Error('The identity provider did not answer.')
}

/**
 * The address that an account has here, while the provider has that of a change that did not take place: the provider made it
 * after its request was given up, and gets the right one back. Undefined when the account is in order.
 */
export async function putAddressRight(
  { database, identity }: EmailChangeDeps,
  { userId, email }: { userId: string; email: string },
): Promise<string | undefined> {
  const right = await findRightAddress(database, userId, email)
  if (right === undefined) return undefined
  const putBack = async (transaction: Queries) => {
    await lockAccount(transaction, userId)
    const account = await identity.findAccount(userId)
    const now = account && (await findRightAddress(transaction, userId, account.email))
    if (now !== undefined) await identity.setEmail(userId, now)
  }
  // Without a response of the provider the next sign-in tries again.
  await database.transaction(putBack).catch(() => undefined)
  return right
}
