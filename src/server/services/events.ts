import type { InputOf, OutputOf, ReasonOf } from '#contract/endpoint.ts'
import type { getEvent, listEvents, listSlots } from '#contract/events.ts'
import type { Audience, ScreeningEvent } from '#domain/event.ts'
import { dateWindow } from '#domain/event-filter.ts'
import { availableSlots, listSlots as gridOf, type Slot } from '#domain/slot.ts'
import type { Account } from '#server/caller.ts'
import { MOST_EVENTS_LISTED } from '#server/config/limits.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Charity } from '#server/gateways/content.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import { findBooked } from '#server/repositories/appointments.ts'
import {
  countTaken,
  type EventFilter,
  listEvents as find,
  findEvent,
} from '#server/repositories/events.ts'
import { eventToWire } from '#server/services/event-wire.ts'
import { sharedAnswers } from '#server/services/shared-answers.ts'

export type EventDeps = {
  readonly database: Database
  readonly clock: Clock
  charity(): Promise<Pick<Charity, 'product'>>
  /** How long one list is the answer to all who ask for the same. */
  readonly listsForMs: number
}

const MOST_LISTS = 200

type ListInput = InputOf<typeof listEvents>

/** One text for inputs that ask for the same list. */
const keyOf = ({ date, for: audiences, location }: ListInput) =>
  JSON.stringify({ date, for: audiences, location })
const inputOf = (key: string) => JSON.parse(key) as ListInput

function filterOf(input: InputOf<typeof listEvents>, now: Date): EventFilter {
  return {
    now,
    ...(input.date === undefined ? {} : { days: dateWindow(input.date, now) }),
    ...(input.for === undefined ? {} : { audiences: input.for.split(',') as Audience[] }),
    ...(input.location === undefined ? {} : { location: input.location }),
  }
}

/** The open slots by day; a day without any has an empty list. */
function byDate(grid: readonly Slot[], open: readonly Slot[]): OutputOf<typeof listSlots> {
  const days = Object.fromEntries(
    grid.map(({ date }) => [date, { availableTimeSlots: [] as string[] }]),
  )
  for (const { date, time } of open) days[date]?.availableTimeSlots.push(time)
  return days
}

/**
 * The events for visitors (API-01). Private events are listed, without their access codes. A cancelled event is not
 * listed; by its id it is still found, without open slots, and a hold on it is refused.
 */
export function eventsService({ database, clock, charity, listsForMs }: EventDeps) {
  const lists = sharedAnswers(
    (key: string) => find(database, filterOf(inputOf(key), clock.now()), MOST_EVENTS_LISTED),
    { forMs: listsForMs, most: MOST_LISTS },
  )

  async function openSlots(event: ScreeningEvent, profileId: number | undefined, now: Date) {
    if (event.cancelled) return []
    const taken = await countTaken(database, event.eventId, now, profileId)
    const open = availableSlots(gridOf(event), taken, event.placesPerSlot, now)
    const inAll = [...taken.values()].reduce((sum, places) => sum + places, 0)
    if (inAll < event.totalSpaces) return open
    // In a full event, only a patient who has a place can move to another slot.
    const booked =
      profileId !== undefined &&
      (await findBooked(database, profileId, event.eventId)) !== undefined
    return booked ? open : []
  }

  return {
    /** The next list is read again: a place was taken or freed. */
    forgetLists: lists.forget,

    async list(
      input: InputOf<typeof listEvents>,
    ): Promise<Outcome<OutputOf<typeof listEvents>, ReasonOf<typeof listEvents>>> {
      const now = clock.now()
      const [events, { product }] = await Promise.all([lists.get(keyOf(input)), charity()])
      return done({
        events: events.map((event) => eventToWire(event, product)),
        server_time: now.toISOString(),
      })
    },

    async find(
      input: InputOf<typeof getEvent>,
    ): Promise<Outcome<OutputOf<typeof getEvent>, ReasonOf<typeof getEvent>>> {
      const now = clock.now()
      const [event, { product }] = await Promise.all([
        findEvent(database, input.event_id, now),
        charity(),
      ])
      if (event === undefined) return refused('event-not-found')
      return done({ ...eventToWire(event, product), server_time: now.toISOString() })
    },

    /** The caller's own hold counts as free, so that the patient can choose that slot again. */
    async slots(
      input: InputOf<typeof listSlots>,
      caller: Account | undefined,
    ): Promise<Outcome<OutputOf<typeof listSlots>, ReasonOf<typeof listSlots>>> {
      const now = clock.now()
      const event = await findEvent(database, input.event_id, now)
      if (event === undefined) return refused('event-not-found')
      const open = await openSlots(event, caller?.profileId ?? undefined, now)
      return done(byDate(gridOf(event), open))
    },
  }
}
