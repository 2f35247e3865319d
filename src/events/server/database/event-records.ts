import { sql } from 'kysely'
import type { ClockTime, IsoDate } from '#core/rules/time.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Audience } from '#events/rules/event.ts'
import { endInstant } from '#events/rules/slot.ts'
import type { VenueFact } from '#events/rules/venue.ts'

/** An event as a file or a form gives it: London day and times, whole pence; null is a missing value. */
export type EventRecord = {
  /** The reference by which an import finds it again. */
  readonly externalRef: string | null
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
  readonly exclusiveFor: string | null
  readonly audience: Audience
  readonly totalSpaces: number
  readonly placesPerSlot: number
  /** Of an existing event, absent leaves it as it is. */
  readonly walkInPlaces?: number
  readonly contactEmail: string | null
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postcode: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** Of an existing event, a fact that is absent here stays as it is. */
  readonly venue: { readonly [Fact in VenueFact]?: string | null }
}

/** A stored event. */
export type KnownEvent = {
  readonly eventId: number
  readonly externalRef: string | null
  readonly version: number
  /** Whether it has an access code that is not revoked. */
  readonly hasCode: boolean
  readonly isCancelled: boolean
  readonly isDraft: boolean
  readonly pricePence: number | null
}

/**
 * Lets imports, and forms of events, run one after the other, until the transaction ends: two at the same time would wait for each other's products, or
 * create one event twice.
 */
export async function waitForImports({ kysely }: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('halyard: import of events'))`.execute(kysely)
}

/** Finds the events with these references or ids, by id. With `lock` they are locked in this order until the transaction ends. */
export async function findEvents(
  { kysely }: Queries,
  { refs = [], ids = [] }: { readonly refs?: readonly string[]; readonly ids?: readonly number[] },
  options: { readonly lock: boolean },
): Promise<KnownEvent[]> {
  return kysely
    .selectFrom('events')
    .select((eb) => [
      'event_id as eventId',
      'external_ref as externalRef',
      'version',
      'price_pence as pricePence',
      eb
        .exists(
          eb
            .selectFrom('access_codes as c')
            .select('c.code_id')
            .whereRef('c.event_id', '=', 'events.event_id')
            .where('c.revoked_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('hasCode'),
      eb('cancelled_at', 'is not', null).$castTo<boolean>().as('isCancelled'),
      eb('published_at', 'is', null).$castTo<boolean>().as('isDraft'),
    ])
    .where(
      sql<boolean>`(external_ref = any(${[...refs]}) or event_id = any(${[...ids]}::bigint[]))`,
    )
    .orderBy('event_id')
    .$if(options.lock, (query) => query.forUpdate())
    .execute()
}

/** The prices of the products with these names that exist. */
export async function findProductPrices(
  { kysely }: Queries,
  names: readonly string[],
): Promise<Map<string, number | null>> {
  const products = await kysely
    .selectFrom('products')
    .select(['product_name', 'price_pence'])
    .where('product_name', '=', sql<string>`any(${names})`)
    .execute()
  return new Map(products.map((product) => [product.product_name, product.price_pence]))
}

/** An event that costs what its product costs. */
export type PricedByProduct = {
  readonly eventId: number
  readonly name: string | null
  readonly date: IsoDate
  readonly productName: string
}

/** The coming events that cost what one of these products costs, except these. */
export async function listPricedByProduct(
  { kysely }: Queries,
  { products, exceptIds }: { products: readonly string[]; exceptIds: readonly number[] },
): Promise<PricedByProduct[]> {
  return await kysely
    .selectFrom('events as e')
    .innerJoin('products as p', 'p.product_id', 'e.product_id')
    .select([
      'event_id as eventId',
      'event_name as name',
      'event_on as date',
      'product_name as productName',
    ])
    .where('product_name', '=', sql<string>`any(${products})`)
    .where(sql<boolean>`event_id <> all(${[...exceptIds]}::bigint[])`)
    .where('e.price_pence', 'is', null)
    .where('payment_required', '=', true)
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', databaseNow)
    .orderBy('event_id')
    .execute()
}

/**
 * Creates the products of these events or, when a price is given, sets it; in one statement and in the order of their names.
 * Returns their ids by name.
 */
export async function saveProducts(
  { kysely }: Queries,
  events: readonly EventRecord[],
): Promise<Map<string, number>> {
  const prices = new Map<string, number | null>()
  for (const { productName, productPricePence } of events) {
    prices.set(productName, productPricePence ?? prices.get(productName) ?? null)
  }
  if (prices.size === 0) return new Map()
  const names = [...prices.keys()].sort()
  const products = await kysely
    .insertInto('products')
    .values(names.map((name) => ({ product_name: name, price_pence: prices.get(name) ?? null })))
    .onConflict((conflict) =>
      conflict.column('product_name').doUpdateSet((eb) => ({
        price_pence: eb.fn.coalesce('excluded.price_pence', 'products.price_pence'),
      })),
    )
    .returning(['product_id', 'product_name'])
    .execute()
  return new Map(products.map(({ product_id, product_name }) => [product_name, product_id]))
}

const columnsOf = (event: EventRecord, productId: number | undefined) => ({
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
  exclusive_for: event.exclusiveFor,
  audience: event.audience,
  total_spaces: event.totalSpaces,
  places_per_slot: event.placesPerSlot,
  ...(event.walkInPlaces === undefined ? {} : { walk_in_places: event.walkInPlaces }),
  contact_email: event.contactEmail,
  address_line_1: event.addressLine1,
  address_line_2: event.addressLine2,
  city: event.city,
  state: event.state,
  postcode: event.postcode,
  country: event.country,
  latitude: event.latitude,
  longitude: event.longitude,
  ...event.venue,
})

/** Events as rows `r` of the table's type, in one parameter: a statement has too few for many events. */
const rowsOf = (rows: readonly object[]) =>
  sql`jsonb_populate_recordset(null::app.events, ${JSON.stringify(rows)}::jsonb) as r`

/** How new events begin: `formKey` of the form that creates one of them. */
export type Beginning = { readonly isDraft: boolean; readonly formKey?: string | undefined }

/**
 * Creates events, or drafts of them, in one statement; returns their ids with their references. `productIds`: by name.
 * @throws a check_violation of Postgres when a column's rule is broken.
 */
export async function insertEvents(
  { kysely }: Queries,
  events: readonly EventRecord[],
  productIds: ReadonlyMap<string, number>,
  { isDraft, formKey }: Beginning,
): Promise<{ eventId: number; externalRef: string | null }[]> {
  if (events.length === 0) return []
  const rows = events.map((event) => columnsOf(event, productIds.get(event.productName)))
  const names = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  const published = isDraft ? sql`null` : databaseNow
  const inserted = await sql<{ eventId: number; externalRef: string | null }>`
    insert into app.events (${names}, created_at, published_at, form_key)
    select ${names}, ${databaseNow}, ${published}, ${formKey ?? null}::uuid from ${rowsOf(rows)}
    returning event_id as "eventId", external_ref as "externalRef"`.execute(kysely)
  return inserted.rows
}

/** A change of an event. */
export type Change = { readonly eventId: number; readonly event: EventRecord }

/**
 * Changes events in one statement.
 * @throws a check_violation of Postgres when appointments exist and a change would take their place or time away.
 */
export async function updateEvents(
  { kysely }: Queries,
  changes: readonly Change[],
  productIds: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = changes.map(({ event }) => columnsOf(event, productIds.get(event.productName)))
  const [first] = rows
  if (first === undefined) return
  const set = Object.keys(first).map((name) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`)
  const named = rows.map((row, at) => ({ ...row, event_id: changes[at]?.eventId }))
  await sql`update app.events e set ${sql.join(set)} from ${rowsOf(named)}
     where e.event_id = r.event_id`.execute(kysely)
}

