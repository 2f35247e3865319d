import type { SessionOnWire, signIn, signUp } from '#contract/accounts.ts'
import type { InputOf, ReasonOf } from '#contract/endpoint.ts'
import type { RequestContext } from '#server/caller.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { IdentityGateway } from '#server/gateways/identity.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import { findProfileByUser } from '#server/repositories/profiles.ts'
import { findSession, openSession, type Session } from '#server/repositories/sessions.ts'
import type { Sealer } from '#server/security/seal.ts'
import { deviceOf } from '#server/services/device-name.ts'
import { sessionOnWire } from '#server/services/sessions.ts'

export type AccountDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly identity: IdentityGateway
  readonly limiter: Limiter
}

/** A new session: its secret for the cookie and its form on the wire. */
export type OpenedSession = {
  readonly secret: string
  readonly session: Session
  readonly wire: SessionOnWire
}

type SignUpInput = InputOf<typeof signUp>
type SignInOutcome = Outcome<OpenedSession, ReasonOf<typeof signIn>>
type SignUpOutcome = Outcome<OpenedSession, ReasonOf<typeof signUp>>

async function startSession(
  deps: AccountDeps,
  account: { userId: string; email: string },
  context: RequestContext,
): Promise<OpenedSession> {
  const device = deviceOf(context.userAgent)
  const secret = await openSession(deps.database, { ...account, device })
  const session = await findSession(deps.database, secret, false)
  if (session === undefined) throw new Error('The new session was not found.')
  return { secret, session, wire: await sessionOnWire(deps, session) }
}

/**
 * Only wrong passwords count against the limit, but each attempt is counted first and given back when it succeeds, so
 * that concurrent guesses are limited as well.
 */
async function checkPassword(deps: AccountDeps, email: string, password: string) {
  const { limiter, identity } = deps
  if (!(await limiter.use('signInPerEmail', email))) return refused('too-many-requests')
  const answer = await identity.signIn(email, password)
  if (!answer.ok && !('unavailable' in answer)) {
    return refused('sign-in-refused', { text: answer.refusal })
  }
  await limiter.giveBack('signInPerEmail', email)
  return answer.ok ? done(answer.value) : refused('unavailable')
}

async function signInWith(
  deps: AccountDeps,
  input: InputOf<typeof signIn>,
  context: RequestContext,
): Promise<SignInOutcome> {
  if (!(await deps.limiter.use('signInPerNetwork', context.network))) {
    return refused('too-many-requests')
  }
  const checked = await checkPassword(deps, input.email, input.password)
  return checked.ok ? done(await startSession(deps, checked.value, context)) : checked
}

/** A taken address with the correct password and no profile is an unfinished sign-up, which resumes (AUTH-04). */
async function resumeSignUp(
  deps: AccountDeps,
  input: SignUpInput,
  refusal: string,
  context: RequestContext,
): Promise<SignUpOutcome> {
  const taken = refused('sign-up-refused', { text: refusal })
  const checked = await checkPassword(deps, input.email, input.password)
  if (!checked.ok) return checked.reason === 'sign-in-refused' ? taken : refused(checked.reason)
  const profile = await findProfileByUser(deps.database, deps.sealer, checked.value.userId)
  return profile === undefined ? done(await startSession(deps, checked.value, context)) : taken
}

async function signUpWith(
  deps: AccountDeps,
  input: SignUpInput,
  context: RequestContext,
): Promise<SignUpOutcome> {
  const within =
    (await deps.limiter.use('signUpPerNetwork', context.network)) &&
    (await deps.limiter.use('signUpPerEmail', input.email))
  if (!within) return refused('too-many-requests')
  const answer = await deps.identity.signUp(input.email, input.password, {
    display_name: input.display_name ?? '',
    phone: input.phone ?? '',
  })
  if (answer.ok) return done(await startSession(deps, answer.value, context))
  if ('unavailable' in answer) return refused('unavailable')
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
