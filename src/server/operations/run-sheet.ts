import { isEsneft, type ScreeningEvent } from '#domain/event.ts'
import { formatNhsNumber, isValidNhsNumber } from '#domain/nhs-number.ts'
import { COMING_HEADING } from '#domain/texts/reminders.ts'
import { formatLongDate, formatShortDate, londonTime } from '#domain/time.ts'
import { venueAddress } from '#domain/venue-address.ts'
import type { Database } from '#server/database/database.ts'
import { csvLine, inOneLine } from '#server/operations/csv.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { findEvent } from '#server/repositories/events.ts'
import { openNumber } from '#server/repositories/profiles.ts'
import { listRunSheet, type RunSheetRow } from '#server/repositories/run-sheets.ts'
import type { Sealer } from '#server/security/seal.ts'

const HEADINGS = [
  'time',
  'place',
  'name',
  'date of birth',
  'phone',
  'status',
  COMING_HEADING,
] as const
const NUMBER_HEADING = 'NHS number'

const cellsOf = (row: RunSheetRow): string[] => [
  londonTime(row.startsAt),
  String(row.place),
  inOneLine(`${row.firstName} ${row.lastName}`),
  row.birthDate === null ? '' : formatShortDate(row.birthDate),
  inOneLine(row.phone ?? ''),
  row.status.replace('_', ' '),
  row.isConfirmed ? 'yes' : '',
]

/** Without a valid number the laboratory rejects the sample: the sheet says so (NHS-02). */
function numberOf(row: RunSheetRow, sealer: Sealer): string {
  const digits = openNumber(row, sealer)
  return digits !== null && isValidNhsNumber(digits) ? formatNhsNumber(digits) : 'MISSING'
}

function headOf(event: ScreeningEvent, booked: number): string[] {
  const { name, date, startTime, endTime } = event
  return [
    `${name ?? 'Event'} (${event.eventId})${event.cancelled ? ' - CANCELLED' : ''}`,
    `${formatLongDate(date)}, ${startTime}${endTime === undefined ? '' : ` to ${endTime}`}`,
    venueAddress(event, { withCountry: false }),
    `${booked} of ${event.totalSpaces} places booked`,
  ].filter((line) => line !== '')
}

/** Aligns rows in columns, for paper and terminals. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/** Headings and rows; with a sealer the NHS number is the last column. */
const tableOf = (rows: readonly RunSheetRow[], sealer: Sealer | undefined): string[][] =>
  sealer === undefined
    ? [[...HEADINGS], ...rows.map(cellsOf)]
    : [
        [...HEADINGS, NUMBER_HEADING],
        ...rows.map((row) => [...cellsOf(row), numberOf(row, sealer)]),
      ]

export type RunSheetDeps = {
  readonly database: Database
  /** Reads the keys when a sheet needs them. */
  readonly sealer: () => Sealer
  readonly now: Date
}

/**
 * The run sheet of an event as text or CSV, by time; undefined when there is no such event. Adds an audit entry, because
 * the sheet contains personal data. Only an event of ESNEFT shows NHS numbers: `sealer` is not called for any other.
 */
export async function runSheet(
  { database, sealer, now }: RunSheetDeps,
  eventId: number,
  format: 'text' | 'csv',
  operator: string,
): Promise<string | undefined> {
  const event = await findEvent(database, eventId, now)
  if (event === undefined) return undefined
  const rows = await listRunSheet(database, eventId)
  await insertAudit(database, {
    actor: null,
    action: 'run-sheet-read',
    subject: `event:${eventId}`,
    requestId: null,
    operator,
  })
  const table = tableOf(rows, isEsneft(event) ? sealer() : undefined)
  if (format === 'csv') return table.map(csvLine).join('')
  return `${headOf(event, rows.length).join('\n')}\n\n${alignColumns(table)}`
}
