import { randomUUID } from 'node:crypto'
import { refuseForeign } from '#account/server/foreign-access.ts'
import { createAppointment } from '#booking/contract/appointments.ts'
import { CONSENT_VERSION } from '#booking/rules/consent.ts'
import { withPayment } from '#booking/server/appointment-wire.ts'
import {
  findAppointment,
  findBooked,
  type SlotOfPatient,
} from '#booking/server/database/appointments.ts'
import { type Answer, type BookReason, bookSlot } from '#booking/server/database/booking.ts'
import { insertBookingNetwork } from '#booking/server/database/booking-networks.ts'
import { hasConsent } from '#booking/server/database/consents.ts'
import { hasFreeRepeat } from '#booking/server/database/free-repeats.ts'
import type { AppointmentDeps } from '#booking/server/own-appointment.ts'
import type { InputOf, OutputOf, ReasonOf } from '#core/contract/endpoint.ts'
import { givingBack, type Use } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import { isFree } from '#events/rules/event.ts'
import { findSlot } from '#events/rules/slot.ts'
import { findPlaceFacts, type PlaceFacts } from '#events/server/database/place-facts.ts'
import { lacksGrant, refusePlace } from '#events/server/place.ts'

type Input = InputOf<typeof createAppointment>
type Booked = Outcome<OutputOf<typeof createAppointment>, ReasonOf<typeof createAppointment>>

/** A free event is stored as paid: nothing is owed (BOOK-08). Events with a price are booked by their payment. */
const FREE_PAYMENT_STATUS = 'paid'

/** Uses a new key for each attempt: a repeated request is harmless because a patient books a slot only once. */
async function book(
  { database, turns }: Pick<AppointmentDeps, 'database' | 'turns'>,
  slot: SlotOfPatient & { readonly requestId: string },
): Promise<Answer<{ appointmentId: string }, Exclude<BookReason, 'hold-over'> | 'busy'>> {
  const attempt = () =>
    bookSlot(database, { ...slot, key: randomUUID(), paymentStatus: FREE_PAYMENT_STATUS })
  const isOver = (answer: Answer<object, BookReason>) => !answer.ok && answer.reason === 'hold-over'
  const answer = await turns.take(
    slot.eventId,
    async () => {
      const first = await attempt()
      // The hold expired between its check and its use; the second attempt takes a free place instead.
      return isOver(first) ? attempt() : first
    },
    true,
  )
  if (answer === undefined) return { ok: false, reason: 'busy' }
  if (answer.ok) return answer
  return { ok: false, reason: answer.reason === 'hold-over' ? 'slot-taken' : answer.reason }
}

/** A place with a price is booked by its payment only (PAY-07), or as a free repeat (LAB-14). */
const mustPay = async (
  database: AppointmentDeps['database'],
  { event }: PlaceFacts,
  profileId: number,
) => !(isFree(event) || (await hasFreeRepeat(database, profileId)))

/** POST /appointments (API-03). */
export function bookingOf(deps: AppointmentDeps) {
  const { database, clock, sealer, limiter, charity, hashNetwork, nudgeJobs, placesChanged } = deps

  async function answer(appointmentId: string): Promise<Booked> {
    const appointment = await findAppointment(database, appointmentId)
    if (appointment === undefined) return refused('failure')
    return done(await withPayment(database, appointment, (await charity()).product))
  }

  /** Notes the network of the booking; a repeated request notes what the first could not. */
  async function answerFrom(network: string, appointmentId: string): Promise<Booked> {
    await insertBookingNetwork(database, appointmentId, hashNetwork(network))
    return answer(appointmentId)
  }

  /** A full network does not use up the patient's own limit. */
  async function limitNetwork(networkUse: Use, ownUse: Use) {
    const limited = await limiter.count(networkUse)
    if (limited) await limiter.giveBack(ownUse)
    return limited
  }

  /** Checks the rules of a hold, then the consent for the day. */
  async function bookNew(
    input: Input,
    facts: PlaceFacts,
    { profileId, network, requestId }: { profileId: number; network: string; requestId: string },
    now: Date,
  ) {
    if (await lacksGrant(deps, facts.event, profileId)) return refused('access-code-required')
    const slot = findSlot(facts.event, input.eventDate, input.appointmentStartTime)
    const refusal = refusePlace(facts, slot, await charity(), { ...deps, now })
    if (refusal !== undefined) return refusal
    if (slot === undefined) return refused('slot-not-found')
    if (!(await hasConsent(database, profileId, facts.event.date, CONSENT_VERSION))) {
      return refused('consent-required')
    }
    if (await mustPay(database, facts, profileId)) return refused('payment-required')
    const ownUse: Use = ['bookPerPatient', String(profileId)]
    const networkUse: Use = ['bookPerNetwork', network]
    const limited = (await limiter.count(ownUse)) ?? (await limitNetwork(networkUse, ownUse))
    if (limited) return limited
    const taken = { eventId: input.eventId, profileId, startsAt: slot.startsAt, requestId }
    const booked = await givingBack(limiter, [ownUse, networkUse], () => book(deps, taken))
    placesChanged()
    if (!booked.ok) return refused(booked.reason)
    nudgeJobs()
    return answerFrom(network, booked.appointmentId)
  }

  return {
    /**
     * Uses the caller's live hold or a free place; the price and payment in the request are ignored. A repeated request
     * returns the same appointment, also after the event has closed for booking.
     */
    create: bind(createAppointment, async (input, caller, context) => {
      const { profileId } = caller
      const { network, requestId } = context
      if (input.profileId !== profileId) {
        return refuseForeign(database, caller, `profile:${input.profileId}`, context)
      }
      const now = clock.now()
      const facts = await findPlaceFacts(database, sealer, input.eventId, profileId, now)
      if (facts === undefined) return refused('event-not-found')
      const already = await findBooked(database, profileId, input.eventId)
      const slot = findSlot(facts.event, input.eventDate, input.appointmentStartTime)
      if (already !== undefined && already.startsAt.getTime() === slot?.startsAt.getTime()) {
        return answerFrom(network, already.appointmentId)
      }
      return bookNew(input, facts, { profileId, network, requestId }, now)
    }),
  }
}
