import { refuseForeign } from '#account/server/foreign-access.ts'
import {
  joinWaitingList,
  leaveWaitingList,
  listWaiting,
  type WaitingOnWire,
} from '#booking/contract/waiting-list.ts'
import {
  DAY_PARTS,
  type DayParts,
  listEndsAt,
  offerEndsAt,
  partsOfSlots,
} from '#booking/rules/waiting-list.ts'
import { listOwnWaiting, type WaitingEntry } from '#booking/server/database/waiting-entries.ts'
import * as lists from '#booking/server/database/waiting-list.ts'
import { noTimesIn } from '#booking/texts/waiting-list.ts'
import { formatAddress } from '#core/rules/address-line.ts'
import { screeningBirthDates } from '#core/rules/age.ts'
import { HOUR_MS, londonParts } from '#core/rules/time.ts'
import type { Patient, Visitor } from '#core/server/caller.ts'
import { MOST_WAITING_LISTS } from '#core/server/config/limits.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused, wrongFields } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { eventName } from '#events/rules/event.ts'
import { listSlots } from '#events/rules/slot.ts'
import { findKnownEvent } from '#events/server/database/events.ts'
import { findPlaceFacts, type PlaceFacts } from '#events/server/database/place-facts.ts'
import type { EventTurns } from '#events/server/event-turns.ts'
import { lacksGrant, refusedByEvent, refusedByNumber, refuseEntry } from '#events/server/place.ts'
import type { PlaceReason } from '#events/texts/place-refusals.ts'

export type WaitingListDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
  readonly turns: EventTurns
  /** Whether this site has a payment provider. */
  readonly takesPayments: boolean
  charity(): Promise<Pick<Charity, 'product' | 'supportEmail'>>
  /** Whether the patient gave an open code of this private event. */
  hasGrant(eventId: number, visitor: Visitor): Promise<boolean>
  /** Called after a place was taken, freed or kept. */
  placesChanged(): void
  nudgeJobs(): void
}

/** How long an ended entry is still shown. */
const SHOWN_MS = 14 * 24 * HOUR_MS
/** Attempts at one offer while others change what it chose. */
const MOST_REPEATS = 50

function toWire(entry: WaitingEntry, product: string): WaitingOnWire {
  const { offerStartsAt, offerExpiresAt } = entry
  const hasOffer = offerStartsAt !== null && offerExpiresAt !== null
  const slot = hasOffer ? londonParts(offerStartsAt) : undefined
  return {
    waiting_id: entry.waitingId,
    event_id: entry.eventId,
    event_name: eventName(entry.eventName === null ? {} : { name: entry.eventName }, product),
    event_date: entry.eventDate,
    event_location: formatAddress(entry.addressParts),
    mornings: entry.mornings,
    afternoons: entry.afternoons,
    evenings: entry.evenings,
    times_gone: entry.timesGone,
    joined_at: entry.joinedAt.toISOString(),
    position: entry.endedAt === null && !hasOffer ? entry.ahead + 1 : null,
    offer:
      slot && offerExpiresAt
        ? {
            appt_date: slot.date,
            appt_time: slot.time,
            hold_expires_at: offerExpiresAt.toISOString(),
          }
        : null,
    ended_at: entry.endedAt?.toISOString() ?? null,
    ended_because: entry.endedBecause,
  }
}

/** Why the patient may not join, as for a booking. The code first: other refusals would reveal a withheld event. */
async function refuseJoining(deps: WaitingListDeps, facts: PlaceFacts, profileId: number) {
  if (await lacksGrant(deps, facts.event, profileId)) return refused('access-code-required')
  const { clock, takesPayments } = deps
  const terms = { now: clock.now(), takesPayments }
  return refuseEntry(facts, await deps.charity(), terms) ?? refusedByNumber(facts)
}

/** The chosen parts of the day, when the event has no time in any of them: such an entry would wait for ever. */
function timesNotOffered(event: PlaceFacts['event'], chosen: DayParts) {
  const offered = partsOfSlots(listSlots(event))
  if (offered.length === 0 || offered.some((part) => chosen[part])) return undefined
  const wrong = DAY_PARTS.filter((part) => chosen[part])
  return Object.fromEntries(wrong.map((part) => [part, noTimesIn(part)]))
}

