import type { SessionOnWire } from '#account/contract/accounts.ts'
import { findProfileState } from '#account/server/database/profiles.ts'
import { deviceOf } from '#account/server/device-name.ts'
import type { Identity, ProviderProblem } from '#account/server/gateways/identity.ts'
import { leaveSession, type SessionDeps, sessionOnWire } from '#account/server/sessions.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import type { Account, RequestContext } from '#core/server/caller.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { openCheckedSession, type Session, sessionFinder } from '#core/server/database/sessions.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { Call } from '#core/server/http/binding.ts'
import type { Logger } from '#core/server/logger.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import type { KnownDevices } from '#core/server/security/known-device.ts'
import { ACCOUNTS_CLOSED, accountInactive } from '#core/texts/account-forms.ts'
import { moveGrants } from '#events/server/database/access-grants.ts'

export type OpeningDeps = SessionDeps & {
  readonly limiter: Limiter
  readonly logger: Logger
  readonly devices: KnownDevices
  charity(): Promise<Pick<Charity, 'bookingPhone'>>
}

/** A new session: its secret and its browser's id for the cookies, and its form on the wire. */
export type OpenedSession = {
  readonly secret: string
  readonly session: Session
  readonly deviceCookie: string
  readonly wire: SessionOnWire
}

/**
 * Opens a session of an account that the provider has recognised; `byCode`: by the code of a password reset. `since` is the
 * database's time before the call of the provider. Undefined when the password has changed since then.
 */
export async function startSession(
  deps: OpeningDeps,
  account: Identity,
  context: RequestContext,
  { since, byCode = false }: { since: Date; byCode?: boolean },
): Promise<Outcome<OpenedSession> | undefined> {
  const limited = await deps.limiter.count(['sessionPerAccount', account.userId])
  if (limited) return limited
  const device = deviceOf(context.userAgent)
  const secret = await openCheckedSession(deps.database, { ...account, device, byCode }, since)
  if (secret === undefined) return undefined
  const session = await sessionFinder(deps.database)(secret, false)
  if (session === undefined) throw new Error('The new session was not found.')
  const deviceCookie = deps.devices.remember(context.deviceCookie, normaliseEmail(account.email))
  return done({ secret, session, deviceCookie, wire: await sessionOnWire(deps, session) })
}

type Opening = Pick<Call, 'setSession' | 'setAccess'>

/** The access codes that were given in this browser become the patient's (EVD-05). */
export async function takeGrants(
  { database }: Pick<OpeningDeps, 'database'>,
  profileId: number | null,
  { accessCookie }: RequestContext,
  { setAccess }: Pick<Opening, 'setAccess'>,
): Promise<void> {
  if (accessCookie === undefined || profileId === null) return
  await moveGrants(database, accessCookie, profileId)
  setAccess(null)
}

/** Sets the cookies of a new session and ends the session that it replaces: the browser no longer has its secret. */
export async function enterSession(
  deps: Pick<OpeningDeps, 'database'>,
  { wire, ...opened }: OpenedSession,
  {
    caller,
    context,
    call,
  }: { caller: Account | undefined; context: RequestContext; call: Opening },
): Promise<SessionOnWire> {
  await leaveSession(deps, caller)
  call.setSession(opened)
  await takeGrants(deps, opened.session.profileId, context, call)
  return wire
}

/** The refusal of an account whose profile was switched off (AUTH-16), or undefined. */
export async function refuseInactive(deps: OpeningDeps, { userId }: Identity) {
  const profile = await findProfileState(deps.database, userId)
  if (profile?.isActive !== false) return undefined
  const { bookingPhone } = await deps.charity()
  return refused('account-inactive', { text: accountInactive(bookingPhone) })
}

const LOG_MISCONFIGURED =
  'the identity provider asks new accounts for a confirmation: nobody can sign up; switch its "Confirm email" off'

/** The refusal when the provider's response says nothing about this address or password. */
export function providerFailed(
  deps: Pick<OpeningDeps, 'logger'>,
  { problem }: { problem: ProviderProblem },
) {
  if (problem !== 'confirmation-on') return refused('unavailable')
  deps.logger.error(LOG_MISCONFIGURED)
  return refused('unavailable', { text: ACCOUNTS_CLOSED })
}
