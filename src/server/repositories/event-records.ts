import type { Audience } from '#domain/event.ts'
import type { ClockTime, IsoDate } from '#domain/time.ts'
import type { Database } from '#server/database/database.ts'

type Queries = Pick<Database, 'query'>

/** An event as an operator gives it, known by `externalRef`: London day and times, whole pence; null is a missing value. */
export type EventRecord = {
  readonly externalRef: string
  readonly name: string | null
  readonly description: string | null
  readonly date: IsoDate
  readonly startTime: ClockTime
  readonly endTime: ClockTime | null
  readonly sessionMinutes: number | null
  readonly pricePence: number | null
  readonly productName: string
  /** Null leaves the product's price as it is. */
  readonly productPricePence: number | null
  readonly paymentRequired: boolean | null
  readonly labName: string | null
  readonly isPrivate: boolean
  /** Null keeps the code that a private event has. */
  readonly accessCodeHash: string | null
  readonly exclusiveFor: string | null
  readonly audience: Audience
  readonly totalSpaces: number
  readonly placesPerSlot: number
  readonly contactEmail: string | null
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postcode: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
}

/** An event that is there already. */
export type KnownEvent = {
  readonly eventId: number
  readonly externalRef: string
  readonly hasCode: boolean
}

/**
 * Finds and locks the events with these references, until the transaction ends. Imports come one after the other: two
 * at once would wait for each other's products, or create one event twice.
 */
export async function lockEvents(db: Queries, refs: readonly string[]): Promise<KnownEvent[]> {
  await db.query(`select pg_advisory_xact_lock(hashtext('halyard: import of events'))`)
  const { rows } = await db.query<KnownEvent>(
    `select event_id as "eventId", external_ref as "externalRef", access_code_hash is not null as "hasCode"
       from app.events where external_ref = any($1) order by event_id for update`,
    [refs],
  )
  return rows
}

/** Creates the product or, when a price is given, sets its price; answers its id. */
async function saveProduct(db: Queries, name: string, pricePence: number | null): Promise<number> {
  const { rows } = await db.query<{ product_id: number }>(
    `insert into app.products as p (product_name, price_pence) values ($1, $2)
     on conflict (product_name) do update set price_pence = coalesce(excluded.price_pence, p.price_pence)
     returning product_id`,
    [name, pricePence],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('The product was not saved.')
  return row.product_id
}

/** The stored columns of an event, in the order of `valuesOf`. */
const COLUMNS = [
  'external_ref',
  'event_name',
  'event_description',
  'product_id',
  'event_on',
  'start_time',
  'end_time',
  'session_minutes',
  'price_pence',
  'payment_required',
  'lab_name',
  'is_private',
  'access_code_hash',
  'exclusive_for',
  'audience',
  'total_spaces',
  'places_per_slot',
  'contact_email',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postcode',
  'country',
  'latitude',
  'longitude',
] as const

const valuesOf = (event: EventRecord, productId: number) => [
  event.externalRef,
  event.name,
  event.description,
  productId,
  event.date,
  event.startTime,
  event.endTime,
  event.sessionMinutes,
  event.pricePence,
  event.paymentRequired,
  event.labName,
  event.isPrivate,
  event.accessCodeHash,
  event.exclusiveFor,
  event.audience,
  event.totalSpaces,
  event.placesPerSlot,
  event.contactEmail,
  event.addressLine1,
  event.addressLine2,
  event.city,
  event.state,
  event.postcode,
  event.country,
  event.latitude,
  event.longitude,
]

const INSERT = `insert into app.events (${COLUMNS.join(', ')})
  values (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
  returning event_id, starts_at < app.clock_now() as is_past`

/** A private event without a new code keeps the one it has; a public one keeps none. */
const KEEP_CODE = 'case when $12 then coalesce($13, access_code_hash) end'

const UPDATE = `update app.events set ${COLUMNS.map((column, index) =>
  column === 'access_code_hash' ? `${column} = ${KEEP_CODE}` : `${column} = $${index + 1}`,
).join(', ')} where external_ref = $1 returning event_id, false as is_past`

/**
 * Creates an event, or changes the known one with the same reference; answers whether a new one began in the past.
 * @throws a check_violation of Postgres when men are booked and the change would take their place or time away.
 */
export async function saveEvent(
  db: Queries,
  event: EventRecord,
  isKnown: boolean,
): Promise<{ isPast: boolean }> {
  const productId = await saveProduct(db, event.productName, event.productPricePence)
  const { rows } = await db.query<{ is_past: boolean }>(
    isKnown ? UPDATE : INSERT,
    valuesOf(event, productId),
  )
  return { isPast: rows[0]?.is_past ?? false }
}
