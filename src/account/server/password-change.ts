import { enqueueAccountMail } from '#account/mails/account-changes.ts'
import {
  type AccountChange,
  endChange,
  findChange,
  giveUpPassword,
  isPasswordChanging,
  startPasswordChange,
} from '#account/server/database/account-changes.ts'
import { isStaffAccount } from '#account/server/database/profiles.ts'
import { type EmailChangeDeps, endEmailChanges } from '#account/server/email-change.ts'
import type { IdentityGateway } from '#account/server/gateways/identity.ts'
import { CHANGE_TEXTS } from '#account/texts/account-changes.ts'
import { MIN_STAFF_PASSWORD } from '#core/rules/character-limits.ts'
import type { Account } from '#core/server/caller.ts'
import { lockAccount } from '#core/server/database/account-lock.ts'
import { auditChange } from '#core/server/database/audit.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { endOtherSessions, isSessionOpen } from '#core/server/database/sessions.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'

export type PasswordChangeDeps = EmailChangeDeps & {
  readonly limiter: Limiter
  readonly identity: IdentityGateway
}

type Success = { status: 'success' }

/** Our side of a password that the provider has changed; of several processes one does it. */
async function concludePassword(deps: PasswordChangeDeps, change: AccountChange): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    await lockAccount(transaction, change.user_id)
    if (!(await endChange(transaction, change.change_id, 'done', change.state))) return
    await endEmailChanges(deps, transaction, change.user_id)
    await endOtherSessions(transaction, {
      userId: change.user_id,
      keep: change.session_id,
    })
    await enqueueAccountMail(transaction, 'passwordChanged', change)
    await auditChange(transaction, change, 'password-changed')
  })
  deps.nudgeJobs()
}

/**
 * Settles a password change whose process ended, or whose request was given up: the provider stored the change's id with the password.
 * @throws when the provider does not respond.
 */
export async function settlePassword(
  deps: PasswordChangeDeps,
  change: AccountChange,
): Promise<void> {
  const account = await deps.identity.findAccount(change.user_id)
  if (account?.lastChange === change.change_id) return concludePassword(deps, change)
  await giveUpPassword(deps.database, change.change_id)
}

/** Of two changes at the same time the first is made, and ends the session of the other. */
async function begin(
  transaction: Queries,
  caller: Account,
): Promise<string | 'session-over' | 'changing'> {
  await lockAccount(transaction, caller.userId)
  if (!(await isSessionOpen(transaction, caller.sessionId))) return 'session-over'
  if (await isPasswordChanging(transaction, caller.userId, caller.sessionId)) return 'changing'
  return startPasswordChange(transaction, caller)
}

/** Sets the password in both systems. That of a member of staff needs more characters than a patient's (STF-04). */
export async function setPassword(
  deps: PasswordChangeDeps,
  caller: Account,
  password: string,
): Promise<Outcome<Success, 'password-refused'>> {
  const isShort = password.length < MIN_STAFF_PASSWORD
  if (isShort && (await isStaffAccount(deps.database, caller.userId))) {
    return refused('password-refused', { text: CHANGE_TEXTS.staffPasswordTooShort })
  }
  const limited = await deps.limiter.count(['passwordChangePerAccount', caller.userId])
  if (limited) return limited
  const changeId = await deps.database.transaction((transaction) => begin(transaction, caller))
  if (changeId === 'session-over') return refused('unauthorized')
  if (changeId === 'changing') return refused('unavailable')
  const answer = await deps.identity.setPassword(caller.userId, password, changeId)
  // The provider may have changed it: the job finds out.
  if (!answer.ok && 'problem' in answer) return refused('unavailable')
  if (!answer.ok) {
    await endChange(deps.database, changeId, 'refused')
    return refused('password-refused', { text: answer.refusal })
  }
  const change = await findChange(deps.database, changeId)
  if (change && change.state !== 'done') await concludePassword(deps, change)
  return done({ status: 'success' })
}
