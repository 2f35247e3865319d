import { listWaitingPatients } from '#booking/server/database/waiting-list.ts'
import type { InputOf, OutputOf } from '#core/contract/endpoint.ts'
import type { Holidays } from '#core/rules/bank-holidays.ts'
import { londonInstant } from '#core/rules/time.ts'
import type { Account, RequestContext, Visitor } from '#core/server/caller.ts'
import { MOST_EVENTS_LISTED } from '#core/server/config/limits.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import { sharedAnswers } from '#core/server/shared-answers.ts'
import {
  getEvent,
  listEvents,
  listSlots,
  type VisibleEventOnWire,
} from '#events/contract/events.ts'
import { milesBetween } from '#events/rules/distance.ts'
import { type Audience, isFree, type ScreeningEvent } from '#events/rules/event.ts'
import { dateWindow } from '#events/rules/event-filter.ts'
import { eventPosition } from '#events/rules/event-position.ts'
import { locationMatcher } from '#events/rules/event-search.ts'
import { findPlace } from '#events/rules/places/find-place.ts'
import { ukPlaces } from '#events/rules/places/uk-places.ts'
import { listSlots as gridOf, type Slot } from '#events/rules/slot.ts'
import {
  type EventFilter,
  findEvent,
  listEvents as findEvents,
  listTakenPlaces,
} from '#events/server/database/events.ts'
import { eventDetailsToWire, eventToWire, withheldToWire } from '#events/server/event-wire.ts'
import { countByStart, type KnownPlaces, openSlots } from '#events/server/open-slots.ts'
import { readHolidays, rulesToWire } from '#payments/server/appointment-payments.ts'

export type EventDeps = {
  readonly database: Database
  readonly clock: Clock
  charity(): Promise<Pick<Charity, 'product' | 'paymentCharge'>>
  /** Whether this site has a payment provider. */
  readonly takesPayments: boolean
  /** Whether the visitor gave an open code of this private event. */
  hasGrant(eventId: number, visitor: Visitor): Promise<boolean>
  /** How long a list, and an event with its places, is the answer to all who request the same. */
  readonly sharedForMs: { readonly list: number; readonly event: number }
}

/** Five choices of days, and the classes in any order. */
const MOST_LISTS = 200
const MOST_EVENTS = 1_000
/** Different lists, and events, that are read from the database at a time: the pool has other work too. */
const MOST_READ_AT_ONCE = 20

type ListInput = InputOf<typeof listEvents>

/** One text for inputs that share a list: the location is searched in it. */
const keyOf = ({ date, for: audiences }: ListInput) => JSON.stringify({ date, for: audiences })
const inputOf = (key: string) => JSON.parse(key) as ListInput

