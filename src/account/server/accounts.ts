import { signIn, signUp } from '#account/contract/accounts.ts'
import { findProfileState, isStaffAccount } from '#account/server/database/profiles.ts'
import type { Identity, IdentityGateway } from '#account/server/gateways/identity.ts'
import {
  enterSession,
  type OpenedSession,
  type OpeningDeps,
  providerFailed,
  refuseInactive,
  startSession,
} from '#account/server/session-opening.ts'
import type { InputOf, ReasonOf } from '#core/contract/endpoint.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import type { RequestContext } from '#core/server/caller.ts'
import { CLOCK_TOLERANCE_MS, REFUSED_SIGN_IN_STEP_MS } from '#core/server/config/limits.ts'
import { readClock } from '#core/server/database/clock.ts'
import type { Use } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import { type Timer, waitForStep } from '#core/server/steady-answer.ts'

export type AccountDeps = OpeningDeps & {
  readonly identity: IdentityGateway
  readonly timer: Timer
  /** Finishes changes of the account that were interrupted between the two systems; returns it as it is then (AUTH-13). */
  finishChanges(account: Identity): Promise<Identity>
}

type SignUpInput = InputOf<typeof signUp>
type SignInOutcome = Outcome<OpenedSession, ReasonOf<typeof signIn>>
type SignUpOutcome = Outcome<OpenedSession, ReasonOf<typeof signUp>>

/** What a comparison of passwords needs. */
export type PasswordDeps = Pick<
  AccountDeps,
  'limiter' | 'identity' | 'timer' | 'devices' | 'logger'
>

/** What the limits of a wrong password count by. */
type Browser = Pick<RequestContext, 'network' | 'deviceCookie'>

/** The limits of a wrong password: a browser that is known for the address has its own, which strangers cannot use up. */
function usesOf(deps: PasswordDeps, email: string, context: Browser): readonly Use[] {
  const { network, deviceCookie } = context
  const device = deps.devices.idFor(deviceCookie, email)
  if (device !== undefined) return [['signInPerDevice', `${device}\n${email}`]]
  return [
    ['signInPerEmailAndNetwork', `${email}\n${network}`],
    ['signInPerNetwork', network],
    ['signInPerEmail', email],
  ]
}

/**
 * Only wrong passwords count against the limits, but each attempt is counted first and given back when it succeeds or
 * gets no response, so that concurrent guesses are limited as well.
 */
export async function checkPassword(
  deps: PasswordDeps,
  email: string,
  password: string,
  context: Browser,
): Promise<Outcome<Identity, 'sign-in-refused'>> {
  const { limiter, identity, timer } = deps
  const startedAt = timer.now()
  const uses = usesOf(deps, email, context)
  const limited = await limiter.count(...uses)
  if (limited) return limited
  const answer = await identity.signIn(email, password, context.network)
  if (!answer.ok && 'refusal' in answer) {
    await waitForStep(timer, startedAt, REFUSED_SIGN_IN_STEP_MS)
    return refused('sign-in-refused', { text: answer.refusal })
  }
  await limiter.giveBack(...uses)
  return answer.ok ? done(answer.value) : providerFailed(deps, answer)
}

/** Most checks of a sign-in while the password is changed: it is checked again, because the old password must not open a session. */
const MOST_CHECKS = 3

/**
 * A time before the check, by the database's clock. A refused sign-in reads no database (AUTH-01), so the first check takes this
 * process's clock with a tolerance; one that is repeated follows a right password and reads the exact time.
 */
const checkedSince = async ({ clock, database }: AccountDeps, check: number): Promise<Date> =>
  check === 1 ? new Date(clock.now().getTime() - CLOCK_TOLERANCE_MS) : await readClock(database)

