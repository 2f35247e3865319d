import type { InputOf, OutputOf, ReasonOf } from '#contract/endpoint.ts'
import type { getEvent, listEvents, listSlots } from '#contract/events.ts'
import type { Audience, ScreeningEvent } from '#domain/event.ts'
import { dateWindow } from '#domain/event-filter.ts'
import { availableSlots, listSlots as gridOf, type Slot } from '#domain/slot.ts'
import type { Account } from '#server/caller.ts'
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

export type EventDeps = {
  readonly database: Database
  readonly clock: Clock
  charity(): Promise<Pick<Charity, 'product'>>
}

function filterOf(input: InputOf<typeof listEvents>, now: Date): EventFilter {
  return {
    now,
    ...(input.date === undefined ? {} : { days: dateWindow(input.date, now) }),
    ...(input.for === undefined ? {} : { audiences: input.for.split(',') as Audience[] }),
    ...(input.location === undefined ? {} : { location: input.location }),
  }
}

/** Every day of the grid has its list, an empty one when nothing of it is left. */
function byDate(grid: readonly Slot[], open: readonly Slot[]): OutputOf<typeof listSlots> {
  const days = Object.fromEntries(
    grid.map(({ date }) => [date, { availableTimeSlots: [] as string[] }]),
  )
  for (const { date, time } of open) days[date]?.availableTimeSlots.push(time)
  return days
}

/**
 * The events that visitors look at (API-01). Private ones are listed, their codes never leave the database. A cancelled
 * event is not listed; by its address it is still found, with no times to choose, and a hold on it is refused.
 */
export function eventsService({ database, clock, charity }: EventDeps) {
  async function openSlots(event: ScreeningEvent, profileId: number | undefined, now: Date) {
    if (event.cancelled) return []
    const taken = await countTaken(database, event.eventId, now, profileId)
    const open = availableSlots(gridOf(event), taken, event.placesPerSlot, now)
    const inAll = [...taken.values()].reduce((sum, places) => sum + places, 0)
    if (inAll < event.totalSpaces) return open
    // Only a man who gives up his own place of a full event can take another.
    const booked =
      profileId !== undefined &&
      (await findBooked(database, profileId, event.eventId)) !== undefined
    return booked ? open : []
  }

  return {
    async list(
      input: InputOf<typeof listEvents>,
    ): Promise<Outcome<OutputOf<typeof listEvents>, ReasonOf<typeof listEvents>>> {
      const now = clock.now()
      const [events, { product }] = await Promise.all([
        find(database, filterOf(input, now)),
        charity(),
      ])
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

    /** The caller's own hold counts as free, so that he sees his time as one he can choose. */
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
