import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { NOT_CANCELLED } from '#booking/rules/appointment.ts'
import { londonDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Tables } from '#core/server/database/tables.ts'
import type { Audience, ScreeningEvent } from '#events/rules/event.ts'
import type { DateWindow } from '#events/rules/event-filter.ts'
import { knownVenue } from '#events/rules/venue.ts'
import { isLiveHold } from '#events/server/database/live-holds.ts'

/** Which events are listed: those that end at `now` or later and match every given filter (EVL-01). */
export type EventFilter = {
  readonly now: Date
  readonly days?: DateWindow
  readonly audiences?: readonly Audience[]
}

type Row = Selectable<Tables['events']> &
  Pick<Selectable<Tables['products']>, 'product_name' | 'email_template'> & {
    product_price_pence: number | null
    booked_spaces: number
  }

/** Null columns become absent fields, as the domain has them. */
const given = <Key extends string, Value>(key: Key, value: Value | null) =>
  (value === null ? {} : { [key]: value }) as { [K in Key]?: NonNullable<Value> }

const clockTime = (time: string) => time.slice(0, 5)

/** The event of a row with the columns of its product. */
export function toEvent(row: Row): ScreeningEvent {
  return {
    eventId: row.event_id,
    ...given('name', row.event_name),
    ...given('description', row.event_description),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    date: row.event_on,
    startTime: clockTime(row.start_time),
    ...given('endTime', row.end_time && clockTime(row.end_time)),
    ...given('sessionMinutes', row.session_minutes),
    ...given('pricePence', row.price_pence),
    productId: row.product_id,
    productName: row.product_name,
    ...given('productPricePence', row.product_price_pence),
    ...given('emailTemplate', row.email_template),
    ...given('labName', row.lab_name),
    isPrivate: row.is_private,
    ...given('exclusiveFor', row.exclusive_for),
    audience: row.audience,
    totalSpaces: row.total_spaces,
    bookedSpaces: row.booked_spaces,
    placesPerSlot: row.places_per_slot,
    ...given('paymentRequired', row.payment_required),
    ...given('contactEmail', row.contact_email),
    ...given('addressLine1', row.address_line_1),
    ...given('addressLine2', row.address_line_2),
    ...given('city', row.city),
    ...given('state', row.state),
    ...given('postcode', row.postcode),
    ...given('country', row.country),
    ...given('latitude', row.latitude),
    ...given('longitude', row.longitude),
    venue: knownVenue(row),
    cancelled: row.cancelled_at !== null,
  }
}

/** Whether appointment `a` takes a place. */
const isPlaceTaken = (
  now: Date,
) => sql<boolean>`(a.status in (${sql.join(NOT_CANCELLED.map((status) => sql.lit(status)))})
  or ${isLiveHold('a', now)})`

/** The places of event `e` that are kept for waiting patients (WAIT-02); most events have no list. */
const keptPlaces = (now: Date) => sql<number>`case when exists (
  select from app.waiting_entries w where w.event_id = e.event_id and w.ended_at is null)
  then booking.kept_places(e, null, ${now}) else 0 end`

/** Whether the times of event `e` have room for all of its places. A night in which the clocks change has fewer times than its length says. */
const hasTimesForAll = sql<boolean>`(e.end_time is not null
  and e.ends_at - e.starts_at = (e.ends_at at time zone 'Europe/London') - (e.starts_at at time zone 'Europe/London')
  and e.total_spaces <= e.places_per_slot * floor(extract(epoch from e.ends_at - e.starts_at) / (60 * e.session_minutes)))`

/**
 * The free places of event `e` for which no time is free (EVL-09). Counted only where there can be any: not of an event that has begun
 * and whose booking is closed (EVL-06).
 */
const untimedPlaces = (now: Date) => sql<number>`case
  when e.starts_at <= ${now} and upper(btrim(e.exclusive_for)) is distinct from 'CORPORATE' then 0
  when e.starts_at > ${now} and ${hasTimesForAll} then 0
  else greatest(0, booking.free_spaces(e, ${now})
    - (select coalesce(sum(f.free), 0) from booking.free_slots(e, ${now}) as f))::int end`

/** The columns of product `p` that `toEvent` reads. */
export const PRODUCT_COLUMNS = [
  'p.product_name',
  'p.email_template',
  'p.price_pence as product_price_pence',
] as const

/** Drafts exist for the staff alone (EVM-01): everything else reads published events. */
type Readers = { readonly withDrafts: boolean }
const OUTSIDE: Readers = { withDrafts: false }

