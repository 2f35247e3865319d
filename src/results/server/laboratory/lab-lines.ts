import { CsvError, type CsvRecord, csvRecords } from '#core/rules/csv.ts'
import {
  ALL_LAB_COLUMNS,
  comparedText,
  isOtherTest,
  isSkipped,
  type LabColumn,
  type LabMapping,
} from '#results/rules/lab-mapping.ts'
import { type LabCells, type LabRow, readLabRow } from '#results/rules/lab-row.ts'
import { readLabel } from '#results/rules/sample-label.ts'

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

/** The content of a row, for comparison with other rows. */
export const contentOf = (sent: LabRecord['sent']): string =>
  JSON.stringify(Object.values(sent).map((cell) => cell.trim()))

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

/** The line of headers: the first one that the mapping does not skip. */
export function headerOf(csv: string, { mapping }: SentBy) {
  for (const record of csvRecords(csv, mapping.separator)) {
    if (!isSkipped(mapping, record.cells)) return record
  }
  return undefined
}

/** The label of a row, or every cell that is a label where its column has none: each of these tubes may be the row's. */
function labelsOf(row: LabRow | undefined, cells: readonly string[]): (string | undefined)[] {
  if (row?.label !== undefined) return [row.label]
  const labels = new Set(cells.flatMap((cell) => readLabel(cell) ?? []))
  return labels.size > 0 ? [...labels] : [undefined]
}

/** A record; or the number of a line that is not a row, or a row of another test. */
export type Line = LabRecord | number | 'other-test'

/** @throws CsvError when a column without a header has a cell that is not empty: nothing says what it means. */
function checkUnnamed(names: readonly string[], { line, cells }: CsvRecord): void {
  if (cells.length !== names.length) return
  const at = names.findIndex((name, index) => name === '' && cells[index]?.trim() !== '')
  if (at >= 0) {
    const problem = `column ${at + 1} has no header, and its cell in this line is not empty: ask the laboratory for a header`
    throw new CsvError(line, problem)
  }
}

export function* linesOf(csv: string, names: readonly string[], by: SentBy): Generator<Line> {
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

export function* recordsOf(lines: Iterable<Line>): Generator<LabRecord> {
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
