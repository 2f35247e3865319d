import type {
  askEmailChange,
  changePassword,
  confirmEmailChange,
} from '#contract/account-changes.ts'
import type { InputOf, OutputOf, ReasonOf } from '#contract/endpoint.ts'
import { CHANGE_TEXTS } from '#domain/texts/account-changes.ts'
import type { Account, Patient, RequestContext } from '#server/caller.ts'
import type { Database, Queries } from '#server/database/database.ts'
import type { AccountOutcome, Identity } from '#server/gateways/identity.ts'
import { done, type Outcome, refused, wrongFields } from '#server/outcome.ts'
import {
  type AccountChange,
  askForEmail,
  type EmailChange,
  endChange,
  findChange,
  findChangeByToken,
  giveUpPassword,
  isAddressTaken,
  isEmailChange,
  listStartedChanges,
  startEmailChange,
  startPasswordChange,
  writeEmail,
} from '#server/repositories/account-changes.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { enqueueAccountMail } from '#server/repositories/jobs/mails.ts'
import type { Use } from '#server/repositories/limits.ts'
import { endOtherSessions } from '#server/repositories/sessions.ts'
import { hashToken } from '#server/security/token.ts'
import { checkPassword, type PasswordDeps } from '#server/services/accounts.ts'

export type AccountChangeDeps = PasswordDeps & {
  readonly database: Database
  nudgeJobs(): void
}

type Success = { status: 'success' }
const SUCCESS: Success = { status: 'success' }

const UNIQUE_VIOLATION = '23505'

async function audit(db: Queries, change: AccountChange, action: string): Promise<void> {
  await insertAudit(db, {
    actor: { userId: change.user_id, profileId: change.profile_id },
    action,
    subject: change.profile_id === null ? 'account' : `profile:${change.profile_id}`,
    requestId: null,
  })
}

/** Our side of a password that the provider has changed; of several processes one does it. */
async function concludePassword(deps: AccountChangeDeps, change: AccountChange): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    if (!(await endChange(transaction, change.change_id, 'done'))) return
    await endOtherSessions(transaction, {
      userId: change.user_id,
      keep: change.session_id,
    })
    await enqueueAccountMail(transaction, 'password-changed', change)
    await audit(transaction, change, 'password-changed')
  })
  deps.nudgeJobs()
}

/**
 * Finishes a password change whose process ended: the provider stored the change's id with the password.
 * @throws when the provider does not answer.
 */
async function resumePassword(deps: AccountChangeDeps, change: AccountChange): Promise<void> {
  const account = await deps.identity.findAccount(change.user_id)
  if (account?.lastChange === change.change_id) return concludePassword(deps, change)
  await giveUpPassword(deps.database, change.change_id)
}

