import { type ExpressionBuilder, sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Tables } from '#core/server/database/tables.ts'
import { VENUE_FACTS } from '#events/rules/venue.ts'
import type { EventRecord } from '#events/server/database/event-records.ts'
import { type ListedEvent, selectListed } from '#events/server/database/event-table.ts'
import { hasNotEnded } from '#events/server/database/events.ts'

/** The lists of the staff (EVM-06). */
export const EVENT_LISTS = ['upcoming', 'drafts', 'past', 'cancelled'] as const
export type EventList = (typeof EVENT_LISTS)[number]

export type StaffEventFilter = {
  readonly show: EventList
  readonly town?: string | undefined
  readonly day?: IsoDate | undefined
  readonly most: number
}

type Joined = Tables & { e: Tables['events'] }

function isIn(eb: ExpressionBuilder<Joined, 'e'>, show: EventList, now: Date) {
  if (show === 'cancelled') return eb('e.cancelled_at', 'is not', null)
  const isHeld = eb('e.cancelled_at', 'is', null)
  if (show === 'drafts') return eb.and([isHeld, eb('e.published_at', 'is', null)])
  const isPublished = eb('e.published_at', 'is not', null)
  const isPast = show === 'past'
  return eb.and([isHeld, isPublished, isPast ? eb.not(hasNotEnded(now)) : hasNotEnded(now)])
}

/** The events of a list: the next first, of past and cancelled ones the newest. */
export async function listStaffEvents(
  db: Queries,
  now: Date,
  { show, town, day, most }: StaffEventFilter,
): Promise<ListedEvent[]> {
  const order = show === 'upcoming' || show === 'drafts' ? 'asc' : 'desc'
  return await selectListed(db)
    .where((eb) => isIn(eb, show, now))
    .$if(town !== undefined, (query) => query.where(sql`btrim(e.city)`, '=', town ?? ''))
    .$if(day !== undefined, (query) => query.where('e.event_on', '=', day ?? ''))
    .orderBy('e.starts_at', order)
    .orderBy('e.event_id', order)
    .limit(most)
    .execute()
}

/** The towns of the events of a list. */
export async function listTowns(
  { kysely }: Queries,
  now: Date,
  show: EventList,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('events as e')
    .select(sql<string>`btrim(e.city)`.as('town'))
    .distinct()
    .where((eb) => isIn(eb, show, now))
    .where(sql<boolean>`btrim(e.city) <> ''`)
    .orderBy('town')
    .execute()
  return rows.map(({ town }) => town)
}

/** The event that a form created. */
export async function findByFormKey({ kysely }: Queries, key: string): Promise<number | undefined> {
  const row = await kysely
    .selectFrom('events')
    .select('event_id')
    .where('form_key', '=', key)
    .executeTakeFirst()
  return row?.event_id
}

/** An event as its form shows it. */
export type StoredEvent = {
  readonly event: EventRecord
  readonly version: number
  readonly isDraft: boolean
  readonly isCancelled: boolean
  /** The places that are booked, used or held. */
  readonly taken: number
  readonly waiting: number
}

const taken = sql<number>`(select count(*)::int from app.appointments a where a.event_id = e.event_id
  and (a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > app.clock_now())))`
const waiting = sql<number>`(select count(*)::int from app.waiting_entries w
  where w.event_id = e.event_id and w.ended_at is null)`

export async function findStoredEvent(
  { kysely }: Queries,
  eventId: number,
): Promise<StoredEvent | undefined> {
  const row = await kysely
    .selectFrom('events as e')
    .innerJoin('products as p', 'p.product_id', 'e.product_id')
    .selectAll('e')
    .select(['p.product_name', taken.as('taken'), waiting.as('waiting')])
    .where('e.event_id', '=', eventId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const event: EventRecord = {
    externalRef: row.external_ref,
    name: row.event_name,
    description: row.event_description,
    date: row.event_on,
    startTime: row.start_time.slice(0, 5),
    endTime: row.end_time?.slice(0, 5) ?? null,
    sessionMinutes: row.session_minutes,
    pricePence: row.price_pence,
    productName: row.product_name,
    // Empty leaves it as it is: a form that is saved unchanged changes no product.
    productPricePence: null,
    paymentRequired: row.payment_required,
    labName: row.lab_name,
    isPrivate: row.is_private,
    exclusiveFor: row.exclusive_for,
    audience: row.audience,
    totalSpaces: row.total_spaces,
    placesPerSlot: row.places_per_slot,
    walkInPlaces: row.walk_in_places,
    contactEmail: row.contact_email,
    addressLine1: row.address_line_1,
    addressLine2: row.address_line_2,
    city: row.city,
    state: row.state,
    postcode: row.postcode,
    country: row.country,
    latitude: row.latitude,
    longitude: row.longitude,
    venue: Object.fromEntries(VENUE_FACTS.map((fact) => [fact, row[fact]])),
  }
  return {
    event,
    version: row.version,
    isDraft: row.published_at === null,
    isCancelled: row.cancelled_at !== null,
    taken: row.taken,
    waiting: row.waiting,
  }
}
