import { accountBindings } from '#app/account-bindings.ts'
import type { Services } from '#app/services.ts'
import {
  cancelAppointment,
  createAppointment,
  getAppointment,
  getCalendar,
  listPastAppointments,
  listUpcomingAppointments,
  rescheduleAppointment,
} from '#booking/contract/appointments.ts'
import {
  createConsent,
  createTestConsent,
  getTestConsent,
  listConsents,
} from '#booking/contract/consents.ts'
import { createHold, releaseHold } from '#booking/contract/holds.ts'
import { getOwnPlace } from '#booking/contract/own-place.ts'
import { confirmAttendance, readReminder } from '#booking/contract/reminders.ts'
import { getSmsChoice, setSmsChoice } from '#booking/contract/sms.ts'
import { joinWaitingList, leaveWaitingList, listWaiting } from '#booking/contract/waiting-list.ts'
import { createEnquiry } from '#content/contract/enquiries.ts'
import {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
} from '#content/contract/subscriptions.ts'
import { getHealth, logError } from '#core/contract/service.ts'
import type { Account, RequestContext, Visitor } from '#core/server/caller.ts'
import { type Binding, bind, type Call } from '#core/server/http/binding.ts'
import { done, type Outcome } from '#core/server/outcome.ts'
import {
  cancelEventNotice,
  confirmEventNotice,
  createEventNotice,
} from '#events/contract/event-notices.ts'
import { checkAccessCode, getEvent, listEvents, listSlots } from '#events/contract/events.ts'
import { describeMap } from '#events/contract/map.ts'
import { getReceipt, listOwnPayments } from '#payments/contract/own-payments.ts'
import {
  captureOrder,
  createOrder,
  getCheckout,
  getOrder,
  type PaymentState as PaymentOnWire,
  recordTransaction,
} from '#payments/contract/payments.ts'
import { acknowledgeResult, getResultLetter, listResults } from '#results/contract/results.ts'

const visitorOf = (caller: Account | undefined, { accessCookie }: RequestContext): Visitor => ({
  profileId: caller?.profileId ?? null,
  accessToken: accessCookie,
})

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
  bind(listOwnPayments, (_, call) => payments.list(call.caller)),
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
  ...bookingBindings(services),
  ...paymentBindings(services),
  ...reminderBindings(services),
  ...resultBindings(services),
  ...formBindings(services),
  ...serviceBindings(services),
]
