import type { AppointmentOnWire } from '#booking/contract/appointment-on-wire.ts'
import { cancelAppointment, rescheduleAppointment } from '#booking/contract/appointments.ts'
import { appointmentCan } from '#booking/rules/appointment.ts'
import { withPayment } from '#booking/server/appointment-wire.ts'
import { type Appointment, findAppointment } from '#booking/server/database/appointments.ts'
import {
  type Answer,
  type CancelReason,
  rescheduleBooked,
} from '#booking/server/database/booking.ts'
import { type AppointmentDeps, findOwn } from '#booking/server/own-appointment.ts'
import { londonDate } from '#core/rules/time.ts'
import { givingBack, type Use } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused } from '#core/server/outcome.ts'
import { findSlot } from '#events/rules/slot.ts'
import { findPlaceFacts } from '#events/server/database/place-facts.ts'
import { refusedByNumber } from '#events/server/place.ts'
import { agreesTo, findRefundable } from '#payments/server/appointment-payments.ts'
import { cancelWithRefund } from '#payments/server/database/refunds.ts'

/** Counts a change, makes it and returns the changed appointment; a refused one does not count. */
function changeOf({ database, limiter, charity, nudgeJobs, placesChanged }: AppointmentDeps) {
  return async <Reason extends string>(
    appointmentId: string,
    [limit, profileId]: ['cancelPerPatient' | 'movePerPatient', number],
    make: () => Promise<Answer<object, Reason | 'busy'>>,
  ) => {
    const use: Use = [limit, String(profileId)]
    const limited = await limiter.count(use)
    if (limited) return limited
    const answer = await givingBack(limiter, [use], make)
    // After a refusal too: the shared answer about the places was outdated.
    placesChanged()
    if (!answer.ok) return refused(answer.reason)
    nudgeJobs()
    const appointment = await findAppointment(database, appointmentId)
    if (appointment === undefined) return refused('appointment-not-found')
    const wire = await withPayment(database, appointment, (await charity()).product)
    return done({ status: 'success' as const, appointment: wire })
  }
}

type Cancellation = Parameters<typeof cancelWithRefund>[1]

/** What cancelling now returns, and the version of the appointment from which that was decided; nothing for a free one. */
async function refundOfCancelling(
  { database, clock, charity }: AppointmentDeps,
  appointment: Appointment,
): Promise<Omit<Cancellation, 'profileId' | 'requestId'>> {
  const { appointmentId, calendarSequence: version } = appointment
  const { paymentCharge } = await charity()
  const refund = await findRefundable(database, appointment, paymentCharge, clock.now())
  const refundPence = refund?.amountPence ?? 0
  return { appointmentId, refundPence, version }
}

/** The appointment may have moved since the amount was decided from it: then nothing is cancelled, and the patient must confirm again. */
async function cancelPaid(
  { database }: AppointmentDeps,
  cancellation: Cancellation,
): Promise<Answer<object, CancelReason | 'refund-changed'>> {
  const answer = await cancelWithRefund(database, cancellation)
  if (answer.ok) return answer
  const { reason } = answer
  return refused(reason === 'appointment-changed' ? 'refund-changed' : reason)
}

/** The refund that the patient's own cancellation made. */
const returnedBy = ({ appointment }: { appointment: AppointmentOnWire }) =>
  appointment.payment?.refunds.find(({ reason }) => reason === 'cancelled-by-patient') ?? null

/** PATCH /appointments/{id}/cancel and /update: until exactly 48 hours before the start, by the server's clock (APPT-02, APPT-03). */
export function changesOf(deps: AppointmentDeps) {
  const { database, clock, sealer, turns } = deps
  const change = changeOf(deps)

  return {
    cancel: bind(cancelAppointment, async (input, caller, context) => {
      const found = await findOwn(database, input.appointment_id, caller, context)
      if (!found.ok) return found
      const verdict = appointmentCan.cancel(found.value, clock.now())
      if (verdict === 'too-late') return refused('too-late')
      const refund = await refundOfCancelling(deps, found.value)
      const isBooked = found.value.status === 'booked'
      if (isBooked && !agreesTo(input, refund.refundPence)) return refused('refund-changed')
      const { profileId } = caller
      const cancelled = await change(input.appointment_id, ['cancelPerPatient', profileId], () =>
        cancelPaid(deps, { ...refund, profileId, requestId: context.requestId }),
      )
      return cancelled.ok
        ? done({ ...cancelled.value, refund: returnedBy(cancelled.value) })
        : cancelled
    }),

    reschedule: bind(rescheduleAppointment, async (input, caller, context) => {
      const id = input.appointment_id
      const found = await findOwn(database, id, caller, context)
      if (!found.ok) return found
      const now = clock.now()
      const verdict = appointmentCan.reschedule(found.value, now)
      if (verdict !== 'yes') return refused(verdict === 'too-late' ? verdict : 'not-booked')
      const { profileId } = caller
      const facts = await findPlaceFacts(database, sealer, found.value.eventId, profileId, now)
      const day = londonDate(found.value.startsAt)
      const slot = facts && findSlot(facts.event, day, input.appt_time)
      if (facts === undefined || slot === undefined) return refused('slot-not-found')
      const byNumber = refusedByNumber(facts)
      if (byNumber !== undefined) return byNumber
      const { version } = input
      const to = { appointmentId: id, profileId, startsAt: slot.startsAt, version }
      const move = () => rescheduleBooked(database, to, context)
      return change(
        id,
        ['movePerPatient', profileId],
        async () => (await turns.take(found.value.eventId, move, true)) ?? refused('busy'),
      )
    }),
  }
}