/** Our side of an address that the provider has changed; false when another profile has it. */
async function concludeEmail(deps: AccountChangeDeps, change: EmailChange): Promise<boolean> {
  try {
    await deps.database.transaction(async (transaction) => {
      if (!(await endChange(transaction, change.change_id, 'done'))) return
      await writeEmail(transaction, change)
      await enqueueAccountMail(transaction, 'email-changed', change)
      await audit(transaction, change, 'email-changed')
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    return false
  }
  deps.nudgeJobs()
  return true
}

/** Makes a confirmed change of address in both systems. It may be repeated at any point, by any process. */
async function makeEmailChange(
  deps: AccountChangeDeps,
  change: EmailChange,
): Promise<AccountOutcome> {
  const answer = await deps.identity.setEmail(change.user_id, change.new_email)
  if (answer.ok && (await concludeEmail(deps, change))) return answer
  if (!answer.ok && 'problem' in answer) return answer
  if (answer.ok) {
    const back = await deps.identity.setEmail(change.user_id, change.email)
    if (!back.ok) return { ok: false, problem: 'unavailable' }
  }
  await endChange(deps.database, change.change_id, 'refused')
  return { ok: false, refusal: CHANGE_TEXTS.emailTaken, code: 'email_exists' }
}

/** @throws when the provider did not answer: the job tries again. */
async function resume(deps: AccountChangeDeps, change: AccountChange): Promise<void> {
  if (!isEmailChange(change)) return resumePassword(deps, change)
  const answer = await makeEmailChange(deps, change)
  if (!answer.ok && 'problem' in answer) throw new Error('The identity provider did not answer.')
}

async function setPassword(
  deps: AccountChangeDeps,
  caller: Account,
  password: string,
): Promise<Outcome<Success, 'password-refused'>> {
  const uses: readonly Use[] = [['passwordChangePerAccount', caller.userId]]
  const limited = await deps.limiter.count(...uses)
  if (limited) return limited
  const changeId = await deps.database.transaction((transaction) =>
    startPasswordChange(transaction, caller),
  )
  const answer = await deps.identity.setPassword(caller.userId, password, changeId)
  // The provider may have changed it: the job finds out.
  if (!answer.ok && 'problem' in answer) return refused('unavailable')
  if (!answer.ok) {
    await endChange(deps.database, changeId, 'refused')
    return refused('password-refused', { text: answer.refusal })
  }
  const change = await findChange(deps.database, changeId)
  if (change) await concludePassword(deps, change)
  return done(SUCCESS)
}

/** Finishes what was interrupted; when the provider does not answer, the job does it later. */
async function finishChanges(deps: AccountChangeDeps, account: Identity): Promise<Identity> {
  const changes = await listStartedChanges(deps.database, account.userId)
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
  return { ...account, email }
}

/** The caller's own password, compared with the limits of a sign-in. */
async function confirmPassword(
  deps: AccountChangeDeps,
  caller: Account,
  password: string,
  context: RequestContext,
): Promise<Outcome<Account, 'wrong-password'>> {
  const { email } = await finishChanges(deps, caller)
  const checked = await checkPassword(deps, email.toLowerCase(), password, context)
  if (checked.ok && checked.value.userId === caller.userId) return done({ ...caller, email })
  if (checked.ok) return refused('wrong-password')
  const { reason, ...details } = checked
  return reason === 'sign-in-refused' ? refused('wrong-password') : refused(reason, details)
}

async function change(
  deps: AccountChangeDeps,
  input: InputOf<typeof changePassword>,
  caller: Account,
  context: RequestContext,
): Promise<Outcome<OutputOf<typeof changePassword>, ReasonOf<typeof changePassword>>> {
  const confirmed = await confirmPassword(deps, caller, input.old_password, context)
  if (!confirmed.ok) return confirmed
  if (input.password === input.old_password) return refused('password-refused')
  return setPassword(deps, confirmed.value, input.password)
}

/** The same answer for a free and a taken address: the letter to the new address differs (AUTH-13). */
async function askEmail(
  deps: AccountChangeDeps,
  input: InputOf<typeof askEmailChange>,
  caller: Patient,
  context: RequestContext,
): Promise<Outcome<OutputOf<typeof askEmailChange>, ReasonOf<typeof askEmailChange>>> {
  const confirmed = await confirmPassword(deps, caller, input.password, context)
  if (!confirmed.ok) return confirmed
  const { email } = confirmed.value
  if (input.email === email.toLowerCase()) return wrongFields({ email: CHANGE_TEXTS.sameEmail })
  const limited = await deps.limiter.count(
    ['emailChangePerPatient', String(caller.profileId)],
    ['emailChangePerAddress', input.email],
  )
  if (limited) return limited
  const asked = await deps.database.transaction(async (transaction) => {
    const changeId = await askForEmail(transaction, { ...caller, email }, input.email)
    if (changeId === undefined) return false
    const mailed = { change_id: changeId, profile_id: caller.profileId, user_id: caller.userId }
    await enqueueAccountMail(transaction, 'email-change-link', mailed)
    await enqueueAccountMail(transaction, 'email-change-asked', mailed)
    return true
  })
  if (!asked) return refused('unavailable')
  deps.nudgeJobs()
  return done(SUCCESS)
}

async function confirmEmail(
  deps: AccountChangeDeps,
  input: InputOf<typeof confirmEmailChange>,
  context: RequestContext,
): Promise<Outcome<OutputOf<typeof confirmEmailChange>, ReasonOf<typeof confirmEmailChange>>> {
  const limited = await deps.limiter.count(['emailChangeConfirmPerNetwork', context.network])
  if (limited) return limited
  const found = await findChangeByToken(deps.database, hashToken(input.token))
  if (found === undefined || !isEmailChange(found)) return refused('link-invalid')
  if (found.state === 'done') return done(SUCCESS)
  if (await isAddressTaken(deps.database, found.new_email, found.profile_id)) {
    return refused('address-taken')
  }
  if (found.state === 'asked') {
    await deps.database.transaction((transaction) => startEmailChange(transaction, found.change_id))
  }
  const made = await makeEmailChange(deps, found)
  if (made.ok) return done(SUCCESS)
  return 'problem' in made ? refused('unavailable') : refused('address-taken')
}

/** Changes of password and e-mail address across the provider and this database (AUTH-13, decision 024). */
export const accountChangesService = (deps: AccountChangeDeps) => ({
  setPassword: (caller: Account, password: string) => setPassword(deps, caller, password),
  changePassword: (
    input: InputOf<typeof changePassword>,
    caller: Account,
    context: RequestContext,
  ) => change(deps, input, caller, context),
  askEmail: (input: InputOf<typeof askEmailChange>, caller: Patient, context: RequestContext) =>
    askEmail(deps, input, caller, context),
  confirmEmail: (input: InputOf<typeof confirmEmailChange>, context: RequestContext) =>
    confirmEmail(deps, input, context),
  finishChanges: (account: Identity) => finishChanges(deps, account),

  /**
   * Finishes one change: the work of its job.
   * @throws when the provider does not answer.
   */
  async finish(changeId: string): Promise<void> {
    const found = await findChange(deps.database, changeId)
    if (found?.state === 'started') await resume(deps, found)
  },
})
export type AccountChanges = ReturnType<typeof accountChangesService>
