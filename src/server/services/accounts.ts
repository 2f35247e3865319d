import type { SessionOnWire, signIn, signUp } from '#contract/accounts.ts'
import type { InputOf, ReasonOf } from '#contract/endpoint.ts'
import { ACCOUNTS_CLOSED, accountInactive } from '#domain/texts/accounts.ts'
import type { RequestContext } from '#server/caller.ts'
import { REFUSED_SIGN_IN_STEP_MS } from '#server/config/limits.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Charity } from '#server/gateways/content.ts'
import type { Identity, IdentityGateway, ProviderProblem } from '#server/gateways/identity.ts'
import type { Logger } from '#server/logger.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import type { Limiter, Use } from '#server/repositories/limits.ts'
import { findProfileState } from '#server/repositories/profiles.ts'
import { findSession, openSession, type Session } from '#server/repositories/sessions.ts'
import type { KnownDevices } from '#server/security/known-device.ts'
import type { Sealer } from '#server/security/seal.ts'
import { deviceOf } from '#server/services/device-name.ts'
import { sessionOnWire } from '#server/services/sessions.ts'
import { type Timer, waitForStep } from '#server/services/steady-answer.ts'

export type AccountDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly identity: IdentityGateway
  readonly limiter: Limiter
  readonly logger: Logger
  readonly devices: KnownDevices
  readonly timer: Timer
  charity(): Promise<Pick<Charity, 'bookingPhone'>>
}

/** A new session: its secret and its browser's id for the cookies, and its form on the wire. */
export type OpenedSession = {
  readonly secret: string
  readonly session: Session
  readonly deviceCookie: string
  readonly wire: SessionOnWire
}

type SignUpInput = InputOf<typeof signUp>
type SignInOutcome = Outcome<OpenedSession, ReasonOf<typeof signIn>>
type SignUpOutcome = Outcome<OpenedSession, ReasonOf<typeof signUp>>

async function startSession(
  deps: AccountDeps,
  account: Identity,
  context: RequestContext,
): Promise<Outcome<OpenedSession>> {
  const limited = await deps.limiter.count(['sessionPerAccount', account.userId])
  if (limited) return limited
  const device = deviceOf(context.userAgent)
  const secret = await openSession(deps.database, { ...account, device })
  const session = await findSession(deps.database, secret, false)
  if (session === undefined) throw new Error('The new session was not found.')
  const deviceCookie = deps.devices.remember(context.deviceCookie, account.email.toLowerCase())
  return done({ secret, session, deviceCookie, wire: await sessionOnWire(deps, session) })
}

/** The limits of a wrong password: a browser that is known for the address has its own, which strangers cannot use up. */
function usesOf(deps: AccountDeps, email: string, context: RequestContext): readonly Use[] {
  const { network, deviceCookie } = context
  const device = deps.devices.idFor(deviceCookie, email)
  if (device !== undefined) return [['signInPerDevice', `${device}\n${email}`]]
  return [
    ['signInPerEmailAndNetwork', `${email}\n${network}`],
    ['signInPerNetwork', network],
    ['signInPerEmail', email],
  ]
}

const LOG_MISCONFIGURED =
  'the identity provider asks new accounts for a confirmation: nobody can sign up; switch its "Confirm email" off'

/** The refusal when the provider answered nothing about this address or password. */
function providerFailed(deps: AccountDeps, { problem }: { problem: ProviderProblem }) {
  if (problem !== 'confirmation-on') return refused('unavailable')
  deps.logger.error(LOG_MISCONFIGURED)
  return refused('unavailable', { text: ACCOUNTS_CLOSED })
}

/**
 * Only wrong passwords count against the limits, but each attempt is counted first and given back when it succeeds or
 * gets no answer, so that concurrent guesses are limited as well.
 */
async function checkPassword(
  deps: AccountDeps,
  email: string,
  password: string,
  context: RequestContext,
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

async function signInWith(
  deps: AccountDeps,
  input: InputOf<typeof signIn>,
  context: RequestContext,
): Promise<SignInOutcome> {
  const checked = await checkPassword(deps, input.email, input.password, context)
  if (!checked.ok) return checked
  const profile = await findProfileState(deps.database, checked.value.userId)
  if (profile?.isActive === false) {
    const { bookingPhone } = await deps.charity()
    return refused('account-inactive', { text: accountInactive(bookingPhone) })
  }
  return startSession(deps, checked.value, context)
}

/** A taken address with the correct password and no profile is an unfinished sign-up, which resumes (AUTH-04). */
async function resumeSignUp(
  deps: AccountDeps,
  input: SignUpInput,
  refusal: string,
  context: RequestContext,
): Promise<SignUpOutcome> {
  const taken = refused('sign-up-refused', { text: refusal })
  const checked = await checkPassword(deps, input.email, input.password, context)
  if (!checked.ok) {
    const { reason, ...details } = checked
    return reason === 'sign-in-refused' ? taken : refused(reason, details)
  }
  const profile = await findProfileState(deps.database, checked.value.userId)
  return profile === undefined ? startSession(deps, checked.value, context) : taken
}

async function signUpWith(
  deps: AccountDeps,
  input: SignUpInput,
  context: RequestContext,
): Promise<SignUpOutcome> {
  const uses: readonly Use[] = [
    ['signUpPerNetwork', context.network],
    ['signUpPerEmail', input.email],
  ]
  const limited = await deps.limiter.count(...uses)
  if (limited) return limited
  const metadata = { display_name: input.display_name ?? '', phone: input.phone ?? '' }
  const { email, password } = input
  const answer = await deps.identity.signUp(email, password, metadata, context.network)
  if (answer.ok) return startSession(deps, answer.value, context)
  if ('problem' in answer) {
    await deps.limiter.giveBack(...uses)
    return providerFailed(deps, answer)
  }
  return answer.code === 'user_already_exists'
    ? resumeSignUp(deps, input, answer.refusal, context)
    : refused('sign-up-refused', { text: answer.refusal })
}

/** Sign-up and sign-in (AUTH-01, AUTH-04). The provider's tokens never leave this process. */
export const accountsService = (deps: AccountDeps) => ({
  signIn: (input: InputOf<typeof signIn>, context: RequestContext) =>
    signInWith(deps, input, context),
  signUp: (input: SignUpInput, context: RequestContext) => signUpWith(deps, input, context),
})
