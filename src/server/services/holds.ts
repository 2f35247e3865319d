import type { InputOf, OutputOf, ReasonOf } from '#contract/endpoint.ts'
import type { createHold, HoldOnWire, releaseHold } from '#contract/holds.ts'
import type { getOwnPlace } from '#contract/own-place.ts'
import { londonDate, londonTime } from '#domain/time.ts'
import type { Patient, RequestContext } from '#server/caller.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Charity } from '#server/gateways/content.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import {
  findBlocking,
  findLiveHold,
  findOwner,
  type LiveHold,
} from '#server/repositories/appointments.ts'
import { holdSlot, releaseHold as release } from '#server/repositories/booking.ts'
import { findPlaceFacts } from '#server/repositories/events.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import { appointmentToWire } from '#server/services/appointment-wire.ts'
import { refuseForeign } from '#server/services/foreign-access.ts'
import { refusePlace, slotAt } from '#server/services/place.ts'

export type HoldDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly limiter: Limiter
  charity(): Promise<Pick<Charity, 'product' | 'supportEmail'>>
}

const toWire = (hold: LiveHold, now: Date): HoldOnWire => ({
  hold_id: hold.holdId,
  event_id: hold.eventId,
  appt_date: londonDate(hold.startsAt),
  appt_time: londonTime(hold.startsAt),
  hold_expires_at: hold.expiresAt.toISOString(),
  server_time: now.toISOString(),
})

/** Holds: a place is kept for 15 minutes while the patient fills in the consent form (BOOK-06). */
export function holdsService({ database, clock, limiter, charity }: HoldDeps) {
  return {
    /** Age, cut-off and unavailable kinds of event are checked here; order and capacity in the database, under its locks. */
    async create(
      input: InputOf<typeof createHold>,
      { profileId }: Patient,
    ): Promise<Outcome<OutputOf<typeof createHold>, ReasonOf<typeof createHold>>> {
      const limited = await limiter.count(['holdPerPatient', String(profileId)])
      if (limited) return limited
      const now = clock.now()
      const eventId = input.event_id
      const facts = await findPlaceFacts(database, eventId, profileId, now)
      if (facts === undefined) return refused('event-not-found')
      const slot = slotAt(facts.event, input.appt_date, input.appt_time)
      const refusal = refusePlace(facts, slot, await charity(), now)
      if (refusal !== undefined) return refusal
      if (slot === undefined) return refused('slot-not-found')
      const { startsAt } = slot
      const key = input.idempotency_key
      const held = await holdSlot(database, { eventId, startsAt, profileId, key })
      if (!held.ok) return refused(held.reason)
      return done(toWire({ ...held, eventId, startsAt }, clock.now()))
    },

    /** The live hold, of the named event or of any, and the appointment that blocks another booking. */
    async current(
      input: InputOf<typeof getOwnPlace>,
      { profileId }: Pick<Patient, 'profileId'>,
    ): Promise<Outcome<OutputOf<typeof getOwnPlace>, ReasonOf<typeof getOwnPlace>>> {
      const now = clock.now()
      const [hold, appointment, { product }] = await Promise.all([
        findLiveHold(database, profileId, input.event_id, now),
        findBlocking(database, profileId, now),
        charity(),
      ])
      return done({
        hold: hold ? toWire(hold, now) : null,
        appointment: appointment ? appointmentToWire(appointment, product) : null,
        server_time: now.toISOString(),
      })
    },

    /** A hold that expired or is unknown is left as it is; another patient's is refused and audited (API-08). */
    async release(
      input: InputOf<typeof releaseHold>,
      caller: Patient,
      context: RequestContext,
    ): Promise<Outcome<OutputOf<typeof releaseHold>, ReasonOf<typeof releaseHold>>> {
      const owner = await findOwner(database, input.hold_id)
      if (owner !== undefined && owner !== caller.profileId) {
        return refuseForeign(database, caller, `appointment:${input.hold_id}`, context)
      }
      await release(database, input.hold_id, caller.profileId)
      return done({ status: 'success' })
    },
  }
}
