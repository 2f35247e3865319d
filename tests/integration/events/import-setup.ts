import { csvLine } from '#core/rules/csv.ts'
import { importEvents } from '#events/commands/import-events.ts'
import { EVENT_COLUMNS, type EventColumn } from '#events/server/saving/event-columns.ts'
import type { PriceChoices } from '#events/server/saving/event-prices.ts'
import { bookingFile } from '#tests/integration/booking/booking-file.ts'

const NOW = '2027-01-05T09:00:00Z'
export const DAY = '2027-06-16'

export type Cells = Partial<Record<EventColumn, string>>

/** A row that is accepted once it has an `external_ref`. */
export const VALID: Cells = {
  event_date: DAY,
  start_time: '09:00',
  end_time: '12:00',
  session_duration: '10',
  lab_name: 'Northgate Pathology',
  audience: 'community',
  total_spaces: '18',
}

/** The text of an events file with these rows; columns that a row lacks are empty. */
export const csv = (...rows: Cells[]) =>
  [EVENT_COLUMNS, ...rows.map((row) => EVENT_COLUMNS.map((name) => row[name] ?? ''))]
    .map((cells) => csvLine(cells))
    .join('')

/** The import of rows as an events file, and the events that it stores. Registers the hooks of the test file. */
export function importSetup() {
  const booking = bookingFile(NOW)
  return {
    booking,
    importRows: (...rows: Cells[]) => importEvents(booking.services, csv(...rows), 'Olive'),
    importWith: (choices: PriceChoices, ...rows: Cells[]) =>
      importEvents(booking.services, csv(...rows), 'Olive', choices),
    findEvent: (ref: string) =>
      booking.services.database.kysely
        .selectFrom('events')
        .innerJoin('products', 'products.product_id', 'events.product_id')
        .selectAll('events')
        .select('product_name')
        .where('external_ref', '=', ref)
        .executeTakeFirst(),
  }
}
