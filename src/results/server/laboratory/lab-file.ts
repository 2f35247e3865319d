import { createHash } from 'node:crypto'
import { CsvError, csvRecords, headerProblems } from '#core/rules/csv.ts'
import {
  LAB_COLUMNS,
  LAB_OPTIONAL_COLUMNS,
  type LabCells,
  type LabColumn,
  type LabRow,
  type RowFault,
  readLabRow,
} from '#results/rules/lab-row.ts'
import { readLabel } from '#results/rules/sample-label.ts'

/** Why a whole file is refused, with the line. */
export type FileFault = { readonly line: number; readonly problem: string }

/**
 * A record of a laboratory file; `row` is undefined when it has another number of cells than the header. A line that names several tubes,
 * because its cells are shifted or a line break is lost, is a record of each.
 */
export type LabRecord = {
  readonly line: number
  /** The cells by column, or in order when there are more or fewer than columns. */
  readonly sent: LabCells | readonly string[]
  readonly row: LabRow | undefined
  /** The tube that it is about, also where the label is in another column. */
  readonly label: string | undefined
}

/** A file whose header and quotation marks are right. `records` reads it again from the beginning. */
export type LabFile = {
  readonly rowCount: number
  /** Every label that can be read. */
  readonly labels: ReadonlySet<string>
  /** The labels with two rows of different content. */
  readonly twice: ReadonlySet<string>
  records(): Generator<LabRecord>
}

/** Reads the cells of a row by column name; an optional column that is not there is ''. */
function cellsReader(names: readonly string[]): (values: readonly string[]) => LabCells {
  const indexOf = new Map(names.map((name, at) => [name, at]))
  // One literal, so that a hundred thousand rows are objects of one small shape.
  return (values) => {
    const cell = (name: LabColumn) => values[indexOf.get(name) ?? -1] ?? ''
    return {
      laboratory: cell('laboratory'),
      label: cell('label'),
      surname: cell('surname'),
      date_of_birth: cell('date_of_birth'),
      collected_on: cell('collected_on'),
      test: cell('test'),
      value: cell('value'),
      unit: cell('unit'),
      status: cell('status'),
      forename: cell('forename'),
      nhs_number: cell('nhs_number'),
      lab_ref: cell('lab_ref'),
      comments: cell('comments'),
    }
  }
}

/** The content of a row, for comparison with other rows. */
export const contentOf = (sent: LabRecord['sent']): string =>
  JSON.stringify(Object.values(sent).map((cell) => cell.trim()))

const DAYS =
  'days are written YYYY-MM-DD. Import the file as the laboratory sent it, not as a spreadsheet saved it; where the laboratory writes days otherwise, ask it for this form'
/** The column that a fault of a row says is unreadable, and what to do when it is in every row. */
const COLUMN_OF_FAULT: Partial<Record<RowFault, readonly [column: LabColumn, what: string]>> = {
  'label-unreadable': ['label', 'are these the labels on the tubes?'],
  'surname-missing': ['surname', 'ask the laboratory for a file with surnames'],
  'birth-date-unreadable': ['date_of_birth', DAYS],
  'collection-day-unreadable': ['collected_on', DAYS],
  'nhs-number-unreadable': [
    'nhs_number',
    'it has ten digits; a spreadsheet may have rewritten it: import the file as the laboratory sent it',
  ],
  'status-unreadable': ['status', 'ask the laboratory for F, C, W, P or X'],
  'value-unreadable': ['value', 'a value is a number such as 1.20 or <0.1: is it another column?'],
  'unit-differs': ['unit', 'the unit is ng/mL or µg/L: ask the laboratory for one of them'],
}

/** What the first reading of a file finds. */
type FirstReading = {
  readonly rowCount: number
  /** What the first row of each label says, as a short hash. */
  readonly contents: ReadonlyMap<string, string>
  readonly twice: ReadonlySet<string>
  /** The faults that are common to all rows with a cell for each column. */
  readonly inEveryRow: readonly RowFault[]
  readonly fullRows: number
  /** A row takes a value back: it counts whatever else is wrong with the file. */
  readonly hasWithdrawal: boolean
}

function readThrough(records: Iterable<LabRecord>): FirstReading {
  const contents = new Map<string, string>()
  const twice = new Set<string>()
  let inEveryRow: readonly RowFault[] | undefined
  let [rowCount, fullRows, hasWithdrawal] = [0, 0, false]
  for (const { sent, row, label } of records) {
    rowCount += 1
    if (row !== undefined) {
      fullRows += 1
      inEveryRow = inEveryRow?.filter((fault) => row.faults.includes(fault)) ?? row.faults
    }
    if (label === undefined) continue
    hasWithdrawal ||= row?.status === 'wrong'
    const content = createHash('sha256').update(contentOf(sent)).digest('base64')
    if ((contents.get(label) ?? content) !== content) twice.add(label)
    else contents.set(label, content)
  }
  return { rowCount, contents, twice, inEveryRow: inEveryRow ?? [], fullRows, hasWithdrawal }
}

/** A column that is unreadable in every one of several rows: the file is refused, because the right one will follow. */
function columnFaults({ fullRows, inEveryRow, hasWithdrawal }: FirstReading): FileFault[] {
  if (fullRows < 2 || hasWithdrawal) return []
  return inEveryRow.flatMap((fault) => {
    const [column, what] = COLUMN_OF_FAULT[fault] ?? []
    return column ? [{ line: 1, problem: `no row has a readable ${column}: ${what}` }] : []
  })
}

/**
 * Opens a laboratory file (CSV with a header of LAB_COLUMNS and, optionally, LAB_OPTIONAL_COLUMNS). It is read twice, so that
 * it is never in memory as rows.
 */
export function openLabFile(
  csv: string,
): { ok: true; file: LabFile } | { ok: false; faults: FileFault[] } {
  try {
    const header = csvRecords(csv).next()
    if (header.done) return { ok: false, faults: [{ line: 1, problem: 'the file is empty' }] }
    const names = header.value.cells.map((name) => name.trim().toLowerCase())
    const problems = headerProblems(names, LAB_COLUMNS, LAB_OPTIONAL_COLUMNS)
    if (problems.length > 0) {
      return { ok: false, faults: problems.map((problem) => ({ line: 1, problem })) }
    }
    const read = readThrough(readRecords(csv, names))
    if (read.rowCount === 0) {
      return { ok: false, faults: [{ line: 1, problem: 'the file has no rows' }] }
    }
    const faults = columnFaults(read)
    if (faults.length > 0) return { ok: false, faults }
    return {
      ok: true,
      file: {
        ...read,
        labels: new Set(read.contents.keys()),
        records: () => readRecords(csv, names),
      },
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { ok: false, faults: [{ line: error.line, problem: error.message }] }
  }
}

/** The label of a row, or every cell that is a label where its column has none: each of these tubes may be the row's. */
function labelsOf(row: LabRow | undefined, cells: readonly string[]): (string | undefined)[] {
  if (row?.label !== undefined) return [row.label]
  const labels = new Set(cells.flatMap((cell) => readLabel(cell) ?? []))
  return labels.size > 0 ? [...labels] : [undefined]
}

function* readRecords(csv: string, names: readonly string[]): Generator<LabRecord> {
  const cellsOf = cellsReader(names)
  let isHeader = true
  for (const { line, cells } of csvRecords(csv)) {
    if (!isHeader) {
      const named = cells.length === names.length ? cellsOf(cells) : undefined
      const row = named && readLabRow(named)
      for (const label of labelsOf(row, cells)) yield { line, sent: named ?? cells, row, label }
    }
    isHeader = false
  }
}