function filterOf(input: InputOf<typeof listEvents>, now: Date): EventFilter {
  return {
    now,
    ...(input.date === undefined ? {} : { days: dateWindow(input.date, now) }),
    ...(input.for === undefined ? {} : { audiences: input.for.split(',') as Audience[] }),
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

/** On the wire format, so that nothing is found by what a visitor does not see of a private event. */
function withLocation(events: VisibleEventOnWire[], location = ''): VisibleEventOnWire[] {
  if (location.trim() === '') return events
  const places = ukPlaces()
  const found = findPlace(location, places)
  const isThere = locationMatcher(location)
  return events.filter((event) => {
    if (found.kind !== 'place') return isThere(event, undefined)
    const at = eventPosition(event, places)
    const miles = at === undefined ? Number.POSITIVE_INFINITY : milesBetween(found.place, at)
    return isThere(event, miles)
  })
}

const NO_HOLIDAYS: Holidays = new Set()

/** An event with its places and the patients who wait for one. */
async function readPlaces(
  { database, clock }: Pick<EventDeps, 'database' | 'clock'>,
  eventId: number,
): Promise<KnownPlaces | undefined> {
  const now = clock.now()
  const [event, places, waiting] = await Promise.all([
    findEvent(database, eventId, now),
    listTakenPlaces(database, eventId, now),
    listWaitingPatients(database, eventId, now),
  ])
  if (event === undefined) return undefined
  const holidays = isFree(event) ? NO_HOLIDAYS : await readHolidays(database)
  const takenByStart = countByStart(places)
  return { event, grid: gridOf(event), places, takenByStart, waiting, holidays }
}

/** Reads the visitor only when the answer depends on them: most requests are for public events. */
type FindVisitor = () => Promise<Visitor>

/** By start; a withheld event comes first on its day, so that its place in the list does not tell its time. */
const inOrder = (events: readonly ScreeningEvent[]) =>
  events
    .map((event) => ({
      event,
      at: event.isPrivate ? londonInstant(event.date, '00:00') : event.startsAt,
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.event.eventId - b.event.eventId)
    .map(({ event }) => event)

/**
 * Tells whether an event is whole for a visitor. What is shared between requests is the event as it is: this is decided for each of
 * them, for a number at a time, because these requests need no room at the gate.
 */
function visibilityOf({ hasGrant }: Pick<EventDeps, 'hasGrant'>) {
  const grants = sharedAnswers(
    ({ eventId, visitor }: { eventId: number; visitor: Visitor }) => hasGrant(eventId, visitor),
    { forMs: 0, most: 0, mostAtOnce: MOST_READ_AT_ONCE },
  )
  return async ({ event, places }: KnownPlaces, findVisitor: FindVisitor): Promise<boolean> => {
    if (!event.isPrivate) return true
    const visitor = await findVisitor()
    const { profileId } = visitor
    if (profileId !== null && places.some((place) => place.profileId === profileId)) return true
    return grants.get({ eventId: event.eventId, visitor })
  }
}

/** The lists and the events with their places, each read once for all who ask. */
function readingsOf({ database, clock, sharedForMs }: EventDeps) {
  const lists = sharedAnswers(
    async (key: string) =>
      inOrder(await findEvents(database, filterOf(inputOf(key), clock.now()), MOST_EVENTS_LISTED)),
    { forMs: sharedForMs.list, most: MOST_LISTS, mostAtOnce: MOST_READ_AT_ONCE },
  )

  const known = sharedAnswers((eventId: number) => readPlaces({ database, clock }, eventId), {
    forMs: sharedForMs.event,
    most: MOST_EVENTS,
    mostAtOnce: MOST_READ_AT_ONCE,
  })
  return { lists, known }
}

const visitorOf = (caller: Account | undefined, { accessCookie }: RequestContext): Visitor => ({
  profileId: caller?.profileId ?? null,
  accessToken: accessCookie,
})

/** An event and its open slots for one visitor. */
function byIdOf(deps: EventDeps, known: ReturnType<typeof readingsOf>['known']) {
  const { clock, charity } = deps
  const isVisible = visibilityOf(deps)

  /** `findVisitor` is called for a private event only. */
  async function find(input: InputOf<typeof getEvent>, findVisitor: FindVisitor) {
    const now = clock.now()
    const [found, { product, paymentCharge }] = await Promise.all([
      known.get(input.event_id),
      charity(),
    ])
    if (found === undefined) return refused('event-not-found')
    const server_time = now.toISOString()
    if (!(await isVisible(found, findVisitor))) {
      return done({ ...withheldToWire(found.event, product), server_time })
    }
    const details = eventDetailsToWire(found.event, product)
    const rules = isFree(found.event)
      ? {}
      : { refund_rules: rulesToWire({ charge: paymentCharge, holidays: found.holidays }) }
    return done({ ...details, ...rules, takes_payments: deps.takesPayments, server_time })
  }

  /** The caller's own hold counts as free, so that the patient can choose that slot again. */
  async function slots(input: InputOf<typeof listSlots>, visitor: Visitor) {
    const found = await known.get(input.event_id)
    if (found === undefined) return refused('event-not-found')
    if (!(await isVisible(found, async () => visitor))) return refused('access-code-required')
    return done(byDate(found.grid, openSlots(found, visitor.profileId, clock.now())))
  }

  return { find, slots }
}

/**
 * The events for visitors (API-01). Private events are withheld in the list from everyone, so that one list serves all; by its id an
 * event is whole for a visitor with a grant or a place there (EVD-05). A cancelled event is not listed; by its id it is still
 * found, without open slots, and a hold on it is refused.
 */
export function eventsService(deps: EventDeps) {
  const { clock, charity } = deps
  const { lists, known } = readingsOf(deps)
  const { find, slots } = byIdOf(deps, known)

  return {
    /** The next answers are read again: a place was taken or freed. */
    clearShared() {
      lists.clear()
      known.clear()
    },

    list: bind(listEvents, async (input): Promise<Outcome<OutputOf<typeof listEvents>>> => {
      const now = clock.now()
      const [events, { product }] = await Promise.all([lists.get(keyOf(input)), charity()])
      const listed = events.map((event) =>
        event.isPrivate ? withheldToWire(event, product) : eventToWire(event, product),
      )
      return done({
        events: withLocation(listed, input.location),
        server_time: now.toISOString(),
      })
    }),

    find,
    getEvent: bind(getEvent, (input, _, context, call) =>
      find(input, async () => visitorOf(await call.findCaller(), context)),
    ),

    slots,
    listSlots: bind(listSlots, (input, caller, context) =>
      slots(input, visitorOf(caller, context)),
    ),
  }
}
