import { randomUUID } from 'node:crypto'
import { findProfileId } from '#account/server/database/profiles.ts'
import { lockAccount } from '#core/server/database/account-lock.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Queries } from '#core/server/database/database.ts'
import { endOtherSessions } from '#core/server/database/sessions.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import { hashToken } from '#core/server/security/token.ts'
import { findFactor } from '#staff/server/database/factors.ts'
import { findByToken, markUsed } from '#staff/server/database/invitations.ts'
import { changeStaff, markAsStaff, type StaffRow } from '#staff/server/database/staff.ts'
import {
  type CodeRefusal,
  type FactorSetup,
  newSecret,
  setupOf,
  takeCode,
} from '#staff/server/factor.ts'
import {
  type Entered,
  enter,
  type StaffSignInDeps,
  type StaffVisit,
} from '#staff/server/sign-in.ts'

export type JoinDeps = Pick<
  StaffSignInDeps,
  | 'database'
  | 'identity'
  | 'limiter'
  | 'sealer'
  | 'devices'
  | 'siteUrl'
  | 'charityName'
  | 'nudgeJobs'
>

type JoinReason = 'link-invalid' | 'patient-address' | 'password-refused'

/**
 * The account at the provider with this password. One that exists already is of an earlier try of this person, or of a sign-up that was never
 * finished: the link was mailed to its address, so its owner sets the password.
 */
async function accountWith(
  { identity, database }: JoinDeps,
  { email }: StaffRow,
  password: string,
  network: string,
): Promise<Outcome<string, JoinReason>> {
  const made = await identity.signUp(email, password, {}, network)
  if (made.ok) return done(made.value.userId)
  if ('problem' in made) return refused('unavailable')
  const refusal = refused('password-refused', { text: made.refusal })
  if (made.code !== 'user_already_exists') return refusal
  const userId = await identity.findUserId(email)
  if (userId === undefined) return refused('unavailable')
  // A patient's account that is moving to this address has it at the provider first.
  if ((await findProfileId(database, { userId })) !== undefined) return refused('patient-address')
  const changed = await identity.setPassword(userId, password, randomUUID())
  if (changed.ok) return done(userId)
  return 'problem' in changed
    ? refused('unavailable')
    : refused('password-refused', { text: changed.refusal })
}

/** Ties the account to the invited person, in the transaction; false when it became a patient's. Sessions of an unfinished sign-up end. */
async function tie(transaction: Queries, person: StaffRow, userId: string): Promise<boolean> {
  await lockAccount(transaction, userId)
  if ((await findProfileId(transaction, { userId })) !== undefined) return false
  if (!(await markAsStaff(transaction, userId))) return false
  if (person.user_id !== userId) {
    await changeStaff(transaction, person, { user_id: userId })
    await insertAudit(transaction, {
      actor: { userId, profileId: null },
      action: 'staff-account-made',
      subject: `staff:${person.staff_id}`,
      requestId: null,
      operator: person.staff_name,
      staffId: person.staff_id,
    })
  }
  await endOtherSessions(transaction, { userId, keep: null })
  return true
}

/** Step 1: the password, and a secret for the authenticator app. It may be repeated until the first code was accepted. */
async function setUp(
  deps: JoinDeps,
  { token, password, network }: { token: string; password: string; network: string },
): Promise<Outcome<FactorSetup, JoinReason>> {
  const { database, limiter, sealer } = deps
  const hash = hashToken(token)
  const person = await findByToken(database, hash)
  if (person === undefined) {
    return (await limiter.count(['joinLinkPerNetwork', network])) ?? refused('link-invalid')
  }
  const limited = await limiter.count(['joinPerInvitation', person.invitation_id])
  if (limited) return limited
  // Before the provider is asked: the password of a patient's account must not change.
  if ((await findProfileId(database, { email: person.email })) !== undefined) {
    return refused('patient-address')
  }
  const account = await accountWith(deps, person, password, network)
  if (!account.ok) return account
  const charityName = await deps.charityName()
  return await database.transaction(async (transaction) => {
    const invited = await findByToken(transaction, hash, true)
    if (invited === undefined) return refused('link-invalid')
    if (!(await tie(transaction, invited, account.value))) return refused('patient-address')
    await newSecret(transaction, sealer, account.value)
    const factor = await findFactor(transaction, sealer, account.value)
    return done(setupOf(factor?.secret ?? '', charityName, invited.email))
  })
}

/** Step 2: the first code makes the account active, uses the invitation up, and opens a session. */
async function confirm(
  { database, sealer, ...deps }: JoinDeps,
  { token, code }: { token: string; code: string },
  visit: StaffVisit,
): Promise<Outcome<Entered, 'link-invalid' | CodeRefusal>> {
  const outcome = await database.transaction(async (transaction) => {
    const person = await findByToken(transaction, hashToken(token), true)
    if (person?.user_id == null) return refused('link-invalid')
    const { staff_id: staffId, user_id: userId, staff_name: name } = person
    const refusal = await takeCode(transaction, sealer, { staffId, userId, name }, code)
    if (refusal !== undefined) return refused(refusal)
    await markUsed(transaction, person.invitation_id)
    await changeStaff(transaction, person, { state: 'active' })
    await insertAudit(transaction, {
      actor: { userId, profileId: null },
      action: 'staff-joined',
      subject: `staff:${staffId}`,
      requestId: null,
      operator: name,
      reason: person.roles.join(', '),
      staffId,
    })
    return done(await enter(deps, transaction, person, visit, true))
  })
  if (!outcome.ok && outcome.reason === 'locked') deps.nudgeJobs()
  return outcome
}

/** What the link of an invitation opens (STF-04). */
export const staffJoinService = (deps: JoinDeps) => ({
  setUp: (input: Parameters<typeof setUp>[1]) => setUp(deps, input),

  confirm: (input: { token: string; code: string }, visit: StaffVisit) =>
    confirm(deps, input, visit),

  /** The secret again, after a wrong first code. */
  async setup(token: string): Promise<FactorSetup | undefined> {
    const person = await findByToken(deps.database, hashToken(token))
    if (person?.user_id == null) return undefined
    const factor = await findFactor(deps.database, deps.sealer, person.user_id)
    return factor && setupOf(factor.secret, await deps.charityName(), person.email)
  },
})