async function signInWith(
  deps: AccountDeps,
  input: InputOf<typeof signIn>,
  context: RequestContext,
): Promise<SignInOutcome> {
  let { email } = input
  for (let check = 1; check <= MOST_CHECKS; check += 1) {
    const since = await checkedSince(deps, check)
    const checked = await checkPassword(deps, email, input.password, context)
    if (!checked.ok) return checked
    if (await isStaffAccount(deps.database, checked.value.userId)) return refused('staff-account')
    const account = await deps.finishChanges(checked.value)
    const inactive = await refuseInactive(deps, account)
    if (inactive) return inactive
    const opened = await startSession(deps, account, context, { since })
    if (opened) return opened
    email = normaliseEmail(account.email)
  }
  return refused('busy')
}

/** A taken address with the correct password and no profile is an unfinished sign-up, which resumes (AUTH-04). */
async function resumeSignUp(
  deps: AccountDeps,
  input: SignUpInput,
  refusal: string,
  context: RequestContext,
): Promise<SignUpOutcome> {
  const taken = refused('sign-up-refused', { text: refusal })
  const since = await readClock(deps.database)
  const checked = await checkPassword(deps, input.email, input.password, context)
  if (!checked.ok) {
    const { reason, ...details } = checked
    return reason === 'sign-in-refused' ? taken : refused(reason, details)
  }
  const profile = await findProfileState(deps.database, checked.value.userId)
  if (profile !== undefined || (await isStaffAccount(deps.database, checked.value.userId))) {
    return taken
  }
  return (await startSession(deps, checked.value, context, { since })) ?? refused('busy')
}

/**
 * Every attempt counts against its address, the first refused one of an address against the network's refusals, a new account against the network's accounts. All are
 * counted first, and the count of what did not happen is given back.
 */
async function signUpWith(
  deps: AccountDeps,
  input: SignUpInput,
  context: RequestContext,
): Promise<SignUpOutcome> {
  const { limiter } = deps
  const pair = `${input.email} ${context.network}`
  const account: Use = ['signUpPerNetwork', context.network]
  const first: Use = ['firstRefusalPerEmailAndNetwork', pair]
  const attempt: readonly Use[] = [
    ['signUpPerEmailAndNetwork', pair],
    ['signUpPerEmail', input.email],
  ]
  const limited = await limiter.count(...attempt)
  if (limited) return limited
  const isFirst = (await limiter.count(first)) === undefined
  const refusal: readonly Use[] = isFirst
    ? [first, ['refusedSignUpPerNetwork', context.network]]
    : [first]
  const networkLimited = await limiter.count(...refusal.slice(1), account)
  if (networkLimited) {
    // Not refused by the provider: the next attempt is counted as the first one.
    await limiter.giveBack(first)
    return networkLimited
  }
  const metadata = { display_name: input.display_name ?? '', phone: input.phone ?? '' }
  const { email, password } = input
  const since = await readClock(deps.database)
  const answer = await deps.identity.signUp(email, password, metadata, context.network)
  if (answer.ok) {
    await limiter.giveBack(...refusal)
    return (await startSession(deps, answer.value, context, { since })) ?? refused('busy')
  }
  if ('problem' in answer) {
    await limiter.giveBack(...attempt, ...refusal, account)
    return providerFailed(deps, answer)
  }
  await limiter.giveBack(account)
  if (answer.code !== 'user_already_exists') {
    return refused('sign-up-refused', { text: answer.refusal })
  }
  const resumed = await resumeSignUp(deps, input, answer.refusal, context)
  if (resumed.ok) await limiter.giveBack(...refusal)
  return resumed
}

/** Sign-up and sign-in (AUTH-01, AUTH-04). The provider's tokens never leave this process. */
export const accountsService = (deps: AccountDeps) => ({
  signIn: bind(signIn, async (input, caller, context, call) => {
    const opened = await signInWith(deps, input, context)
    if (!opened.ok) return opened
    return done(await enterSession(deps, opened.value, { caller, context, call }))
  }),
  signUp: bind(signUp, async (input, caller, context, call) => {
    const opened = await signUpWith(deps, input, context)
    if (!opened.ok) return opened
    return done(await enterSession(deps, opened.value, { caller, context, call }))
  }),
})
