import { type AccountDeps, checkPassword } from '#account/server/accounts.ts'
import { deviceOf } from '#account/server/device-name.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import { normalPassword } from '#core/rules/password.ts'
import { REFUSED_SIGN_IN_STEP_MS } from '#core/server/config/limits.ts'
import { lockAccount, passwordChangedSince } from '#core/server/database/account-lock.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import { readClock } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { endOwnSession } from '#core/server/database/sessions.ts'
import { deviceCookie, readDeviceCookie, staffCookie } from '#core/server/http/cookies.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import { waitForStep } from '#core/server/steady-answer.ts'
import { PROVIDER_TEXTS } from '#core/texts/account-forms.ts'
import { findFactor } from '#staff/server/database/factors.ts'
import { findStaff, type StaffRow } from '#staff/server/database/staff.ts'
import {
  openStaffSession,
  putFactorTime,
  type StaffSession,
} from '#staff/server/database/staff-sessions.ts'
import {
  type CodeRefusal,
  type FactorSetup,
  newSecret,
  setupOf,
  takeCode,
} from '#staff/server/factor.ts'

export type StaffSignInDeps = AccountDeps & {
  readonly siteUrl: string
  charityName(): Promise<string>
  nudgeJobs(): void
}

/** The browser of a request. */
export type StaffVisit = {
  readonly network: string
  readonly userAgent: string
  /** The Cookie header. */
  readonly cookie: string | null
  /** Its session, which a new one replaces. */
  readonly session?: Pick<StaffSession, 'sessionId' | 'userId'> | undefined
}

/** The Set-Cookie values of a new session. */
export type Entered = { readonly cookies: readonly string[] }

type SignInReason = 'sign-in-refused' | 'suspended' | 'not-joined'

/** Opens a session in the transaction, and ends the one that the browser had. */
export async function enter(
  { devices, siteUrl }: Pick<StaffSignInDeps, 'devices' | 'siteUrl'>,
  transaction: Queries,
  { staff_id, email }: Pick<StaffRow, 'staff_id' | 'email'>,
  { cookie, userAgent, session }: StaffVisit,
  withFactor = false,
): Promise<Entered> {
  if (session) await endOwnSession(transaction, session.userId, session.sessionId)
  const device = deviceOf(userAgent)
  const secret = await openStaffSession(transaction, { staffId: staff_id, device, withFactor })
  const known = readDeviceCookie(cookie ?? undefined, siteUrl)
  return {
    cookies: [staffCookie(secret, siteUrl), deviceCookie(devices.remember(known, email), siteUrl)],
  }
}

/** A patient's right password is refused like a wrong one, after the same time. */
async function signIn(
  deps: StaffSignInDeps,
  typed: { email: string; password: string },
  visit: StaffVisit,
): Promise<Outcome<Entered, SignInReason>> {
  const { database, limiter, timer, siteUrl } = deps
  const email = normaliseEmail(typed.email)
  const startedAt = timer.now()
  const since = await readClock(database)
  const checked = await checkPassword(deps, email, normalPassword(typed.password), {
    network: visit.network,
    deviceCookie: readDeviceCookie(visit.cookie ?? undefined, siteUrl),
  })
  if (!checked.ok) return checked
  const account = await deps.finishChanges(checked.value)
  const person = await findStaff(database, { userId: account.userId })
  if (person === undefined) {
    await waitForStep(timer, startedAt, REFUSED_SIGN_IN_STEP_MS)
    return refused('sign-in-refused', { text: PROVIDER_TEXTS.signInRefused })
  }
  if (person.state !== 'active') {
    return refused(person.state === 'suspended' ? 'suspended' : 'not-joined')
  }
  const limited = await limiter.count(['sessionPerAccount', account.userId])
  if (limited) return limited
  return await database.transaction(async (transaction) => {
    await lockAccount(transaction, account.userId)
    if (await passwordChangedSince(transaction, account.userId, since)) return refused('busy')
    const factor = await findFactor(transaction, deps.sealer, account.userId)
    if (!factor?.isConfirmed) await newSecret(transaction, deps.sealer, account.userId)
    return done(await enter(deps, transaction, person, visit))
  })
}

/** Compares a code for a session; a right one completes a sign-in, or is the fresh code of an action. Returns its time. */
async function giveCode(
  { database, sealer, nudgeJobs }: StaffSignInDeps,
  session: Pick<StaffSession, 'sessionId' | 'userId' | 'staffId' | 'name' | 'factorAt'>,
  code: string,
): Promise<{ ok: true; value: Date } | { ok: false; reason: CodeRefusal }> {
  const { staffId, userId } = session
  const outcome = await database.transaction(async (transaction) => {
    const refusal = await takeCode(transaction, sealer, session, code)
    if (refusal !== undefined) return refusal
    await insertAudit(transaction, {
      actor: { userId, profileId: null },
      action: session.factorAt === null ? 'staff-signed-in' : 'staff-code-given',
      subject: `staff:${staffId}`,
      requestId: null,
      operator: session.name,
      staffId,
    })
    return await putFactorTime(transaction, session.sessionId)
  })
  if (outcome === 'locked') nudgeJobs()
  return typeof outcome === 'string' ? refused(outcome) : done(outcome)
}

/** Sign-in of staff in two steps (STF-02): the password opens a session that opens nothing, the code completes it. */
export const staffSignInService = (deps: StaffSignInDeps) => ({
  /** The time by which a code is fresh. */
  now: () => deps.clock.now(),

  signIn: (typed: { email: string; password: string }, visit: StaffVisit) =>
    signIn(deps, typed, visit),

  giveCode: (session: Parameters<typeof giveCode>[1], code: string) =>
    giveCode(deps, session, code),

  /** What the authenticator app needs, while no first code was accepted: after an administrator reset the factor. */
  async setup(session: Pick<StaffSession, 'userId'>): Promise<FactorSetup | undefined> {
    const factor = await findFactor(deps.database, deps.sealer, session.userId)
    if (factor === undefined || factor.isConfirmed) return undefined
    const person = await findStaff(deps.database, { userId: session.userId })
    return setupOf(factor.secret, await deps.charityName(), person?.email ?? '')
  },

  /** Ends the session; returns the Set-Cookie value. */
  async signOut(session: Pick<StaffSession, 'sessionId' | 'userId'> | undefined): Promise<string> {
    if (session) await endOwnSession(deps.database, session.userId, session.sessionId)
    return staffCookie(null, deps.siteUrl)
  },
})
