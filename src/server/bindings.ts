import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  confirmEmailChange,
  setResetPassword,
  verifyResetCode,
} from '#contract/account-changes.ts'
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
} from '#contract/accounts.ts'
import {
  cancelAppointment,
  createAppointment,
  getAppointment,
  getCalendar,
  listPastAppointments,
  listUpcomingAppointments,
  rescheduleAppointment,
} from '#contract/appointments.ts'
import {
  createConsent,
  createTestConsent,
  getTestConsent,
  listConsents,
} from '#contract/consents.ts'
import { createEnquiry } from '#contract/enquiries.ts'
import {
  cancelEventNotice,
  confirmEventNotice,
  createEventNotice,
} from '#contract/event-notices.ts'
import { checkAccessCode, getEvent, listEvents, listSlots } from '#contract/events.ts'
import { createHold, releaseHold } from '#contract/holds.ts'
import { describeMap } from '#contract/map.ts'
import { closeAccount, exportOwnData, previewClosing } from '#contract/own-data.ts'
import { getOwnPlace } from '#contract/own-place.ts'
import {
  captureOrder,
  createOrder,
  getCheckout,
  getOrder,
  getReceipt,
  type PaymentState as PaymentOnWire,
  recordTransaction,
} from '#contract/payments.ts'
import { checkProfile, createProfile, getProfile, updateProfile } from '#contract/profiles.ts'
import { confirmAttendance, readReminder } from '#contract/reminders.ts'
import { acknowledgeResult, getResultLetter, listResults } from '#contract/results.ts'
import { getHealth, logError } from '#contract/service.ts'
import { getSmsChoice, setSmsChoice } from '#contract/sms.ts'
import {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
} from '#contract/subscriptions.ts'
import { joinWaitingList, leaveWaitingList, listWaiting } from '#contract/waiting-list.ts'
import type { Account, RequestContext, Visitor } from '#server/caller.ts'
import { type Binding, bind, type Call } from '#server/http/binding.ts'
import { done, type Outcome } from '#server/outcome.ts'
import type { OpenedSession } from '#server/services/session-opening.ts'
import type { Services } from '#server/services.ts'

const visitorOf = (caller: Account | undefined, { accessCookie }: RequestContext): Visitor => ({
  profileId: caller?.profileId ?? null,
  accessToken: accessCookie,
})

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

