import { readTypedFile, type TypedRow } from '#core/commands/typed-file.ts'
import {
  type EventColumn,
  NEEDED_COLUMNS,
  OPTIONAL_COLUMNS,
} from '#events/server/saving/event-columns.ts'
import {
  type EventRow,
  type Fault,
  type ReadRow,
  readEventRow,
} from '#events/server/saving/event-row.ts'

/** A note below the table, or a row that was cut off: one fault, in place of one for each cell. */
const FEW_CELLS = 3

/** Faults that need more than one row: a reference twice, or one product at two prices. */
function faultsAmong(rows: readonly ReadRow[]): Fault[] {
  const faults: Fault[] = []
  const lineOfRef = new Map<string, number>()
  const priceOf = new Map<string, { line: number; pence: number }>()
  for (const { line, values } of rows) {
    const { external_ref: ref, product_name: product } = values
    const pence = values.product_price ?? values.product_price_pence
    const earlier = ref == null ? undefined : lineOfRef.get(ref)
    if (earlier !== undefined) {
      faults.push({ line, field: 'external_ref', problem: `is the same as in line ${earlier}` })
    } else if (ref != null) lineOfRef.set(ref, line)
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

/** A row without a reference could not be found again by the next import. */
function readNamedRow({ line, cells }: TypedRow<EventColumn>): ReadRow {
  const read = readEventRow(line, cells)
  if (read.values.external_ref !== null) return read
  const missing: Fault = { line, field: 'external_ref', problem: 'is missing' }
  return { line, values: read.values, faults: [missing, ...read.faults] }
}

function readRow(row: TypedRow<EventColumn>): ReadRow {
  const read = readNamedRow(row)
  if (read.faults.length < 2 || row.filled >= FEW_CELLS) return read
  const problem = `has ${row.filled} of ${row.cells.size} cells: fill in the others, or delete the line`
  return { ...read, faults: [{ line: row.line, field: 'row', problem }] }
}

/** Reads a file of events: the rows without faults, and every fault by line. */
export function readEventFile(csv: string): { rows: EventRow[]; faults: Fault[] } {
  const file = readTypedFile<EventColumn>(csv, {
    needed: NEEDED_COLUMNS,
    optional: OPTIONAL_COLUMNS,
  })
  const [first] = file.rows
  if (first && !first.cells.has('price') && !first.cells.has('price_pence')) {
    const problem = "the column 'price' is missing (pounds), or 'price_pence'"
    return { rows: [], faults: [{ line: file.headerLine, field: 'row', problem }] }
  }
  const read = file.rows.map(readRow)
  const faults = [
    ...file.faults.map((fault) => ({ ...fault, field: 'row' })),
    ...read.flatMap((row) => row.faults),
    ...faultsAmong(read),
  ]
  return {
    rows: read.flatMap(({ row }) => (row === undefined ? [] : [row])),
    faults: faults.sort((a, b) => a.line - b.line),
  }
}
