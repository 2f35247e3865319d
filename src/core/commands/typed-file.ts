import {
  CsvError,
  type CsvRecord,
  csvRecords,
  headerProblems,
  type Separator,
  unescapedCell,
} from '#core/rules/csv.ts'
import { cleanLine } from '#core/rules/one-line.ts'

/** A row of a file that a person typed: its trimmed cells by column; a column that the file lacks is absent. */
export type TypedRow<Column extends string = string> = {
  readonly line: number
  readonly cells: ReadonlyMap<Column, string>
  /** How many cells have a text. */
  readonly filled: number
}

/** A fault of a typed file; nothing of the file is stored while there is one. */
export type LineFault = { readonly line: number; readonly problem: string }

type Columns<Column extends string> = {
  readonly needed: readonly Column[]
  readonly optional?: readonly Column[]
}

/** Its rows without faults, every fault, and the line of the names of the columns. */
export type TypedFile<Column extends string> = {
  readonly headerLine: number
  readonly rows: readonly TypedRow<Column>[]
  readonly faults: readonly LineFault[]
}

/** The separators that spreadsheets write, by name. */
const SEPARATORS: Record<Separator, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

/** A title and notes may stand above the names of the columns. */
const MOST_TITLE_ROWS = 20

const nameOf = (cell: string): string => cleanLine(cell).toLowerCase()
const textOf = (cell: string): string => cleanLine(unescapedCell(cleanLine(cell)))

function withoutBlankEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

type Header = { readonly separator: Separator; readonly record: CsvRecord; readonly known: number }

/** The first records that can be read with this separator. */
function firstRecords(text: string, separator: Separator): CsvRecord[] {
  const found: CsvRecord[] = []
  try {
    for (const record of csvRecords(text, separator)) {
      found.push(record)
      if (found.length > MOST_TITLE_ROWS) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  return found
}

/** The record, and the separator, with most of the columns' names; undefined when none has any. */
function findHeader(text: string, names: readonly string[]): Header | undefined {
  let best: Header | undefined
  for (const separator of Object.keys(SEPARATORS) as Separator[]) {
    for (const record of firstRecords(text, separator)) {
      const known = record.cells.filter((cell) => names.includes(nameOf(cell))).length
      if (known > (best?.known ?? 0)) best = { separator, record, known }
    }
  }
  return best
}

type ReadRow<Column extends string> = { readonly row?: TypedRow<Column>; readonly problem?: string }

function readRow<Column extends string>(
  { line, cells: raw }: CsvRecord,
  names: readonly string[],
  separator: Separator,
): ReadRow<Column> {
  const cells = withoutBlankEnd(raw.map(textOf))
  if (cells.length > names.length) {
    const problem = `has ${cells.length} cells instead of ${names.length}: put a text with a ${SEPARATORS[separator]} in quotation marks`
    return { problem }
  }
  const unnamed = cells.findIndex((cell, at) => cell !== '' && names[at] === '')
  if (unnamed !== -1)
    return {
      problem: `column ${unnamed + 1} has a text here, but no name: name the column or delete the text`,
    }
  // Spreadsheets leave out empty cells at the end of a line.
  const byName = names.flatMap((name, at): [Column, string][] =>
    name === '' ? [] : [[name as Column, cells[at] ?? '']],
  )
  const filled = cells.filter((cell) => cell !== '').length
  return { row: { line, cells: new Map(byName), filled } }
}

const faultAt = (line: number, ...problems: string[]) => ({
  headerLine: line,
  rows: [],
  faults: problems.map((problem) => ({ line, problem })),
})

/**
 * Reads a file that a person typed, as spreadsheets save it: with commas, semicolons or tabs, with or without a byte-order mark,
 * titles above the names of the columns, and empty rows and columns. Names are read in lower case; characters that cannot be seen are removed. Laboratory files are not
 * typed: `openLabFile` is strict.
 */
export function readTypedFile<Column extends string>(
  text: string,
  { needed, optional = [] }: Columns<Column>,
): TypedFile<Column> {
  try {
    const header = findHeader(text, [...needed, ...optional])
    if (header === undefined) {
      const [first] = csvRecords(text)
      if (first === undefined) return faultAt(1, 'the file is empty')
      return faultAt(first.line, `no line names the columns: ${needed.join(', ')}`)
    }
    const { separator, record } = header
    const names = withoutBlankEnd(record.cells.map(nameOf))
    const problems = headerProblems(
      names.filter((name) => name !== ''),
      needed,
      optional,
    )
    if (problems.length > 0) return faultAt(record.line, ...problems)
    const below = [...csvRecords(text, separator)].filter(
      ({ line, cells }) => line > record.line && cells.some((cell) => textOf(cell) !== ''),
    )
    if (below.length === 0) return faultAt(record.line, 'the file has no rows')
    const read = below.map((one) => ({ line: one.line, ...readRow<Column>(one, names, separator) }))
    return {
      headerLine: record.line,
      rows: read.flatMap(({ row }) => (row === undefined ? [] : [row])),
      faults: read.flatMap(({ line, problem }) =>
        problem === undefined ? [] : [{ line, problem }],
      ),
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return faultAt(error.line, error.message)
  }
}
