import { sql } from 'kysely'
import type { Audience } from '#domain/event.ts'
import type { ClockTime, IsoDate } from '#domain/time.ts'
import type { Queries } from '#server/database/database.ts'

/** An event as an operator gives it, identified by `externalRef`: London day and times, whole pence; null is a missing value. */
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

/** A stored event. */
export type KnownEvent = {
  readonly eventId: number
  readonly externalRef: string
  readonly hasCode: boolean
  readonly isCancelled: boolean
}

/**
 * Lets imports run one after the other, until the transaction ends: two at once would wait for each other's products, or
 * create one event twice.
 */
export async function waitForImports({ kysely }: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('halyard: import of events'))`.execute(kysely)
}

/** Finds the events with these references, by id. With `lock` they are locked in this order until the transaction ends. */
export async function findEvents(
  { kysely }: Queries,
  refs: readonly string[],
  options: { readonly lock: boolean },
): Promise<KnownEvent[]> {
  return kysely
    .selectFrom('events')
    .select((eb) => [
      'event_id as eventId',
      'external_ref as externalRef',
      eb('access_code_hash', 'is not', null).$castTo<boolean>().as('hasCode'),
      eb('cancelled_at', 'is not', null).$castTo<boolean>().as('isCancelled'),
    ])
    .where('external_ref', '=', sql<string>`any(${refs})`)
    .orderBy('event_id')
    .$if(options.lock, (query) => query.forUpdate())
    .$narrowType<{ externalRef: string }>()
    .execute()
}

/** Creates the product or, when a price is given, sets its price; answers its id. */
async function saveProduct(
  { kysely }: Queries,
  name: string,
  pricePence: number | null,
): Promise<number> {
  const product = await kysely
    .insertInto('products')
    .values({ product_name: name, price_pence: pricePence })
    .onConflict((conflict) =>
      conflict.column('product_name').doUpdateSet((eb) => ({
        price_pence: eb.fn.coalesce('excluded.price_pence', 'products.price_pence'),
      })),
    )
    .returning('product_id')
    .executeTakeFirstOrThrow()
  return product.product_id
}

const columnsOf = (event: EventRecord, productId: number) => ({
  external_ref: event.externalRef,
  event_name: event.name,
  event_description: event.description,
  product_id: productId,
  event_on: event.date,
  start_time: event.startTime,
  end_time: event.endTime,
  session_minutes: event.sessionMinutes,
  price_pence: event.pricePence,
  payment_required: event.paymentRequired,
  lab_name: event.labName,
  is_private: event.isPrivate,
  access_code_hash: event.accessCodeHash,
  exclusive_for: event.exclusiveFor,
  audience: event.audience,
  total_spaces: event.totalSpaces,
  places_per_slot: event.placesPerSlot,
  contact_email: event.contactEmail,
  address_line_1: event.addressLine1,
  address_line_2: event.addressLine2,
  city: event.city,
  state: event.state,
  postcode: event.postcode,
  country: event.country,
  latitude: event.latitude,
  longitude: event.longitude,
})

/**
 * Creates an event.
 * @throws a check_violation of Postgres when a column's rule is broken.
 */
export async function insertEvent(db: Queries, event: EventRecord): Promise<void> {
  const productId = await saveProduct(db, event.productName, event.productPricePence)
  await db.kysely.insertInto('events').values(columnsOf(event, productId)).execute()
}

/**
 * Changes the event with the same reference.
 * @throws a check_violation of Postgres when appointments exist and the change would take their place or time away.
 */
export async function updateEvent(db: Queries, event: EventRecord): Promise<void> {
  const productId = await saveProduct(db, event.productName, event.productPricePence)
  await db.kysely
    .updateTable('events')
    .set((eb) => ({
      ...columnsOf(event, productId),
      // A private event without a new code keeps the one it has; a public event has none.
      access_code_hash: event.isPrivate
        ? (event.accessCodeHash ?? eb.ref('access_code_hash'))
        : null,
    }))
    .where('external_ref', '=', event.externalRef)
    .execute()
}
