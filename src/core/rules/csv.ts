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
/** How far a cell is searched for its end, so that a file with a wrong quotation mark costs as much as any other. */
const WINDOW = MOST_CHARACTERS + 10
/** More than any file has. */
const MOST_CELLS = 500
const MOST_BLANK_LINES = 10_000

/** What separates the cells of a line. */
export type Separator = ',' | ';' | '\t'

/** A cell, quoted (with "" for a quotation mark) or bare, and what ends it. */
const CELL: Record<Separator, RegExp> = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/y,
  '\t': /(?:"([^"]*(?:""[^"]*)*)"|([^"\t\r\n]*))(\t|\r\n|\n|\r|$)/y,
}

/** The line breaks of a cell and of its end; a bare cell has none itself. */
function linesIn(quoted: string | undefined, end: string): number {
  const inside = quoted?.match(/\r\n|\n|\r/g)?.length ?? 0
  return inside + (/[\r\n]/.test(end) ? 1 : 0)
}

/** The content of a matched cell. */
const contentOf = (quoted: string | undefined, bare: string | undefined): string =>
  quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"')

type Cell = {
  readonly content: string
  readonly length: number
  readonly end: string
  readonly lines: number
}

/** The cell that begins at `at`. @throws CsvError when it has no end, or is too long. */
function cellAt(text: string, at: number, pattern: RegExp, line: number): Cell {
  pattern.lastIndex = 0
  const match = pattern.exec(text.slice(at, at + WINDOW))
  const isCut = text[at] === '"' && text.length - at > WINDOW
  if (match === null && !isCut) {
    const problem = `A quotation mark in line ${line} is not closed, or is inside a cell.`
    throw new CsvError(line, problem)
  }
  const [whole, quoted, bare, end = ''] = match ?? ['']
  if (match === null || whole.length > MOST_CHARACTERS) {
    const problem = `A cell in line ${line} has more than ${MOST_CHARACTERS} characters: is a quotation mark missing?`
    throw new CsvError(line, problem)
  }
  return {
    content: contentOf(quoted, bare),
    length: whole.length,
    end,
    lines: linesIn(quoted, end),
  }
}

/** @throws CsvError when a line has more cells, or a file more blank lines, than any file has. */
function checkSize(line: number, cells: number, blankLines: number): void {
  if (cells > MOST_CELLS) {
    throw new CsvError(line, `Line ${line} has more than ${MOST_CELLS} cells.`)
  }
  if (blankLines > MOST_BLANK_LINES) {
    throw new CsvError(line, `The file has more than ${MOST_BLANK_LINES} blank lines.`)
  }
}

/**
 * Reads separated values (RFC 4180) record by record: quoted cells, CRLF or LF, an optional byte-order mark; skips blank
 * lines. A large file needs no memory for all of its records.
 * @throws CsvError with the line of a misplaced quotation mark, or of a cell or a line that is too long, when it is reached.
 */
export function* csvRecords(source: string, separator: Separator = ','): Generator<CsvRecord> {
  const pattern = CELL[separator]
  const text = source.replace(/^\uFEFF/, '')
  let cells: string[] = []
  let line = 1
  let startLine = 1
  let blankLines = 0
  let at = 0
  while (at < text.length) {
    const { content, length, end, lines } = cellAt(text, at, pattern, line)
    cells.push(content)
    line += lines
    at += length
    checkSize(startLine, cells.length, blankLines)
    if (end !== separator || at === text.length) {
      if (end === separator) cells.push('')
      if (cells.some((cell) => cell !== '')) yield { line: startLine, cells }
      else blankLines += 1
      cells = []
      startLine = line
    }
  }
}

const quotedList = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

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
  const unknown = names.filter((name) => !needed.includes(name) && !optional.includes(name))
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  const missing = needed.filter((name) => !names.includes(name))
  const problem = (found: readonly string[], one: string, many: string) =>
    found.length === 0 ? [] : [found.length === 1 ? one : many]
  return [
    ...problem(
      unknown,
      `${quotedList(unknown)} is no known column`,
      `${quotedList(unknown)} are no known columns`,
    ),
    ...problem(
      twice,
      `the column ${quotedList(twice)} is there twice`,
      `the columns ${quotedList(twice)} are there twice`,
    ),
    ...problem(
      missing,
      `the column ${quotedList(missing)} is missing`,
      `the columns ${quotedList(missing)} are missing`,
    ),
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
