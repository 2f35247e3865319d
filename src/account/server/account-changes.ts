import {
  askEmailChange,
  changePassword,
  confirmEmailChange,
} from '#account/contract/account-changes.ts'
import { enqueueAccountMail } from '#account/mails/account-changes.ts'
import { checkPassword, type PasswordDeps } from '#account/server/accounts.ts'
import {
  type AccountChange,
  findChange,
  listUnsettledChanges,
} from '#account/server/database/account-changes.ts'
import {
  askForEmail,
  findChangeByToken,
  isAddressTaken,
  isEmailChange,
  startEmailChange,
} from '#account/server/database/email-changes.ts'
import { makeEmailChange, putAddressRight } from '#account/server/email-change.ts'
import type { Identity } from '#account/server/gateways/identity.ts'
import {
  type PasswordChangeDeps,
  setPassword,
  settlePassword,
} from '#account/server/password-change.ts'
import { CHANGE_TEXTS } from '#account/texts/account-changes.ts'
import type { InputOf } from '#core/contract/endpoint.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import type { Account, Patient, RequestContext } from '#core/server/caller.ts'
import { lockAccount } from '#core/server/database/account-lock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { isSessionOpen } from '#core/server/database/sessions.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, type Outcome, refused, wrongFields } from '#core/server/outcome.ts'
import { hashToken } from '#core/server/security/token.ts'

export type AccountChangeDeps = PasswordDeps & PasswordChangeDeps

type Success = { status: 'success' }
const SUCCESS: Success = { status: 'success' }

/**
 * An account after its changes were finished. `isMisplaced`: the provider had an address that is not the account's, so a code that was
 * mailed there proves nothing.
 */
export type SettledIdentity = Identity & { readonly isMisplaced: boolean }

/** @throws when the provider did not respond: the job tries again. */
async function resume(deps: AccountChangeDeps, change: AccountChange): Promise<void> {
  if (!isEmailChange(change)) return settlePassword(deps, change)
  const made = await makeEmailChange(deps, change)
  if (made === 'unavailable') throw new Error('The change of address could not be made.')
}

/** Finishes what was interrupted; when the provider does not respond, the job does it later. */
async function finishChanges(deps: AccountChangeDeps, account: Identity): Promise<SettledIdentity> {
  const changes = await listUnsettledChanges(deps.database, account.userId)
  let { email } = account
  for (const change of changes) {
    try {
      await resume(deps, change)
    } catch {
      continue
    }
    const ended = await findChange(deps.database, change.change_id)
    if (ended?.state === 'done' && ended.new_email !== null) email = ended.new_email
  }
  const right = await putAddressRight(deps, { userId: account.userId, email })
  return { ...account, email: right ?? email, isMisplaced: right !== undefined }
}

/** The caller's own password, compared with the limits of a sign-in. */
async function confirmPassword(
  deps: AccountChangeDeps,
  caller: Account,
  password: string,
  context: RequestContext,
): Promise<Outcome<Account, 'wrong-password'>> {
  const { email } = await finishChanges(deps, caller)
  const checked = await checkPassword(deps, normaliseEmail(email), password, context)
  if (checked.ok && checked.value.userId === caller.userId) return done({ ...caller, email })
  if (checked.ok) return refused('wrong-password')
  const { reason, ...details } = checked
  return reason === 'sign-in-refused' ? refused('wrong-password') : refused(reason, details)
}

const change = (deps: AccountChangeDeps) =>
  bind(changePassword, async (input, caller, context) => {
    const confirmed = await confirmPassword(deps, caller, input.old_password, context)
    if (!confirmed.ok) return confirmed
    if (input.password === input.old_password) return refused('password-refused')
    return setPassword(deps, confirmed.value, input.password)
  })

/** The password was right a moment ago; a new one since then has ended the session. */
async function storeAsking(
  transaction: Queries,
  caller: Patient,
  newEmail: string,
): Promise<'asked' | 'session-over' | 'being-made'> {
  await lockAccount(transaction, caller.userId)
  if (!(await isSessionOpen(transaction, caller.sessionId))) return 'session-over'
  const changeId = await askForEmail(transaction, caller, newEmail)
  if (changeId === undefined) return 'being-made'
  const mailed = { change_id: changeId, profile_id: caller.profileId, user_id: caller.userId }
  await enqueueAccountMail(transaction, 'emailChangeLink', mailed)
  await enqueueAccountMail(transaction, 'emailChangeAsked', mailed)
  return 'asked'
}

/** The response is the same for a free and a taken address; the letter to the new address differs (AUTH-13). */
const askEmail = (deps: AccountChangeDeps) =>
  bind(askEmailChange, async (input, caller, context) => {
    const confirmed = await confirmPassword(deps, caller, input.password, context)
    if (!confirmed.ok) return confirmed
    const { email } = confirmed.value
    if (input.email === normaliseEmail(email)) return wrongFields({ email: CHANGE_TEXTS.sameEmail })
    const limited = await deps.limiter.count(
      ['emailChangePerPatient', String(caller.profileId)],
      ['emailChangePerAddress', input.email],
    )
    if (limited) return limited
    const asked = await deps.database.transaction((transaction) =>
      storeAsking(transaction, { ...caller, email }, input.email),
    )
    if (asked === 'session-over') return refused('unauthorized')
    if (asked === 'being-made') return refused('unavailable')
    deps.nudgeJobs()
    return done(SUCCESS)
  })

async function confirmEmail(
  deps: AccountChangeDeps,
  input: InputOf<typeof confirmEmailChange>,
  context: RequestContext,
) {
  const found = await findChangeByToken(deps.database, hashToken(input.token))
  if (found === undefined || !isEmailChange(found)) {
    const limited = await deps.limiter.count(['emailChangeConfirmPerNetwork', context.network])
    return limited ?? refused('link-invalid')
  }
  if (found.state === 'done') return done(SUCCESS)
  if (await isAddressTaken(deps.database, found.new_email, found.profile_id)) {
    return refused('address-taken')
  }
  // A new password whose process died ends this change.
  await finishChanges(deps, { userId: found.user_id, email: found.email })
  if (found.state === 'asked') {
    await deps.database.transaction(async (transaction) => {
      await lockAccount(transaction, found.user_id)
      await startEmailChange(transaction, found.change_id)
    })
  }
  // Another request may have replaced, made or refused it in the meantime: the state under the lock decides.
  const made = await makeEmailChange(deps, found)
  if (made === 'done') return done(SUCCESS)
  if (made === 'ended') return refused('link-invalid')
  return refused(made === 'taken' ? 'address-taken' : 'unavailable')
}

/** Changes of password and e-mail address across the provider and this database (AUTH-13, decision 024). */
export const accountChangesService = (deps: AccountChangeDeps) => ({
  setPassword: (caller: Account, password: string) => setPassword(deps, caller, password),
  changePassword: change(deps),
  askEmail: askEmail(deps),
  confirmEmail: bind(confirmEmailChange, (input, _, context) => confirmEmail(deps, input, context)),
  finishChanges: (account: Identity) => finishChanges(deps, account),

  /**
   * Finishes one change: the work of its job.
   * @throws when the provider does not respond.
   */
  async finish(changeId: string): Promise<void> {
    const found = await findChange(deps.database, changeId)
    if (found?.state === 'started') await resume(deps, found)
  },
})
export type AccountChanges = ReturnType<typeof accountChangesService>