const accountBindings = ({ accounts, access, sessions, verification }: Services): Binding[] => [
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

const bookingBindings = ({
  access,
  events,
  holds,
  holdLimit,
  appointments,
  consents,
  waitingList,
}: Services): Binding[] => [
  bind(listEvents, (input) => events.list(input)),
  bind(getEvent, (input, call) =>
    events.find(input, async () => visitorOf(await call.findCaller(), call.context)),
  ),
  bind(listSlots, (input, call) => events.slots(input, visitorOf(call.caller, call.context))),
  bind(checkAccessCode, async (input, call) => {
    const granted = await access.check(input, call.caller, call.context)
    if (!granted.ok) return granted
    if (granted.value.token !== undefined) call.setAccess(granted.value.token)
    return done({ status: 'success' as const })
  }),
  bind(createHold, async (input, call) => {
    return holdLimit.count(call.context.network) ?? (await holds.create(input, call.caller))
  }),
  bind(getOwnPlace, (input, call) => holds.current(input, call.caller)),
  bind(releaseHold, (input, call) => holds.release(input, call.caller, call.context)),
  bind(listWaiting, (_, call) => waitingList.list(call.caller)),
  bind(joinWaitingList, (input, call) => waitingList.join(input, call.caller)),
  bind(leaveWaitingList, (input, call) => waitingList.leave(input, call.caller, call.context)),
  bind(listUpcomingAppointments, (input, call) =>
    appointments.listUpcoming(input, call.caller, call.context),
  ),
  bind(listPastAppointments, (input, call) =>
    appointments.listPast(input, call.caller, call.context),
  ),
  bind(createAppointment, (input, call) => appointments.create(input, call.caller, call.context)),
  bind(getAppointment, (input, call) => appointments.get(input, call.caller, call.context)),
  bind(cancelAppointment, (input, call) => appointments.cancel(input, call.caller, call.context)),
  bind(rescheduleAppointment, (input, call) =>
    appointments.reschedule(input, call.caller, call.context),
  ),
  bind(getCalendar, (input, call) => appointments.calendar(input, call.caller, call.context)),
  bind(createConsent, (input, call) => consents.create(input, call.caller, call.context)),
  bind(getTestConsent, (input, call) => consents.findForTest(input, call.caller, call.context)),
  bind(createTestConsent, (input, call) =>
    consents.createForTest(input, call.caller, call.context),
  ),
  bind(listConsents, (_, call) => consents.list(call.caller)),
]

/** 202 while it is not known whether money was taken. */
function withPaymentStatus<Reason extends string>(
  outcome: Outcome<PaymentOnWire, Reason>,
  call: Pick<Call<'patient'>, 'setStatus'>,
): Outcome<PaymentOnWire, Reason> {
  if (outcome.ok && outcome.value.state === 'checking') call.setStatus(202)
  return outcome
}

const paymentBindings = ({ payments }: Services): Binding[] => [
  bind(getCheckout, (_, call) => payments.checkout(call.caller)),
  bind(createOrder, (input, call) => payments.create(input, call.caller, call.context)),
  bind(captureOrder, async (input, call) =>
    withPaymentStatus(await payments.capture(input, call.caller, call.context), call),
  ),
  bind(getOrder, async (input, call) =>
    withPaymentStatus(await payments.find(input, call.caller, call.context), call),
  ),
  bind(recordTransaction, (input, call) => payments.record(input, call.caller, call.context)),
  bind(getReceipt, (input, call) => payments.receipt(input, call.caller, call.context)),
]

const reminderBindings = ({ reminders, smsChoice }: Services): Binding[] => [
  bind(readReminder, (input, call) => reminders.read(input, call.context)),
  bind(confirmAttendance, (input, call) => reminders.confirm(input, call.context)),
  bind(getSmsChoice, (_, call) => smsChoice.current(call.caller)),
  bind(setSmsChoice, (input, call) => smsChoice.choose(input, call.caller)),
]

const resultBindings = ({ results }: Services): Binding[] => [
  bind(listResults, (input, call) => results.list(input, call.caller, call.context)),
  bind(acknowledgeResult, (input, call) => results.acknowledge(input, call.caller, call.context)),
  bind(getResultLetter, (input, call) => results.letter(input, call.caller, call.context)),
]

const formBindings = ({ subscriptions, eventNotices, enquiries }: Services): Binding[] => [
  bind(createSubscription, (input, call) => subscriptions.create(input, call.context)),
  bind(confirmSubscription, (input, call) => subscriptions.confirm(input, call.context)),
  bind(cancelSubscription, (input, call) => subscriptions.cancel(input, call.context)),
  bind(createEventNotice, (input, call) => eventNotices.create(input, call.context)),
  bind(confirmEventNotice, (input, call) => eventNotices.confirm(input, call.context)),
  bind(cancelEventNotice, (input, call) => eventNotices.cancel(input, call.context)),
  bind(createEnquiry, (input, call) => enquiries.create(input, call.context)),
]

const serviceBindings = ({ errorLog, health, map }: Services): Binding[] => [
  bind(describeMap, () => map.describe()),
  bind(logError, (input, call) => errorLog.log(input, call.caller, call.context)),
  bind(getHealth, async (_, call) => {
    const value = await health.check()
    if (value.status === 'down') call.setStatus(503)
    return done(value)
  }),
]

/** Every endpoint of the contract with its service call. */
export const bindings = (services: Services): Binding[] => [
  ...accountBindings(services),
  ...accountChangeBindings(services),
  ...profileBindings(services),
  ...ownDataBindings(services),
  ...bookingBindings(services),
  ...paymentBindings(services),
  ...reminderBindings(services),
  ...resultBindings(services),
  ...formBindings(services),
  ...serviceBindings(services),
]
