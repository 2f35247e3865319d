import {
  LAB_COLUMNS,
  LAB_OPTIONAL_COLUMNS,
  type LabCells,
  type LabColumn,
  type LabRow,
  readLabRow,
} from '#domain/lab-row.ts'
import { readLabel } from '#domain/sample-label.ts'
import { CsvError, csvRecords, headerProblems } from '#server/operations/csv.ts'

/** Why a whole file is refused, with the line. */
export type FileFault = { readonly line: number; readonly problem: string }

/** A record of a laboratory file; `row` is undefined when it has another number of cells than the header. */
export type LabRecord = {
  readonly line: number
  /** The cells by column, or in order when there are more or fewer than columns. */
  readonly sent: LabCells | readonly string[]
  readonly row: LabRow | undefined
}

/** A file whose header and quotation marks are right. `records` reads it again from the beginning. */
export type LabFile = {
  readonly rowCount: number
  /** Every label that can be read. */
  readonly labels: ReadonlySet<string>
  /** The labels that more than one row has. */
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

/**
 * Opens a laboratory file (CSV with a header of LAB_COLUMNS and, optionally, LAB_OPTIONAL_COLUMNS). It is read twice, so that
 * it is never in memory as rows.
 */
export function openLabFile(
  csv: string,
): { ok: true; file: LabFile } | { ok: false; faults: FileFault[] } {
  try {
    const reader = csvRecords(csv)
    const header = reader.next()
    if (header.done) return { ok: false, faults: [{ line: 1, problem: 'the file is empty' }] }
    const names = header.value.cells.map((name) => name.trim().toLowerCase())
    const problems = headerProblems(names, LAB_COLUMNS, LAB_OPTIONAL_COLUMNS)
    if (problems.length > 0) {
      return { ok: false, faults: problems.map((problem) => ({ line: 1, problem })) }
    }
    const labelAt = names.indexOf('label')
    const seen = new Set<string>()
    const twice = new Set<string>()
    let rowCount = 0
    for (const { cells } of reader) {
      rowCount += 1
      const label = readLabel(cells[labelAt] ?? '')
      if (label === undefined) continue
      if (seen.has(label)) twice.add(label)
      seen.add(label)
    }
    if (rowCount === 0) return { ok: false, faults: [{ line: 1, problem: 'the file has no rows' }] }
    return {
      ok: true,
      file: { rowCount, labels: seen, twice, records: () => readRecords(csv, names) },
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { ok: false, faults: [{ line: error.line, problem: error.message }] }
  }
}

function* readRecords(csv: string, names: readonly string[]): Generator<LabRecord> {
  const cellsOf = cellsReader(names)
  let isHeader = true
  for (const { line, cells } of csvRecords(csv)) {
    if (!isHeader) {
      const named = cells.length === names.length ? cellsOf(cells) : undefined
      yield { line, sent: named ?? cells, row: named && readLabRow(named) }
    }
    isHeader = false
  }
}
