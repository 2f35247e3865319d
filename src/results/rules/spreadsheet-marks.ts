import { ALL_LAB_COLUMNS, type LabColumn } from '#results/rules/lab-mapping.ts'

const DAY_NUMBER = [/^\d{5}(?:\.\d+)?$/, 'a day as a number'] as const
const SCIENTIFIC = [/^\d(?:\.\d+)?E\+\d+$/i, 'a number without its last digits'] as const
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const VALUE_AS_DAY = [
  new RegExp(`^(?:\\d{1,2}-(?:${MONTHS})|(?:${MONTHS})-\\d{2})$`, 'i'),
  'a value as a day',
] as const
const ERROR = [
  /^(?:#{3,}|#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!))$/,
  'an error of the spreadsheet',
] as const

const MARKS: Partial<Record<LabColumn, readonly (readonly [RegExp, string])[]>> = {
  label: [SCIENTIFIC],
  date_of_birth: [DAY_NUMBER],
  collected_on: [DAY_NUMBER],
  value: [VALUE_AS_DAY],
  nhs_number: [SCIENTIFIC],
  lab_ref: [SCIENTIFIC],
}

/** What only a spreadsheet writes, and no laboratory: the whole file may have lost something, so none of its rows is read. */
export function spreadsheetMark(
  cells: Readonly<Record<LabColumn, string>>,
): { column: LabColumn; what: string } | undefined {
  for (const column of ALL_LAB_COLUMNS) {
    if (column === 'comments') continue
    const text = cells[column].trim()
    const mark = [...(MARKS[column] ?? []), ERROR].find(([pattern]) => pattern.test(text))
    if (mark) return { column, what: mark[1] }
  }
  return undefined
}
