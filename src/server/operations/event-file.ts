import { type CsvRecord, parseCsv } from '#server/operations/csv.ts'
import {
  EVENT_COLUMNS,
  type EventRow,
  type Fault,
  isOptionalColumn,
  type ReadRow,
  readEventRow,
} from '#server/operations/event-row.ts'

function headerFaults({ line, cells }: CsvRecord): Fault[] {
  const names = cells.map((name) => name.trim())
  const known: readonly string[] = EVENT_COLUMNS
  const faults = names
    .filter((name, index) => !known.includes(name) || names.indexOf(name) !== index)
    .map((field) => ({
      line,
      field,
      problem: known.includes(field) ? 'is there twice' : 'is no known column',
    }))
  const absent = EVENT_COLUMNS.filter((name) => !names.includes(name) && !isOptionalColumn(name))
  return [...faults, ...absent.map((field) => ({ line, field, problem: 'is missing as a column' }))]
}

/** Faults that need more than one row: a reference twice, or one product at two prices. */
function faultsAmong(rows: readonly ReadRow[]): Fault[] {
  const faults: Fault[] = []
  const lineOfRef = new Map<string, number>()
  const priceOf = new Map<string, { line: number; pence: number }>()
  for (const { line, values } of rows) {
    const { external_ref: ref, product_name: product, product_price: pence } = values
    const earlier = ref === undefined ? undefined : lineOfRef.get(ref)
    if (earlier !== undefined) {
      faults.push({ line, field: 'external_ref', problem: `is the same as in line ${earlier}` })
    } else if (ref !== undefined) lineOfRef.set(ref, line)
    if (product === undefined || typeof pence !== 'number') continue
    const price = priceOf.get(product) ?? { line, pence }
    priceOf.set(product, price)
    if (price.pence !== pence) {
      const problem = `differs from line ${price.line}, which has the same product`
      faults.push({ line, field: 'product_price', problem })
    }
  }
  return faults
}

/**
 * Reads a file of events: the rows without faults, and every fault by line.
 * @throws CsvError when a quotation mark is out of place.
 */
export function readEventFile(csv: string): { rows: EventRow[]; faults: Fault[] } {
  const [header, ...records] = parseCsv(csv)
  if (header === undefined) {
    return { rows: [], faults: [{ line: 1, field: 'row', problem: 'the file is empty' }] }
  }
  const inHeader = headerFaults(header)
  if (inHeader.length > 0) return { rows: [], faults: inHeader }
  const names = header.cells.map((name) => name.trim())
  const faults: Fault[] = []
  const read: ReadRow[] = []
  for (const { line, cells } of records) {
    if (cells.length !== names.length) {
      const problem = `has ${cells.length} cells instead of ${names.length}`
      faults.push({ line, field: 'row', problem })
      continue
    }
    read.push(readEventRow(line, new Map(names.map((name, at) => [name, cells[at] ?? '']))))
  }
  faults.push(...read.flatMap((row) => row.faults), ...faultsAmong(read))
  return {
    rows: read.flatMap(({ row }) => (row === undefined ? [] : [row])),
    faults: faults.sort((a, b) => a.line - b.line),
  }
}
