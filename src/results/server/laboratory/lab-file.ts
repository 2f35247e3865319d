import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type CsvRecord, csvRecords } from '#core/rules/csv.ts'
import { comparedName } from '#core/rules/lab-key.ts'
import {
  ALL_LAB_COLUMNS,
  comparedText,
  type DateForm,
  isOptional,
  isOtherTest,
  isSkipped,
  type LabColumn,
  type LabMapping,
  SPECIFICATION,
} from '#results/rules/lab-mapping.ts'
import { type LabCells, type LabRow, type RowFault, readLabRow } from '#results/rules/lab-row.ts'
import { readLabel } from '#results/rules/sample-label.ts'
import { spreadsheetMark } from '#results/rules/spreadsheet-marks.ts'

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

/** The laboratory that a person chose, and how it writes its files. */
export type SentBy = { readonly name: string | undefined; readonly mapping: LabMapping }

/** A file without a laboratory is in the standard format: its rows name theirs. */
const UNCHOSEN: SentBy = { name: undefined, mapping: SPECIFICATION }

/** A file whose header and quotation marks are right. `records` reads it again from the beginning. */
export type LabFile = {
  readonly rowCount: number
  /** Lines that are not rows, and rows of other tests, as the mapping says. */
  readonly skipped: number
  /** The numbers of the first of these lines. */
  readonly skippedLines: readonly number[]
  readonly otherTests: number
  /** Every label that can be read. */
  readonly labels: ReadonlySet<string>
  /** The labels with two rows of different content. */
  readonly twice: ReadonlySet<string>
  /** Rows by what cannot be read in them. */
  readonly faults: Readonly<Partial<Record<RowFault, number>>>
  records(): Generator<LabRecord>
}

/** Reads the cells of a row by the headers; a column that is not there is '', and the laboratory is the chosen one. */
function cellsReader(
  names: readonly string[],
  { name: laboratory = '', mapping }: SentBy,
): (values: readonly string[]) => LabCells {
  const indexOf = new Map(
    ALL_LAB_COLUMNS.map((column) => {
      const header = comparedText(mapping.headers[column])
      return [column, header === '' ? -1 : names.indexOf(header)]
    }),
  )
  const hasLaboratory = (indexOf.get('laboratory') ?? -1) >= 0
  // One literal, so that a hundred thousand rows are objects of one small shape.
  return (values) => {
    const cell = (name: LabColumn) => values[indexOf.get(name) ?? -1] ?? ''
    return {
      laboratory: hasLaboratory ? cell('laboratory') : laboratory,
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
    'the words of the laboratory stand in its mapping; without one it sends F, C, W, P or X',
  ],
  'value-unreadable': ['value', 'a value is a number such as 1.20 or <0.1: is it another column?'],
  'unit-differs': ['unit', 'the unit is ng/mL or µg/L: ask the laboratory for one of them'],
  'test-differs': ['test', 'the names of the PSA test stand in the mapping of the laboratory'],
}

/** What the first reading of a file finds. */
type FirstReading = {
  readonly rowCount: number
  readonly skipped: number
  readonly skippedLines: readonly number[]
  readonly otherTests: number
  /** What the first row of each label says, as a short hash. */
  readonly contents: ReadonlyMap<string, string>
  readonly twice: ReadonlySet<string>
  readonly faults: LabFile['faults']
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

/** Records after which other work of the process has its turn. */
const TURN = 250
/** More than an event day of every hall of the country; a larger file is read in pieces. */
export const MOST_ROWS = 150_000

/** Reads a file for the first time, in turns with other work. */
async function readThrough(lines: Iterable<Line>, { name = '' }: SentBy): Promise<FirstReading> {
  const reading = new Reading(comparedName(name))
  let read = 0
  for (const line of lines) {
    read += 1
    if (read % TURN === 0) await setImmediate()
    reading.add(line)
  }
  return reading
}

/** Skipped lines that a report names. */
const MOST_SKIPPED = 50

class Reading {
  readonly contents = new Map<string, string>()
  readonly twice = new Set<string>()
  readonly faults: Partial<Record<RowFault, number>> = {}
  inEveryRow: readonly RowFault[] = []
  mark: FileFault | undefined
  rowCount = 0
  fullRows = 0
  rowsOfLab = 0
  hasWithdrawal = false
  skipped = 0
  readonly skippedLines: number[] = []
  otherTests = 0
  readonly #labKey: string

  constructor(labKey: string) {
    this.#labKey = labKey
  }

  add(line: Line): void {
    if (typeof line === 'number') this.#addSkipped(line)
    else if (line === 'other-test') this.otherTests += 1
    else this.#addRecord(line)
  }

  #addSkipped(line: number): void {
    this.skipped += 1
    if (this.skippedLines.length < MOST_SKIPPED) this.skippedLines.push(line)
  }

  #addRecord(record: LabRecord): void {
    this.rowCount += 1
    if (this.rowCount > MOST_ROWS) throw new CsvError(record.line, TOO_MANY)
    if (record.row !== undefined) this.#addRow(record, record.row)
    if (record.label !== undefined) this.#addLabel(record.label, record)
  }

  #addRow(record: LabRecord, row: LabRow): void {
    this.fullRows += 1
    if (row.labKey === this.#labKey) this.rowsOfLab += 1
    for (const fault of row.faults) this.faults[fault] = (this.faults[fault] ?? 0) + 1
    this.inEveryRow =
      this.fullRows === 1
        ? row.faults
        : this.inEveryRow.filter((fault) => row.faults.includes(fault))
    this.mark ??= markOf(record)
  }

  #addLabel(label: string, { sent, row }: LabRecord): void {
    this.hasWithdrawal ||= row?.status === 'wrong'
    const content = createHash('sha256').update(contentOf(sent)).digest('base64')
    if ((this.contents.get(label) ?? content) !== content) this.twice.add(label)
    else this.contents.set(label, content)
  }
}

