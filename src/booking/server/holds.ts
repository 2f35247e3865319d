import { refuseForeign } from '#account/server/foreign-access.ts'
import type { HoldOnWire } from '#booking/contract/hold-on-wire.ts'
import { createHold, releaseHold } from '#booking/contract/holds.ts'
import { getOwnPlace } from '#booking/contract/own-place.ts'
import { withPayment } from '#booking/server/appointment-wire.ts'
import {
  findBlocking,
  findLiveHold,
  findOwner,
  type LiveHold,
} from '#booking/server/database/appointments.ts'
import { releaseHold as release, requestHold } from '#booking/server/database/booking.ts'
import { hasFreeRepeat } from '#booking/server/database/free-repeats.ts'
import type { InputOf, OutputOf, ReasonOf } from '#core/contract/endpoint.ts'
import { screeningBirthDates } from '#core/rules/age.ts'
import { londonParts } from '#core/rules/time.ts'
import type { Patient, Visitor } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter, Use } from '#core/server/database/limits.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { bind } from '#core/server/http/binding.ts'
import type { NetworkLimit } from '#core/server/network-limit.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { isBookingRestricted } from '#events/rules/cut-off.ts'
import { isEsneft } from '#events/rules/event.ts'
import { findSlot, type Slot } from '#events/rules/slot.ts'
import { findKnownEvent, type KnownEvent } from '#events/server/database/events.ts'
import { findPlaceFacts } from '#events/server/database/place-facts.ts'
import type { EventTurns } from '#events/server/event-turns.ts'
import { ageRefusal, lacksGrant, refusedByEvent, refusePlace } from '#events/server/place.ts'
import type { PlaceReason } from '#events/texts/place-refusals.ts'

export type HoldDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
  charity(): Promise<Pick<Charity, 'product' | 'supportEmail'>>
  readonly turns: EventTurns
  /** Whether this site has a payment provider. */
  readonly takesPayments: boolean
  /** Whether the patient gave an open code of this private event. */
  hasGrant(eventId: number, visitor: Visitor): Promise<boolean>
  /** Called after a place was taken or freed. */
  placesChanged(): void
  /** Counted before anything else is read. */
  readonly perNetwork: NetworkLimit
}

type WireHold = Omit<LiveHold, 'startsAt'> & { readonly slot: Pick<Slot, 'date' | 'time'> }

/** A live hold on the wire; `now` tells the browser the server's clock. */
const holdToWire = (hold: WireHold, now: Date): HoldOnWire => ({
  hold_id: hold.holdId,
  event_id: hold.eventId,
  appt_date: hold.slot.date,
  appt_time: hold.slot.time,
  hold_expires_at: hold.expiresAt?.toISOString() ?? null,
  offered: hold.isOffer,
  server_time: now.toISOString(),
})

type Create = Outcome<OutputOf<typeof createHold>, ReasonOf<typeof createHold>>

/** A slot of an event as it was read. */
type Chosen = { readonly known: KnownEvent; readonly slot: Slot }

/** What the event and the patient's grant decide: the slot, or why there is no hold. */
async function slotOf(
  deps: HoldDeps,
  input: InputOf<typeof createHold>,
  profileId: number,
): Promise<Chosen | PlaceReason> {
  const known = await findKnownEvent(deps.database, input.event_id)
  if (known === undefined) return 'event-not-found'
  // Before the event's own refusals, which would reveal the state of a withheld event.
  if (await lacksGrant(deps, known.event, profileId)) return 'access-code-required'
  const byEvent = refusedByEvent(known.event, {
    now: deps.clock.now(),
    takesPayments: deps.takesPayments,
  })
  if (byEvent !== undefined) return byEvent
  const slot = findSlot(known.event, input.appt_date, input.appt_time)
  return slot ? { known, slot } : 'slot-not-found'
}

/**
 * For an event that needs the NHS number, which only this process can read, everything is checked before the hold too (NHS-02). `use`
 * counts a refusal.
 */