function selectEvents({ kysely }: Queries, now: Date, { withDrafts } = OUTSIDE) {
  return kysely
    .selectFrom('events as e')
    .innerJoin('products as p', 'p.product_id', 'e.product_id')
    .selectAll('e')
    .select((eb) => [
      ...PRODUCT_COLUMNS,
      sql<number>`${eb
        .selectFrom('appointments as a')
        .select((inner) => inner.fn.countAll<number>().as('taken'))
        .whereRef('a.event_id', '=', 'e.event_id')
        .where(isPlaceTaken(now))} + ${keptPlaces(now)} + ${untimedPlaces(now)}`.as(
        'booked_spaces',
      ),
    ])
    .$if(!withDrafts, (query) => query.where('e.published_at', 'is not', null))
}

/** Whether an event has not ended; a private one is listed for its whole day, so that its end does not show (EVL-03, EVD-05). */
export const hasNotEnded = (now: Date) =>
  sql<boolean>`(e.ends_at >= ${now} or (e.is_private and e.event_on >= ${londonDate(now)}))`

type Joined = Tables & { e: Tables['events']; p: Tables['products'] }

function matches(eb: ExpressionBuilder<Joined, 'e' | 'p'>, filter: EventFilter) {
  const { days, audiences } = filter
  return eb.and([
    eb('e.cancelled_at', 'is', null),
    hasNotEnded(filter.now),
    ...(days === undefined ? [] : [eb('e.event_on', '>=', days.from)]),
    ...(days?.to === undefined ? [] : [eb('e.event_on', '<=', days.to)]),
    // The audience of a private event is withheld: it is in every list.
    ...(audiences === undefined
      ? []
      : [eb.or([eb('e.audience', 'in', audiences), eb('e.is_private', '=', true)])]),
  ])
}

/** The events that are not cancelled and match `filter`, by start, then by id, at most `most`; live holds, kept places and places without a free time count as booked (EVL-03, EVL-09). */
export async function listEvents(
  db: Queries,
  filter: EventFilter,
  most?: number,
): Promise<ScreeningEvent[]> {
  const rows = await selectEvents(db, filter.now)
    .where((eb) => matches(eb, filter))
    .orderBy('e.starts_at')
    .orderBy('e.event_id')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute()
  return rows.map(toEvent)
}

/** One event, also a past or cancelled one, or undefined; what cannot be booked at `now` counts as booked (EVL-09). */
export async function findEvent(
  db: Queries,
  eventId: number,
  now: Date,
  readers = OUTSIDE,
): Promise<ScreeningEvent | undefined> {
  const row = await selectEvents(db, now, readers)
    .where('e.event_id', '=', eventId)
    .executeTakeFirst()
  return row && toEvent(row)
}

/** Published events by start, as `findEvent` reads one; one that is gone is left out. */
export async function findEventsById(
  db: Queries,
  eventIds: readonly number[],
  now: Date,
): Promise<ScreeningEvent[]> {
  if (eventIds.length === 0) return []
  const rows = await selectEvents(db, now)
    .where('e.event_id', 'in', eventIds)
    .orderBy('e.starts_at')
    .orderBy('e.event_id')
    .execute()
  return rows.map(toEvent)
}

/** An event and its version, which changes with every change of the event. */
export type KnownEvent = {
  /** Without `bookedSpaces`: the booking functions count them under their lock. */
  readonly event: Omit<ScreeningEvent, 'bookedSpaces'>
  readonly version: string
}

/** The version of event `e`. */
export const VERSION = sql<string>`extract(epoch from e.updated_at)::text`

/** One event with its version, or undefined. */
export async function findKnownEvent(
  { kysely }: Queries,
  eventId: number,
  { withDrafts } = OUTSIDE,
): Promise<KnownEvent | undefined> {
  const row = await kysely
    .selectFrom('events as e')
    .innerJoin('products as p', 'p.product_id', 'e.product_id')
    .selectAll('e')
    .select((eb) => [...PRODUCT_COLUMNS, eb.lit(0).as('booked_spaces'), VERSION.as('version')])
    .where('e.event_id', '=', eventId)
    .$if(!withDrafts, (query) => query.where('e.published_at', 'is not', null))
    .executeTakeFirst()
  return row && { event: toEvent(row), version: row.version }
}

/** A place that is booked, used or held at `now`. */
export type TakenPlace = {
  readonly startsAt: Date
  readonly profileId: number
  readonly status: string
}

/** The taken places of an event at `now`. */
export async function listTakenPlaces(
  { kysely }: Queries,
  eventId: number,
  now: Date,
): Promise<TakenPlace[]> {
  return await kysely
    .selectFrom('appointments as a')
    .select(['a.slot_start as startsAt', 'a.profile_id as profileId', 'a.status'])
    .where('a.event_id', '=', eventId)
    .where(isPlaceTaken(now))
    .execute()
}