/** Joining, leaving and reading the lists (WAIT-01). */
function membershipOf(deps: WaitingListDeps) {
  const { database, clock, sealer, limiter, turns, placesChanged, nudgeJobs } = deps

  return {
    join: bind(joinWaitingList, async (input, { profileId }) => {
      const limited = await limiter.count(['joinPerPatient', String(profileId)])
      if (limited) return limited
      const now = clock.now()
      const facts = await findPlaceFacts(database, sealer, input.event_id, profileId, now)
      if (facts === undefined) return refused('event-not-found')
      const refusal = await refuseJoining(deps, facts, profileId)
      if (refusal !== undefined) return refusal
      const wrong = timesNotOffered(facts.event, input)
      if (wrong !== undefined) return wrongFields(wrong)
      const { event_id: eventId, mornings, afternoons, evenings } = input
      const joined = await turns.take(eventId, () =>
        lists.joinWaitingList<PlaceReason>(database, {
          eventId,
          profileId,
          ...{ mornings, afternoons, evenings },
          eventVersion: facts.version,
          mostLists: MOST_WAITING_LISTS,
        }),
      )
      if (joined === undefined) return refused('busy')
      placesChanged()
      if (!joined.ok) return refused(joined.reason === 'event-changed' ? 'busy' : joined.reason)
      nudgeJobs()
      return done({ waiting_id: joined.waitingId })
    }),

    list: bind(listWaiting, async (_, { profileId }: Pick<Patient, 'profileId'>) => {
      const now = clock.now()
      const since = new Date(now.getTime() - SHOWN_MS)
      const [entries, { product }] = await Promise.all([
        listOwnWaiting(database, profileId, now, since),
        deps.charity(),
      ])
      return done({
        entries: entries.map((entry) => toWire(entry, product)),
        server_time: now.toISOString(),
      })
    }),

    /** An unknown entry is left as it is; another patient's is refused and audited (API-08). */
    leave: bind(leaveWaitingList, async ({ waiting_id: waitingId }, caller, context) => {
      const owner = await lists.findWaitingOwner(database, waitingId)
      if (owner !== undefined && owner !== caller.profileId) {
        return refuseForeign(database, caller, `waiting:${waitingId}`, context)
      }
      await lists.leaveWaitingList(database, waitingId, caller.profileId)
      placesChanged()
      nudgeJobs()
      return done({ status: 'success' })
    }),
  }
}

/** Runs every task, also after one that failed. @throws the first error at the end. */
async function runEach(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** The work of the job loop: offers free places, and ends lists (WAIT-02, WAIT-03). */
function offersOf(deps: WaitingListDeps) {
  const { database, clock, takesPayments, placesChanged, nudgeJobs } = deps

  /** One offer: whether it was made, or the reason. */
  async function offerOne(eventId: number) {
    const known = await findKnownEvent(database, eventId)
    const now = clock.now()
    const expiresAt = known && offerEndsAt(known.event, now)
    if (known === undefined || expiresAt === undefined) return 'nobody-fits'
    if (refusedByEvent(known.event, { now, takesPayments }) !== undefined) return 'nobody-fits'
    const answer = await lists.offerPlace(database, {
      eventId,
      eventVersion: known.version,
      expiresAt,
      birthDates: screeningBirthDates(known.event.date),
    })
    return answer.ok ? 'made' : answer.reason
  }

  /** Offers the free places one by one, each in its transaction. @throws when the event changes constantly. */
  async function offerPlaces(eventId: number): Promise<void> {
    for (let repeats = 0; repeats < MOST_REPEATS; ) {
      const answer = await offerOne(eventId)
      if (answer === 'made') {
        placesChanged()
        nudgeJobs()
      } else if (answer === 'repeat' || answer === 'event-changed') repeats += 1
      else return
    }
    throw new Error('The event changed too often for an offer.')
  }

  async function endIfClosed(eventId: number): Promise<boolean> {
    const known = await findKnownEvent(database, eventId)
    if (known === undefined || listEndsAt(known.event) > clock.now()) return false
    await lists.closeWaitingList(database, eventId, known.version)
    nudgeJobs()
    return true
  }

  async function withdraw(appointmentId: string): Promise<void> {
    if (!(await lists.withdrawOffer(database, appointmentId))) return
    placesChanged()
    nudgeJobs()
  }

  return {
    offerPlaces,
    /**
     * Handles what no job reported: an offer that its patient may no longer take, a closed event, a patient who fits again, a job that
     * was given up.
     */
    async sweep(): Promise<void> {
      const refusedOffers = await lists.listRefusedOffers(database)
      const events = await lists.listWaitingEvents(database)
      await runEach([
        ...refusedOffers.map((appointmentId) => () => withdraw(appointmentId)),
        ...events.map(({ eventId, hasFreePlace }) => async () => {
          if (!(await endIfClosed(eventId)) && hasFreePlace) await offerPlaces(eventId)
        }),
      ])
    },
  }
}

/** The waiting list of a full event (WAIT-01 to WAIT-03, decision 033). */
export const waitingListService = (deps: WaitingListDeps) => ({
  ...membershipOf(deps),
  ...offersOf(deps),
})
