import { csvLine } from '../../src/core/rules/csv.ts'
import { VENUE_FACTS } from '../../src/events/rules/venue.ts'
import type { DatedEvent } from './events.ts'

type Cell = string | number | boolean | undefined

const product = { name: 'Total PSA Test', price: 1900 }

/** The columns of `npm run events -- import`, in order, with their values. */
const columns: Readonly<Record<string, (event: DatedEvent) => Cell>> = {
  external_ref: ({ externalRef }) => externalRef,
  event_name: ({ name }) => name,
  event_description: ({ about }) => about,
  event_date: ({ date }) => date,
  start_time: ({ hours }) => hours.from,
  end_time: ({ hours }) => hours.to,
  session_duration: ({ hours }) => hours.slot,
  price_pence: ({ price }) => price,
  product_name: () => product.name,
  product_price_pence: () => product.price,
  payment_required: ({ paid }) => paid ?? false,
  lab_name: ({ lab }) => lab ?? 'Northgate Pathology',
  is_private: ({ accessCode }) => accessCode !== undefined,
  access_code: ({ accessCode }) => accessCode,
  exclusive_for: ({ exclusiveFor }) => exclusiveFor,
  audience: ({ audience }) => audience,
  total_spaces: ({ places }) => places.total,
  places_per_slot: ({ places }) => places.perSlot,
  contact_email: () => 'clinics@halyard.example',
  address_line_1: ({ where }) => where.venue,
  address_line_2: ({ where }) => where.street,
  city: ({ where }) => where.town,
  state: ({ where }) => where.county,
  postcode: ({ where }) => where.postcode,
  country: () => 'United Kingdom',
  latitude: ({ where }) => where.at[0],
  longitude: ({ where }) => where.at[1],
  ...Object.fromEntries(
    VENUE_FACTS.map((fact) => [fact, ({ venue }: DatedEvent) => venue?.[fact]]),
  ),
}

/** The events in the import's CSV format: prices in columns of pence, London times, empty cells for no value. */
export function eventsCsv(events: readonly DatedEvent[]): string {
  const lines = [
    Object.keys(columns),
    ...events.map((event) => Object.values(columns).map((cell) => cell(event))),
  ]
  return lines.map((cells) => csvLine(cells.map((cell) => String(cell ?? '')))).join('')
}
