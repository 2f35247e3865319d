import { randomUUID } from 'node:crypto'
import type { createAppointment } from '#contract/appointments.ts'
import type { InputOf, OutputOf, ReasonOf } from '#contract/endpoint.ts'
import type { Patient, RequestContext } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import {
  findAppointment,
  findBooked,
  type SlotOfPatient,
} from '#server/repositories/appointments.ts'
import {
  type Answer,
  type BookReason,
  bookSlot,
  type HoldReason,
} from '#server/repositories/booking.ts'
import { hasConsent } from '#server/repositories/consents.ts'
import { findPlaceFacts, type PlaceFacts } from '#server/repositories/events.ts'
import { appointmentToWire } from '#server/services/appointment-wire.ts'
import { refuseForeign } from '#server/services/foreign-access.ts'
import type { AppointmentDeps } from '#server/services/own-appointment.ts'
import { refusePlace, slotAt } from '#server/services/place.ts'

type Input = InputOf<typeof createAppointment>
type Booked = Outcome<OutputOf<typeof createAppointment>, ReasonOf<typeof createAppointment>>

/** Free events are the only ones that can be booked yet (BOOK-08). */
const FREE_PAYMENT_STATUS = 'paid'

/** Books with a key of its own: what makes a repetition harmless is that one slot is booked once. */
async function book(
  database: Database,
  slot: SlotOfPatient,
): Promise<Answer<{ appointmentId: string }, HoldReason>> {
  const attempt = () =>
    bookSlot(database, { ...slot, key: randomUUID(), paymentStatus: FREE_PAYMENT_STATUS })
  const isOver = (answer: Answer<object, BookReason>) => !answer.ok && answer.reason === 'hold-over'
  const first = await attempt()
  // The hold ended in that very moment; the second attempt looks for a free place instead.
  const answer = isOver(first) ? await attempt() : first
  if (answer.ok) return answer
  return { ok: false, reason: answer.reason === 'hold-over' ? 'slot-taken' : answer.reason }
}

/** POST /appointments (API-03). */
export function bookingOf({ database, clock, charity, nudgeJobs }: AppointmentDeps) {
  async function answer(appointmentId: string): Promise<Booked> {
    const appointment = await findAppointment(database, appointmentId)
    if (appointment === undefined) return refused('failure')
    return done(appointmentToWire(appointment, (await charity()).product))
  }

  /** Judged like a hold; besides, it needs the consent for that day. */
  async function bookNew(input: Input, facts: PlaceFacts, profileId: number, now: Date) {
    const slot = slotAt(facts.event, input.eventDate, input.appointmentStartTime)
    const refusal = refusePlace(facts, slot, await charity(), now)
    if (refusal !== undefined) return refusal
    if (slot === undefined) return refused('slot-not-found')
    if (!(await hasConsent(database, profileId, facts.event.date))) {
      return refused('consent-required')
    }
    const { startsAt } = slot
    const booked = await book(database, { eventId: input.eventId, profileId, startsAt })
    if (!booked.ok) return refused(booked.reason)
    nudgeJobs()
    return answer(booked.appointmentId)
  }

  return {
    /**
     * Uses the caller's live hold or a free place. Price and payment are never the caller's to say. Repeated, it answers
     * the same appointment, also when the event has closed for booking meanwhile.
     */
    async create(input: Input, caller: Patient, context: RequestContext): Promise<Booked> {
      const { profileId } = caller
      if (input.profileId !== profileId) {
        return refuseForeign(database, caller, `profile:${input.profileId}`, context)
      }
      const now = clock.now()
      const facts = await findPlaceFacts(database, input.eventId, profileId, now)
      if (facts === undefined) return refused('event-not-found')
      const already = await findBooked(database, profileId, input.eventId)
      const slot = slotAt(facts.event, input.eventDate, input.appointmentStartTime)
      if (already !== undefined && already.startsAt.getTime() === slot?.startsAt.getTime()) {
        return answer(already.appointmentId)
      }
      return bookNew(input, facts, profileId, now)
    },
  }
}
