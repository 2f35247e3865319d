import { openNumber } from '#account/server/database/profiles.ts'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { COMING_HEADING } from '#booking/texts/reminders.ts'
import { alignColumns } from '#core/commands/columns.ts'
import { csvLine } from '#core/rules/csv.ts'
import { nameKeys } from '#core/rules/lab-key.ts'
import { formatNhsNumber, isValidNhsNumber } from '#core/rules/nhs-number.ts'
import { inOneLine } from '#core/rules/one-line.ts'
import { formatLongDate, formatShortDate, londonTime } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { isEsneft, type ScreeningEvent } from '#events/rules/event.ts'
import { venueAddress } from '#events/rules/venue-address.ts'
import { findEvent } from '#events/server/database/events.ts'
import { NUMBER_COLUMN, ONLINE_CONSENT, SHEET_COLUMNS } from '#results/commands/clinic-file.ts'
import { listRunSheet, type RunSheetRow } from '#results/server/database/run-sheets.ts'

/** Rows for patients who come without an appointment. */
const SPARE_ROWS = 8
const TEXT_LEFT_OUT: readonly Heading[] = ['patient', 'event', 'outcome', 'reason', 'correction']
type Heading = (typeof SHEET_COLUMNS)[number] | 'here' | 'tested' | typeof NUMBER_COLUMN
type Cells = Partial<Record<Heading, string>>

const nameKey = (row: RunSheetRow): string => `${nameKeys(row).surname} ${row.birthDate}`

const referenceOf = ({ appointmentId, profileId }: RunSheetRow): string =>
  appointmentId === null ? `patient ${profileId}` : referenceNumber(appointmentId)

/** Two patients of one evening with one surname and birth date: a laboratory may not distinguish them. */
function warningOf(row: RunSheetRow, rows: readonly RunSheetRow[]): string {
  if (row.birthDate === null) return ''
  const others = rows.filter(
    (other) => other.profileId !== row.profileId && nameKey(other) === nameKey(row),
  )
  return others.length === 0
    ? ''
    : `SAME SURNAME AND BIRTH DATE AS ${others.map(referenceOf).join(', ')}`
}

/** What is recorded of a patient, as an attendance file has it. */
function outcomeOf({ status, label, takenAt, isNotTested }: RunSheetRow): Cells {
  if (label !== null && takenAt !== null) {
    return { outcome: 'attended', label, taken_at: londonTime(takenAt) }
  }
  if (isNotTested) return { outcome: 'not-tested' }
  return status === 'no_show' ? { outcome: 'no-show' } : {}
}

function statusOf({ status, isNotTested }: RunSheetRow): string {
  if (isNotTested) return 'not tested'
  return status?.replace('_', ' ') ?? 'walk-in'
}

const consentOf = ({ hasConsent, paperForm }: RunSheetRow): string => {
  if (paperForm !== null) return `form ${paperForm}`
  return hasConsent ? ONLINE_CONSENT : ''
}

const cellsOf = (row: RunSheetRow, rows: readonly RunSheetRow[], eventId: number): Cells => ({
  time: row.startsAt === null ? '' : londonTime(row.startsAt),
  place: row.place === null ? '' : String(row.place),
  ...(row.appointmentId === null
    ? { patient: String(row.profileId), event: String(eventId) }
    : { reference: referenceNumber(row.appointmentId) }),
  surname: inOneLine(row.lastName),
  'first name': inOneLine(row.firstName),
  'date of birth': row.birthDate === null ? '' : formatShortDate(row.birthDate),
  phone: inOneLine(row.phone ?? ''),
  status: statusOf(row),
  [COMING_HEADING]: row.isConfirmed ? 'yes' : '',
  warning: warningOf(row, rows),
  consent: consentOf(row),
  ...outcomeOf(row),
})

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

const tableOf = (headings: readonly Heading[], rows: readonly Cells[]): string[][] => [
  [...headings],
  ...rows.map((cells) => headings.map((heading) => cells[heading] ?? '')),
]

/** The sheet for paper: boxes to tick, and a space for the second label of the pair. */
function textOf(headings: readonly Heading[], rows: readonly Cells[]): string {
  const shown = headings.filter((heading) => !TEXT_LEFT_OUT.includes(heading))
  const at = shown.indexOf('label')
  const boxes = rows.map((cells) => ({
    ...cells,
    here: cells.outcome === undefined || cells.outcome === 'no-show' ? '[ ]' : '[x]',
    tested: cells.outcome === 'attended' ? '[x]' : '[ ]',
    label: cells.label ?? '_'.repeat(12),
    taken_at: cells.taken_at ?? '__:__',
  }))
  return alignColumns(tableOf([...shown.slice(0, at), 'here', 'tested', ...shown.slice(at)], boxes))
}

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
  const event = await findEvent(database, eventId, now, { withDrafts: true })
  if (event === undefined) return undefined
  const rows = await listRunSheet(database, eventId)
  await insertAudit(database, {
    actor: null,
    action: 'run-sheet-read',
    subject: `event:${eventId}`,
    requestId: null,
    operator,
  })
  const keys = isEsneft(event) ? sealer() : undefined
  const headings: Heading[] = [...SHEET_COLUMNS]
  if (keys !== undefined) headings.push(NUMBER_COLUMN)
  const filled = rows.map((row) => ({
    ...cellsOf(row, rows, eventId),
    ...(keys === undefined ? {} : { [NUMBER_COLUMN]: numberOf(row, keys) }),
  }))
  const all = [...filled, ...Array<Cells>(SPARE_ROWS).fill({ event: String(eventId) })]
  if (format === 'csv') return tableOf(headings, all).map(csvLine).join('')
  const booked = rows.filter(({ appointmentId }) => appointmentId !== null).length
  return `${headOf(event, booked).join('\n')}\n\n${textOf(headings, all)}`
}
