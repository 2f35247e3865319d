import { openNumber } from '#account/server/database/profiles.ts'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { COMING_HEADING } from '#booking/texts/reminders.ts'
import { csvLine } from '#core/rules/csv.ts'
import { formatNhsNumber, isValidNhsNumber } from '#core/rules/nhs-number.ts'
import { inOneLine } from '#core/rules/one-line.ts'
import { formatShortDate, londonTime } from '#core/rules/time.ts'
import type { Disclosure } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { isEsneft, type ScreeningEvent } from '#events/rules/event.ts'
import { findEvent } from '#events/server/database/events.ts'
import { namesakesOf } from '#results/rules/attendees.ts'
import { ONLINE_CONSENT } from '#results/rules/desk-line.ts'
import { NUMBER_COLUMN, SHEET_COLUMNS } from '#results/rules/sheet-columns.ts'
import { listRunSheet, type RunSheetRow } from '#results/server/database/run-sheets.ts'

/** Rows for patients who come without an appointment. */
export const SPARE_ROWS = 8

export type SheetHeading = (typeof SHEET_COLUMNS)[number] | typeof NUMBER_COLUMN
export type SheetCells = Partial<Record<SheetHeading, string>>

/** The patients of an event as the run sheet has them. */
export type RunSheet = {
  readonly event: ScreeningEvent
  readonly rows: readonly RunSheetRow[]
  readonly headings: readonly SheetHeading[]
  /** The cells of the rows, then of the spare rows. */
  readonly cells: readonly SheetCells[]
  readonly readAt: Date
}

export type RunSheetDeps = {
  readonly database: Database
  /** Reads the keys when a sheet needs them. */
  readonly sealer: () => Sealer
  readonly now: Date
  /** When it throws, nothing is returned. */
  readonly record: (disclosure: Disclosure) => Promise<void>
}

/** How a row is named to people who read the sheet. */
export const referenceOf = ({
  appointmentId,
  profileId,
}: Pick<RunSheetRow, 'appointmentId' | 'profileId'>): string =>
  appointmentId === null ? `patient ${profileId}` : referenceNumber(appointmentId)

function warningOf(row: RunSheetRow, rows: readonly RunSheetRow[]): string {
  const others = namesakesOf(row, rows)
  return others.length === 0
    ? ''
    : `SAME SURNAME AND BIRTH DATE AS ${others.map(referenceOf).join(', ')}`
}

/** What is recorded of a patient, as an attendance file has it. */
function outcomeOf({ status, state, label, takenAt }: RunSheetRow): SheetCells {
  if (label !== null && takenAt !== null) {
    return { outcome: 'attended', label, taken_at: londonTime(takenAt) }
  }
  if (state === 'not-tested') return { outcome: 'not-tested' }
  return status === 'no_show' ? { outcome: 'no-show' } : {}
}

function statusOf({ status, state }: RunSheetRow): string {
  if (state === 'not-tested') return 'not tested'
  return status?.replace('_', ' ') ?? 'walk-in'
}

const consentOf = ({ hasConsent, paperForm }: RunSheetRow): string => {
  if (paperForm !== null) return `form ${paperForm}`
  return hasConsent ? ONLINE_CONSENT : ''
}

const cellsOf = (row: RunSheetRow, rows: readonly RunSheetRow[], eventId: number): SheetCells => ({
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

/**
 * The run sheet of an event, by time; undefined when there is no such event. It is recorded first, because the sheet names patients.
 * Only an event of ESNEFT shows NHS numbers: `sealer` is not called for any other.
 */
export async function openRunSheet(
  { database, sealer, now, record }: RunSheetDeps,
  eventId: number,
): Promise<RunSheet | undefined> {
  const event = await findEvent(database, eventId, now, { withDrafts: true })
  if (event === undefined) return undefined
  const rows = await listRunSheet(database, eventId)
  await record({
    action: 'run-sheet-read',
    subject: `event:${eventId}`,
    patients: rows.map(({ profileId }) => profileId),
  })
  const keys = isEsneft(event) ? sealer() : undefined
  const filled = rows.map((row) => ({
    ...cellsOf(row, rows, eventId),
    ...(keys === undefined ? {} : { [NUMBER_COLUMN]: numberOf(row, keys) }),
  }))
  return {
    event,
    rows,
    headings: keys === undefined ? SHEET_COLUMNS : [...SHEET_COLUMNS, NUMBER_COLUMN],
    readAt: now,
    cells: [...filled, ...Array<SheetCells>(SPARE_ROWS).fill({ event: String(eventId) })],
  }
}

/** The headings and the rows as lists of texts. */
export const tableOf = <Heading extends string>(
  headings: readonly Heading[],
  rows: readonly Partial<Record<Heading, string>>[],
): string[][] => [
  [...headings],
  ...rows.map((cells) => headings.map((heading) => cells[heading] ?? '')),
]

/** The sheet as the file that attendance reads. */
export const sheetCsv = ({ headings, cells }: RunSheet): string =>
  tableOf(headings, cells).map(csvLine).join('')
