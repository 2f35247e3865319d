import { readTypedFile } from '#core/commands/typed-file.ts'
import { type DeskFault, type DeskLine, readDeskLines } from '#results/rules/desk-line.ts'
import { NUMBER_COLUMN, SHEET_COLUMNS } from '#results/rules/sheet-columns.ts'

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
