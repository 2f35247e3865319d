import {
  ALL_LAB_COLUMNS,
  comparedText,
  type DateForm,
  isOptional,
  type LabColumn,
  type LabMapping,
} from '#results/rules/lab-mapping.ts'
import type { LabCells, RowFault } from '#results/rules/lab-row.ts'
import { spreadsheetMark } from '#results/rules/spreadsheet-marks.ts'
import type { LabRecord, SentBy } from '#results/server/laboratory/lab-lines.ts'

/** Why a whole file is refused, with the line. */
export type FileFault = { readonly line: number; readonly problem: string }

const daysText = (dates: DateForm) =>
  `days are written ${dates.toUpperCase()}. Take over the file as the laboratory sent it, not as a spreadsheet saved it; where the laboratory writes days otherwise, its mapping says how`
/** The column that a fault of a row says is unreadable, and what to do when it is in every row. */
const COLUMN_OF_FAULT: Partial<Record<RowFault, readonly [column: LabColumn, what: string]>> = {
  'label-unreadable': ['label', 'are these the labels on the tubes?'],
  'surname-missing': ['surname', 'ask the laboratory for a file with surnames'],
  'birth-date-unreadable': ['date_of_birth', ''],
  'collection-day-unreadable': ['collected_on', ''],
  'nhs-number-unreadable': [
    'nhs_number',
    'it has ten digits; a spreadsheet may have rewritten it: take over the file as the laboratory sent it',
  ],
  'status-unreadable': [
    'status',
    'the words of the laboratory are in its mapping; without one it sends F, C, W, P or X',
  ],
  'value-unreadable': ['value', 'a value is a number such as 1.20 or <0.1: is it another column?'],
  'unit-differs': ['unit', 'the unit is ng/mL or µg/L: ask the laboratory for one of them'],
  'test-differs': ['test', 'the names of the PSA test are in the mapping of the laboratory'],
}

/** What decides, after the first reading, whether the rows of a file are read. */
export type FileSigns = {
  readonly rowCount: number
  /** The faults that are common to all rows with a cell for each column. */
  readonly inEveryRow: readonly RowFault[]
  readonly fullRows: number
  /** Rows that name the chosen laboratory. */
  readonly rowsOfLab: number
  /** A row takes a value back: it counts whatever else is wrong with the file. */
  readonly hasWithdrawal: boolean
  /** What a spreadsheet wrote, in the first row that has it. */
  readonly mark: FileFault | undefined
}

/** What a spreadsheet wrote in a record. */
export function markOf({ line, sent }: LabRecord): FileFault | undefined {
  const mark = Array.isArray(sent) ? undefined : spreadsheetMark(sent as LabCells)
  return (
    mark && {
      line,
      problem: `a spreadsheet has changed this file (${mark.column}: ${mark.what}): take over the file as the laboratory sent it, and do not open it in a spreadsheet first`,
    }
  )
}

/** Why the rows of a file are not read: it is of another laboratory, a spreadsheet changed it, or a column is unreadable in every one of several rows. The right file will follow. */
export function wholeFaults(
  { fullRows, inEveryRow, hasWithdrawal, rowsOfLab, rowCount, mark }: FileSigns,
  { name, mapping }: SentBy,
): FileFault[] {
  if (rowCount === 0) return [{ line: 1, problem: 'the file has no rows' }]
  if (name !== undefined && fullRows > 0 && rowsOfLab === 0) {
    return [
      {
        line: 1,
        problem: `no row names ${name}: choose the laboratory that sent the file, or send the right file`,
      },
    ]
  }
  if (hasWithdrawal) return []
  if (mark) return [mark]
  if (fullRows < 2) return []
  return inEveryRow.flatMap((fault) => {
    const [column, what] = COLUMN_OF_FAULT[fault] ?? []
    if (!column) return []
    const header = mapping.headers[column] || column
    return [
      { line: 1, problem: `no row has a readable ${header}: ${what || daysText(mapping.dates)}` },
    ]
  })
}

const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const

const quoted = (columns: readonly { header: string }[]) =>
  columns.map(({ header }) => `'${header}'`).join(', ')

/** What is wrong with the line of headers. A header that is not known is not repeated: the line may be a patient's. */
export function headerFaults(cells: readonly string[], mapping: LabMapping): string[] {
  const names = cells.map(comparedText)
  const { headers, unread, separator } = mapping
  const others = Object.keys(SEPARATORS).filter((one) => one !== separator)
  if (cells.length === 1 && others.some((one) => cells[0]?.includes(one))) {
    return [
      `the cells are not separated by ${SEPARATORS[separator]}: choose the laboratory that sent the file, and look at its mapping`,
    ]
  }
  const expected = ALL_LAB_COLUMNS.flatMap((column) =>
    headers[column] === '' ? [] : [{ column, header: headers[column] }],
  )
  const known = new Set([...expected.map(({ header }) => header), ...unread].map(comparedText))
  const missing = expected.filter(
    ({ column, header }) => !isOptional(mapping, column) && !names.includes(comparedText(header)),
  )
  // A separator at the end of each line makes an empty header. Its cells must be empty (`checkUnnamed`).
  const unknown = names.flatMap((name, at) => (name === '' || known.has(name) ? [] : [at + 1]))
  const twice = expected.filter(
    ({ header }) => names.filter((name) => name === comparedText(header)).length > 1,
  )
  return [
    ...(missing.length > 0 ? [`of the headers, these are missing: ${quoted(missing)}`] : []),
    ...(twice.length > 0 ? [`of the headers, these are there twice: ${quoted(twice)}`] : []),
    ...(unknown.length > 0
      ? [
          `the header of column ${unknown.slice(0, 20).join(', ')} is not known: the mapping of the laboratory names every column and every line before the headers`,
        ]
      : []),
  ]
}
