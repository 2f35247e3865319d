import { decimalPounds } from '#core/rules/money.ts'
import { formatShortDate } from '#core/rules/time.ts'
import { VENUE_FACTS } from '#events/rules/venue.ts'
import type { EventRecord } from '#events/server/database/event-records.ts'
import { EVENT_COLUMNS, type EventColumn } from '#events/server/saving/event-columns.ts'
import type { PriceChoices } from '#events/server/saving/event-prices.ts'
import {
  type EventRow,
  type Fault,
  type Places,
  placesOf,
  readEventRow,
} from '#events/server/saving/event-row.ts'

/** The fields of a form of an event, by the columns of the import; a form has no pence. */
export const FORM_FIELDS: readonly EventColumn[] = EVENT_COLUMNS.filter(
  (column) => column !== 'price_pence' && column !== 'product_price_pence',
)

/** What was typed, by field, and what was confirmed. */
export type EventForm = {
  readonly fields: ReadonlyMap<EventColumn, string>
  readonly choices: PriceChoices
}

/** Questions without a usual answer: an empty cell of a file has one. */
const ASKED: readonly EventColumn[] = ['places_per_slot', 'payment_required', 'is_private']

/** In place of a value with a fault, so that the others can be compared with the stored events. */
const NEUTRAL: Partial<Record<EventColumn, string>> = {
  event_date: '31/12/2999',
  start_time: '00:00',
  end_time: '00:00',
  session_duration: '1',
  places_per_slot: '1',
  total_spaces: '0',
  audience: 'community',
  lab_name: 'none',
}

/** The event with neutral values in place of those with a fault, or undefined when even so it cannot be read. */
function withoutFaults(
  fields: EventForm['fields'],
  faults: readonly Fault[],
): EventRow | undefined {
  const faulty = faults.map(({ field }) => field as EventColumn)
  const place: EventColumn[] = faulty.some((field) => /tude$/.test(field))
    ? ['latitude', 'longitude']
    : []
  const neutral = [...faulty, ...place, 'total_spaces' as const].map(
    (field): [EventColumn, string] => [field, NEUTRAL[field] ?? ''],
  )
  return readEventRow(1, new Map([...fields, ...neutral])).row
}

/** Reads a form. Without a number of places the event has all that its times have. */
export function readEventForm({ fields }: EventForm): {
  readonly faults: readonly Fault[]
  readonly places: Places | undefined
  readonly row: EventRow | undefined
  /** For a form with faults: what is left to compare. */
  readonly rest: EventRow | undefined
} {
  const isEmpty = (field: EventColumn) => (fields.get(field) ?? '').trim() === ''
  const missing = ASKED.filter(isEmpty)
  const first = readEventRow(1, fields)
  const places = missing.includes('places_per_slot') ? undefined : placesOf(first.values)
  const isWhole = isEmpty('total_spaces')
  const read =
    isWhole && places !== undefined
      ? readEventRow(1, new Map([...fields, ['total_spaces', String(places.places)]]))
      : first
  // The number of places follows from the times, which have faults here.
  const found = read.faults.filter(({ field }) => !(isWhole && field === 'total_spaces'))
  const faults = [
    ...found,
    ...missing.map((field): Fault => ({ line: 1, field, problem: 'is missing' })),
  ].sort((a, b) => placeOf(a) - placeOf(b))
  if (faults.length === 0) return { faults, places, row: read.row, rest: undefined }
  return { faults, places, row: undefined, rest: withoutFaults(fields, faults) }
}

const placeOf = ({ field }: Fault) => FORM_FIELDS.indexOf(field as EventColumn)

const flag = (value: boolean | null) => (value === true ? 'true' : 'false')
const pounds = (pence: number | null) => (pence === null ? '' : decimalPounds(pence))
const text = (value: string | number | null | undefined) => String(value ?? '')

/** The fields of a stored event, as the form shows them. Its access code is not shown. */
export const fieldsOf = (event: EventRecord): ReadonlyMap<EventColumn, string> =>
  new Map<EventColumn, string>([
    ['external_ref', text(event.externalRef)],
    ['event_name', text(event.name)],
    ['event_description', text(event.description)],
    ['event_date', formatShortDate(event.date)],
    ['start_time', event.startTime],
    ['end_time', text(event.endTime)],
    ['session_duration', text(event.sessionMinutes)],
    ['price', pounds(event.pricePence)],
    ['product_name', event.productName],
    ['product_price', pounds(event.productPricePence)],
    ['payment_required', flag(event.paymentRequired)],
    ['lab_name', text(event.labName)],
    ['is_private', flag(event.isPrivate)],
    ['access_code', ''],
    ['exclusive_for', text(event.exclusiveFor)],
    ['audience', event.audience],
    ['total_spaces', text(event.totalSpaces)],
    ['places_per_slot', text(event.placesPerSlot)],
    ['walk_in_places', text(event.walkInPlaces)],
    ['contact_email', text(event.contactEmail)],
    ['address_line_1', text(event.addressLine1)],
    ['address_line_2', text(event.addressLine2)],
    ['city', text(event.city)],
    ['state', text(event.state)],
    ['postcode', text(event.postcode)],
    ['country', text(event.country)],
    ['latitude', text(event.latitude)],
    ['longitude', text(event.longitude)],
    ...VENUE_FACTS.map((fact): [EventColumn, string] => [fact, text(event.venue[fact])]),
  ])
