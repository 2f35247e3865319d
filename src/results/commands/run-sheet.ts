import { alignColumns } from '#core/commands/columns.ts'
import { formatLongDate } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { ScreeningEvent } from '#events/rules/event.ts'
import { venueAddress } from '#events/rules/venue-address.ts'
import {
  openRunSheet,
  type RunSheetDeps,
  type SheetCells,
  type SheetHeading,
  sheetCsv,
  tableOf,
} from '#results/server/run-sheet.ts'

const LEFT_OUT: readonly SheetHeading[] = ['patient', 'event', 'outcome', 'reason', 'correction']

function headOf(event: ScreeningEvent, booked: number): string[] {
  const { name, date, startTime, endTime } = event
  return [
    `${name ?? 'Event'} (${event.eventId})${event.cancelled ? ' - CANCELLED' : ''}`,
    `${formatLongDate(date)}, ${startTime}${endTime === undefined ? '' : ` to ${endTime}`}`,
    venueAddress(event, { withCountry: false }),
    `${booked} of ${event.totalSpaces} places booked`,
  ].filter((line) => line !== '')
}

/** The sheet for paper: boxes to tick, and a space for the second label of the pair. */
function textOf(headings: readonly SheetHeading[], rows: readonly SheetCells[]): string {
  const shown = headings.filter((heading) => !LEFT_OUT.includes(heading))
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

/** The run sheet of an event as text or CSV; undefined when the event does not exist. The audit log names the operator. */
export async function runSheet(
  { database, ...deps }: Omit<RunSheetDeps, 'record'>,
  eventId: number,
  format: 'text' | 'csv',
  operator: string,
): Promise<string | undefined> {
  const record: RunSheetDeps['record'] = ({ patients, ...read }) =>
    insertAudit(database, { actor: null, requestId: null, operator, ...read, subjects: patients })
  const sheet = await openRunSheet({ database, ...deps, record }, eventId)
  if (sheet === undefined) return undefined
  if (format === 'csv') return sheetCsv(sheet)
  const booked = sheet.rows.filter(({ appointmentId }) => appointmentId !== null).length
  return `${headOf(sheet.event, booked).join('\n')}\n\n${textOf(sheet.headings, sheet.cells)}`
}
