import { COMING_HEADING } from '#booking/texts/reminders.ts'
import { readTypedFile } from '#core/commands/typed-file.ts'
import { type DeskFault, type DeskLine, readDeskLines } from '#results/rules/desk-line.ts'

/**
 * The columns of the run sheet, which is also the attendance file (EVM-02, CLI-05): what is printed is what is read. The NHS number of a
 * sheet for ESNEFT is one more.
 */
export const SHEET_COLUMNS = [
  'time',
  'place',
  'reference',
  'patient',
  'event',
  'surname',
  'first name',
  'date of birth',
  'phone',
  'status',
  COMING_HEADING,
  'warning',
  'consent',
  'outcome',
  'label',
  'taken_at',
  'reason',
  'correction',
] as const
export const NUMBER_COLUMN = 'NHS number'

const NEEDED = ['reference', 'outcome', 'label', 'taken_at'] as const
type Column = (typeof SHEET_COLUMNS)[number]

/** Reads an attendance file (CLI-05): its lines, and every fault of their form. */
export function readClinicFile(csv: string): { lines: DeskLine[]; faults: DeskFault[] } {
  const optional = [
    ...SHEET_COLUMNS.filter((column) => !NEEDED.some((name) => name === column)),
    NUMBER_COLUMN.toLowerCase() as Column,
  ]
  const file = readTypedFile<Column>(csv, { needed: NEEDED, optional })
  const { lines, faults } = readDeskLines(file.rows)
  return { lines, faults: [...file.faults, ...faults] }
}