/** Which of the events cannot change so because places are taken: the fault by id. Locks nothing. */
export async function findChangeFaults(
  { kysely }: Queries,
  changes: readonly Change[],
): Promise<Map<number, string>> {
  const rows = changes.map(({ eventId, event }) => ({
    ...columnsOf(event, undefined),
    event_id: eventId,
  }))
  const found = await sql<{ id: number; fault: string }>`
    select e.event_id as id, fault
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as change
      join app.events e on e.event_id = (change ->> 'event_id')::bigint
      cross join lateral app.event_change_fault(e, jsonb_populate_record(e, change)) as fault
     where fault is not null`.execute(kysely)
  return new Map(found.rows.map(({ id, fault }) => [id, fault]))
}

/** How many booked patients get a mail when the event changes so (`app.mail_changed_event`). */
export async function countTold({ kysely }: Queries, { eventId, event }: Change): Promise<number> {
  // `ends_at` is generated: a record that is not stored does not have it.
  const endsAt = endInstant(event.date, event.endTime ?? '00:00').toISOString()
  const change = JSON.stringify({ ...columnsOf(event, undefined), ends_at: endsAt })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.events e join app.appointments a using (event_id)
     where e.event_id = ${eventId} and a.status = 'booked' and a.closed_at is null and a.slot_end > ${databaseNow}
       and app.told_details(e) <> app.told_details(jsonb_populate_record(e, ${change}::jsonb))`.execute(
    kysely,
  )
  return rows[0]?.count ?? 0
}
