import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { CsvError } from '#core/rules/csv.ts'
import { comparedName } from '#core/rules/lab-key.ts'
import { comparedText, SPECIFICATION } from '#results/rules/lab-mapping.ts'
import type { LabRow, RowFault } from '#results/rules/lab-row.ts'
import {
  type FileFault,
  type FileSigns,
  headerFaults,
  markOf,
  wholeFaults,
} from '#results/server/laboratory/lab-file-faults.ts'
import {
  contentOf,
  headerOf,
  type LabRecord,
  type Line,
  linesOf,
  recordsOf,
  type SentBy,
} from '#results/server/laboratory/lab-lines.ts'

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

/** What the first reading of a file finds. */
type FirstReading = FileSigns & {
  readonly skipped: number
  readonly skippedLines: readonly number[]
  readonly otherTests: number
  /** What the first row of each label says, as a short hash. */
  readonly contents: ReadonlyMap<string, string>
  readonly twice: ReadonlySet<string>
  readonly faults: LabFile['faults']
}

/** Records after which other work of the process has its turn. */
const TURN = 250
/** More than an event day of every hall of the country; a larger file is read in pieces. */
export const MOST_ROWS = 150_000

const TOO_MANY = `the file has more than ${MOST_ROWS.toLocaleString('en-GB')} rows: ask the laboratory for several files`

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
    const content = hash('sha256', contentOf(sent), 'base64')
    if ((this.contents.get(label) ?? content) !== content) this.twice.add(label)
    else this.contents.set(label, content)
  }
}

type Opened = { ok: true; file: LabFile } | { ok: false; faults: FileFault[] }

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
    // The contents are as large as the file: nothing needs them after this.
    const { contents, ...read } = await readThrough(linesOf(csv, names, by), by)
    const faults = wholeFaults(read, by)
    if (faults.length > 0) return { ok: false, faults }
    return {
      ok: true,
      file: {
        ...read,
        labels: new Set(contents.keys()),
        records: () => recordsOf(linesOf(csv, names, by)),
      },
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { ok: false, faults: [{ line: error.line, problem: error.message }] }
  }
}
