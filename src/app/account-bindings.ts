import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  confirmEmailChange,
  setResetPassword,
  verifyResetCode,
} from '#account/contract/account-changes.ts'
import {
  endSession,
  extendSession,
  getSession,
  listSessions,
  resendVerification,
  type SessionOnWire,
  signIn,
  signOut,
  signUp,
  verifyEmail,
} from '#account/contract/accounts.ts'
import {
  checkProfile,
  createProfile,
  getProfile,
  updateProfile,
} from '#account/contract/profiles.ts'
import type { OpenedSession } from '#account/server/session-opening.ts'
import type { Services } from '#app/services.ts'
import { type Binding, bind, type Call } from '#core/server/http/binding.ts'
import { done, type Outcome } from '#core/server/outcome.ts'
import { closeAccount, exportOwnData, previewClosing } from '#portal/contract/own-data.ts'

/** The access codes that were given in this browser become the patient's (EVD-05). */
async function moveGrants(
  { access }: Pick<Services, 'access'>,
  profileId: number | null,
  call: Pick<Call<'public'>, 'context' | 'setAccess'>,
): Promise<void> {
  const isMoved = await access.moveToProfile(call.context.accessCookie, profileId)
  if (isMoved) call.setAccess(null)
}

/** Sets the cookies of a new session and ends the session that it replaces: the browser no longer has its secret. */
async function withSession<Reason extends string>(
  services: Pick<Services, 'sessions' | 'access'>,
  outcome: Outcome<OpenedSession, Reason>,
  call: Call<'public'>,
): Promise<Outcome<SessionOnWire, Reason>> {
  if (!outcome.ok) return outcome
  await services.sessions.signOut(call.caller)
  call.setSession(outcome.value)
  await moveGrants(services, outcome.value.session.profileId, call)
  return done(outcome.value.wire)
}

const signInBindings = ({ accounts, access, sessions, verification }: Services): Binding[] => [
  bind(signIn, async (input, call) =>
    withSession({ access, sessions }, await accounts.signIn(input, call.context), call),
  ),
  bind(signUp, async (input, call) =>
    withSession({ access, sessions }, await accounts.signUp(input, call.context), call),
  ),
  bind(signOut, (_, call) => {
    call.setSession(null)
    return sessions.signOut(call.caller)
  }),
  bind(getSession, (_, call) => sessions.current(call.session)),
  bind(extendSession, (_, call) => sessions.extend(call.session)),
  bind(listSessions, (_, call) => sessions.list(call.caller)),
  bind(endSession, (input, call) => {
    if (input.session_id === call.caller.sessionId) call.setSession(null)
    return sessions.end(call.caller, input.session_id, call.context)
  }),
  bind(verifyEmail, (input, call) => verification.confirm(input, call.context)),
  bind(resendVerification, (_, call) => verification.resend(call.caller)),
]

const accountChangeBindings = ({
  access,
  accountChanges,
  passwordReset,
  sessions,
}: Services): Binding[] => [
  bind(askPasswordReset, async (input, call) => {
    const asked = await passwordReset.ask(input, call.context)
    if (!asked.ok) return asked
    const { token, ...value } = asked.value
    call.setReset(token)
    return done(value)
  }),
  bind(verifyResetCode, async (input, call) => {
    const opened = await withSession(
      { access, sessions },
      await passwordReset.verify(input, call.context),
      call,
    )
    if (opened.ok) call.setReset(null)
    return opened
  }),
  bind(setResetPassword, (input, call) => passwordReset.setPassword(input, call.session)),
  bind(changePassword, (input, call) =>
    accountChanges.changePassword(input, call.caller, call.context),
  ),
  bind(askEmailChange, (input, call) => accountChanges.askEmail(input, call.caller, call.context)),
  bind(confirmEmailChange, (input, call) => accountChanges.confirmEmail(input, call.context)),
]

const profileBindings = ({ access, profiles }: Services): Binding[] => [
  bind(checkProfile, (input, call) => profiles.check(input, call.context)),
  bind(getProfile, (input, call) => profiles.find(input, call.caller, call.context)),
  bind(createProfile, async (input, call) => {
    const created = await profiles.create(input, call.caller, call.context)
    if (created.ok) await moveGrants({ access }, created.value.userProfile.profileId, call)
    return created
  }),
  bind(updateProfile, (input, call) => profiles.update(input, call.caller, call.context)),
]

const ownDataBindings = ({ ownData, closing }: Services): Binding[] => [
  bind(exportOwnData, (_, call) => ownData.collect(call.caller, call.context)),
  bind(previewClosing, (_, call) => closing.preview(call.caller)),
  bind(closeAccount, async (input, call) => {
    const outcome = await closing.close(input, call.caller, call.context)
    if (outcome.ok) call.setSession(null)
    return outcome
  }),
]

/** The endpoints of accounts, sessions, profiles and own data. */
export const accountBindings = (services: Services): Binding[] => [
  ...signInBindings(services),
  ...accountChangeBindings(services),
  ...profileBindings(services),
  ...ownDataBindings(services),
]