const TOO_MANY = `the file has more than ${MOST_ROWS.toLocaleString('en-GB')} rows: ask the laboratory for several files`

function markOf({ line, sent }: LabRecord): FileFault | undefined {
  const mark = Array.isArray(sent) ? undefined : spreadsheetMark(sent as LabCells)
  return (
    mark && {
      line,
      problem: `a spreadsheet has changed this file (${mark.column}: ${mark.what}): take over the file as the laboratory sent it, and do not open it in a spreadsheet before`,
    }
  )
}

/** Why the rows of a file are not read: it is of another laboratory, a spreadsheet changed it, or a column is unreadable in every one of several rows. The right file will follow. */
function wholeFaults(
  { fullRows, inEveryRow, hasWithdrawal, rowsOfLab, rowCount, mark }: FirstReading,
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
function headerFaults(cells: readonly string[], mapping: LabMapping): string[] {
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

type Opened = { ok: true; file: LabFile } | { ok: false; faults: FileFault[] }

/** The line of headers: the first one that the mapping does not skip. */
function headerOf(csv: string, { mapping }: SentBy) {
  for (const record of csvRecords(csv, mapping.separator)) {
    if (!isSkipped(mapping, record.cells)) return record
  }
  return undefined
}

/**
 * Opens the text of a laboratory file as its mapping says. It is read twice, so that it is never in memory as rows, and in turns with other
 * work.
 */
export async function openLabFile(csv: string, by: SentBy = UNCHOSEN): Promise<Opened> {
  try {
    const header = headerOf(csv, by)
    if (header === undefined)
      return { ok: false, faults: [{ line: 1, problem: 'the file is empty' }] }
    const names = header.cells.map(comparedText)
    const problems = headerFaults(header.cells, by.mapping)
    if (problems.length > 0) {
      return { ok: false, faults: problems.map((problem) => ({ line: header.line, problem })) }
    }
    const read = await readThrough(linesOf(csv, names, by), by)
    const faults = wholeFaults(read, by)
    if (faults.length > 0) return { ok: false, faults }
    return {
      ok: true,
      file: {
        ...read,
        labels: new Set(read.contents.keys()),
        records: () => recordsOf(linesOf(csv, names, by)),
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

/** A record; or the number of a line that is not a row, or a row of another test. */
type Line = LabRecord | number | 'other-test'

/** @throws CsvError when a column without a header has a cell that is not empty: nothing says what it means. */
function checkUnnamed(names: readonly string[], { line, cells }: CsvRecord): void {
  if (cells.length !== names.length) return
  const at = names.findIndex((name, index) => name === '' && cells[index]?.trim() !== '')
  if (at >= 0) {
    const problem = `column ${at + 1} has no header, and its cell in this line is not empty: ask the laboratory for a header`
    throw new CsvError(line, problem)
  }
}

function* linesOf(csv: string, names: readonly string[], by: SentBy): Generator<Line> {
  const { mapping } = by
  const cellsOf = cellsReader(names, by)
  let isBelow = false
  for (const { line, cells } of csvRecords(csv, mapping.separator)) {
    if (isSkipped(mapping, cells)) yield line
    else if (isBelow) {
      checkUnnamed(names, { line, cells })
      yield* recordsOfLine({ line, cells, cellsOf, mapping, width: names.length })
    } else isBelow = true
  }
}

function* recordsOf(lines: Iterable<Line>): Generator<LabRecord> {
  for (const line of lines) if (typeof line === 'object') yield line
}

type ReadLine = {
  readonly line: number
  readonly cells: readonly string[]
  readonly cellsOf: ReturnType<typeof cellsReader>
  readonly mapping: LabMapping
  readonly width: number
}

function* recordsOfLine({ line, cells, cellsOf, mapping, width }: ReadLine): Generator<Line> {
  const named = cells.length === width ? cellsOf(cells) : undefined
  if (named && isOtherTest(mapping, named.test)) return yield 'other-test'
  const row = named && readLabRow(named, mapping)
  for (const label of labelsOf(row, cells)) yield { line, sent: named ?? cells, row, label }
}
