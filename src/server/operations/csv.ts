/** One record of a CSV text and the line on which it begins, counted from 1. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

/** Malformed CSV: `line` cannot be read. */
export class CsvError extends Error {
  readonly line: number
  constructor(line: number, problem: string) {
    super(problem)
    this.name = 'CsvError'
    this.line = line
  }
}

/** More than any comment has. A quotation mark that is closed far below makes a cell of many lines. */
const MOST_CHARACTERS = 5_000

/** A cell, quoted (with "" for a quotation mark) or bare, and its delimiter. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y

/** The line breaks of a cell and its delimiter; a bare cell has none of its own. */
function linesIn(quoted: string | undefined, end: string): number {
  const own = quoted?.match(/\r\n|\n|\r/g)?.length ?? 0
  return own + (end === ',' || end === '' ? 0 : 1)
}

/** The content of a matched cell. */
const contentOf = (quoted: string | undefined, bare: string | undefined): string =>
  quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"')

/**
 * Reads comma-separated values (RFC 4180) record by record: quoted cells, CRLF or LF, an optional byte-order mark; skips blank
 * lines. A large file needs no memory for all of its records.
 * @throws CsvError with the line of a misplaced quotation mark or of a cell that is too long, when it is reached.
 */
export function* csvRecords(source: string): Generator<CsvRecord> {
  const text = source.replace(/^\uFEFF/, '')
  let cells: string[] = []
  let line = 1
  let startLine = 1
  let at = 0
  while (at < text.length) {
    CELL.lastIndex = at
    const match = CELL.exec(text)
    if (match === null) {
      const problem = `A quotation mark in line ${line} is not closed, or is inside a cell.`
      throw new CsvError(line, problem)
    }
    const [whole, quoted, bare, end = ''] = match
    if (whole.length > MOST_CHARACTERS) {
      const problem = `A cell in line ${line} has more than ${MOST_CHARACTERS} characters: is a quotation mark missing?`
      throw new CsvError(line, problem)
    }
    cells.push(contentOf(quoted, bare))
    line += linesIn(quoted, end)
    at += whole.length
    if (end !== ',' || at === text.length) {
      if (end === ',') cells.push('')
      if (cells.some((cell) => cell !== '')) yield { line: startLine, cells }
      cells = []
      startLine = line
    }
  }
}

/**
 * Every record of `csvRecords`.
 * @throws CsvError as `csvRecords` does.
 */
export const parseCsv = (source: string): CsvRecord[] => [...csvRecords(source)]

/** What is wrong with the column names of a file, in lower case; none may be missing, unknown or there twice. */
export function headerProblems(
  names: readonly string[],
  needed: readonly string[],
  optional: readonly string[] = [],
): string[] {
  const [first = ''] = names
  if (names.length === 1 && /[;\t]/.test(first)) {
    return ['the cells are not separated by commas: save the file as "CSV UTF-8" with commas']
  }
  return [
    ...names
      .filter((name) => !needed.includes(name) && !optional.includes(name))
      .map((name) => `'${name}' is no known column`),
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => `the column '${name}' is there twice`),
    ...needed
      .filter((name) => !names.includes(name))
      .map((name) => `the column '${name}' is missing`),
  ]
}

/** A spreadsheet would evaluate a cell that begins like this, unless it is a plain number. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** A cell for a spreadsheet: quoted where needed; a formula is escaped with an apostrophe. */
export function csvCell(value: string): string {
  const harmless = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A cell without the apostrophe by which `csvCell`, or a spreadsheet, escapes a formula. */
export const unescapedCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

/** One line of a CSV text with its line end. */
export const csvLine = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`

/** Collapses line breaks so that one name stays on one row. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ')