async function refusedBefore(
  { database, sealer, clock, limiter, charity, takesPayments }: HoldDeps,
  { known: { event }, slot }: Chosen,
  profileId: number,
  use: Use | undefined,
): Promise<Extract<Create, { ok: false }> | undefined> {
  if (!isEsneft(event)) return undefined
  const now = clock.now()
  const facts = await findPlaceFacts(database, sealer, event.eventId, profileId, now)
  const refusal = facts && refusePlace(facts, slot, await charity(), { now, takesPayments })
  return refusal && ((use && (await limiter.count(use))) ?? refusal)
}

/**
 * POST /holds. Age and cut-off are computed here from the event as it is read, and decided with order and capacity in the database, under
 * its locks; the event must not have changed since.
 */
function creationOf(deps: HoldDeps) {
  const { database, clock, limiter, charity, turns, placesChanged } = deps

  /** Without `use` nothing is counted. */
  async function attempt(
    input: InputOf<typeof createHold>,
    profileId: number,
    use?: Use,
  ): Promise<Create | 'event-changed'> {
    const chosen = await slotOf(deps, input, profileId)
    if (typeof chosen === 'string') {
      return (use && (await limiter.count(use))) ?? refused(chosen)
    }
    const before = await refusedBefore(deps, chosen, profileId, use)
    if (before !== undefined) return before
    const {
      known: { event, version },
      slot,
    } = chosen
    const held = await requestHold(database, {
      eventId: event.eventId,
      startsAt: slot.startsAt,
      profileId,
      key: input.idempotency_key,
      limit: use && limiter.claim(use),
      eventVersion: version,
      isClosed: isBookingRestricted(event, clock.now()),
      birthDates: screeningBirthDates(event.date),
      givesUpOffer: input.gives_up_offer === true,
    })
    if (held.ok) return done(holdToWire({ ...held, eventId: event.eventId, slot }, clock.now()))
    if (held.reason === 'event-changed') return held.reason
    if (held.reason === 'too-many-requests') return held
    return held.reason === 'age-restricted'
      ? ageRefusal(event, await charity())
      : refused(held.reason)
  }

  return async (
    input: InputOf<typeof createHold>,
    { profileId }: Pick<Patient, 'profileId'>,
  ): Promise<Create> => {
    const answer = await turns.take(input.event_id, async () => {
      const first = await attempt(input, profileId, ['holdPerPatient', String(profileId)])
      return first === 'event-changed' ? attempt(input, profileId) : first
    })
    if (answer === undefined || answer === 'event-changed') return refused('busy')
    if (answer.ok) placesChanged()
    return answer
  }
}

/** Holds: a place is kept for HOLD_MINUTES while the patient fills in the consent form (BOOK-06). */
export function holdsService(deps: HoldDeps) {
  const { database, clock, charity, perNetwork } = deps
  const create = creationOf(deps)
  return {
    create,
    createHold: bind(
      createHold,
      async (input, caller, { network }) => perNetwork.count(network) ?? create(input, caller),
    ),

    /** The live hold, of the named event or of any, and the appointment that blocks another booking. */
    current: bind(getOwnPlace, async (input, { profileId }: Pick<Patient, 'profileId'>) => {
      const now = clock.now()
      const [hold, appointment, isRepeatFree, { product }] = await Promise.all([
        findLiveHold(database, profileId, input.event_id, now),
        findBlocking(database, profileId, now),
        hasFreeRepeat(database, profileId),
        charity(),
      ])
      return done({
        hold: hold ? holdToWire({ ...hold, slot: londonParts(hold.startsAt) }, now) : null,
        appointment: appointment ? await withPayment(database, appointment, product) : null,
        free_repeat: isRepeatFree,
        server_time: now.toISOString(),
      })
    }),

    /** A hold that expired or is unknown is left as it is; another patient's is refused and audited (API-08). */
    release: bind(releaseHold, async (input, caller, context) => {
      const owner = await findOwner(database, input.hold_id)
      if (owner !== undefined && owner !== caller.profileId) {
        return refuseForeign(database, caller, `appointment:${input.hold_id}`, context)
      }
      await release(database, input.hold_id, caller.profileId)
      deps.placesChanged()
      return done({ status: 'success' })
    }),
  }
}
