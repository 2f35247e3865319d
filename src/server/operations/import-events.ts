import type { PoolClient } from 'pg'
import type { Database } from '#server/database/database.ts'
import { CsvError, type CsvRecord, parseCsv } from '#server/operations/csv.ts'
import {
  EVENT_COLUMNS,
  type EventRow,
  type Fault,
  readEventRow,
} from '#server/operations/event-row.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { type KnownEvent, lockEvents, saveEvent } from '#server/repositories/event-records.ts'
import { hashAccessCode } from '#server/security/access-code.ts'

/** What an import did: all of it, or nothing with every fault by line. */
export type ImportOutcome =
  | { readonly ok: true; readonly created: number; readonly updated: number }
  | { readonly ok: false; readonly faults: readonly Fault[] }

/** Undoes the transaction and carries the faults out of it. */
class ImportRefused extends Error {
  readonly faults: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super('The import was refused.')
    this.name = 'ImportRefused'
    this.faults = faults
  }
}

const CHECK_VIOLATION = '23514'

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
  const absent = EVENT_COLUMNS.filter((name) => !names.includes(name))
  return [...faults, ...absent.map((field) => ({ line, field, problem: 'is missing as a column' }))]
}

/** What no single line can tell: a reference twice, or one product at two prices. */
function faultsAmong(rows: readonly EventRow[]): Fault[] {
  const faults: Fault[] = []
  const lineOfRef = new Map<string, number>()
  const priceOf = new Map<string, { line: number; pence: number }>()
  for (const { line, event } of rows) {
    const { externalRef, productName, productPricePence: pence } = event
    const earlier = lineOfRef.get(externalRef)
    if (externalRef !== '' && earlier !== undefined) {
      faults.push({ line, field: 'external_ref', problem: `is the same as in line ${earlier}` })
    }
    lineOfRef.set(externalRef, earlier ?? line)
    if (pence === null) continue
    const price = priceOf.get(productName) ?? { line, pence }
    priceOf.set(productName, price)
    if (price.pence !== pence) {
      const problem = `differs from line ${price.line}, which has the same product`
      faults.push({ line, field: 'product_price', problem })
    }
  }
  return faults
}

function readRows(csv: string): { rows: EventRow[]; faults: Fault[] } {
  const [header, ...records] = parseCsv(csv)
  if (header === undefined) {
    return { rows: [], faults: [{ line: 1, field: 'row', problem: 'the file is empty' }] }
  }
  const inHeader = headerFaults(header)
  if (inHeader.length > 0) return { rows: [], faults: inHeader }
  const names = header.cells.map((name) => name.trim())
  const faults: Fault[] = []
  const rows: EventRow[] = []
  for (const { line, cells } of records) {
    if (cells.length !== names.length) {
      const problem = `has ${cells.length} cells instead of ${names.length}`
      faults.push({ line, field: 'row', problem })
      continue
    }
    const read = readEventRow(line, new Map(names.map((name, at) => [name, cells[at] ?? ''])))
    rows.push(read.row)
    faults.push(...read.faults)
  }
  return { rows, faults: [...faults, ...faultsAmong(rows)].sort((a, b) => a.line - b.line) }
}

type Ready = { readonly row: EventRow; readonly accessCodeHash: string | null }

/** Saves one row; what the database refuses, because men are booked, is a fault of the row. */
async function saveRow(client: PoolClient, { row, accessCodeHash }: Ready, known: KnownEvent[]) {
  const { line, event, accessCode } = row
  const before = known.find(({ externalRef }) => externalRef === event.externalRef)
  if (event.isPrivate && accessCode === null && before?.hasCode !== true) {
    return { line, field: 'access_code', problem: 'is missing: the event is private' }
  }
  await client.query('savepoint before_row')
  try {
    const saved = await saveEvent(client, { ...event, accessCodeHash }, before !== undefined)
    if (saved.isPast) return { line, field: 'event_date', problem: 'is in the past' }
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    if (code !== CHECK_VIOLATION) throw error
    await client.query('rollback to savepoint before_row')
    return { line, field: 'row', problem: message ?? 'the database refuses it' }
  }
  return undefined
}

/**
 * Imports events from CSV (OPS-02): everything is checked first, every bad row and field is reported, and nothing changes
 * unless all is right. Repeatable: a known external_ref is updated, within what the men booked on it allow.
 */
export async function importEvents(database: Database, csv: string): Promise<ImportOutcome> {
  try {
    const { rows, faults } = readRows(csv)
    if (faults.length > 0) return { ok: false, faults }
    const ready = await Promise.all(
      rows.map(async (row) => ({
        row,
        accessCodeHash: row.accessCode === null ? null : await hashAccessCode(row.accessCode),
      })),
    )
    return await database.transaction(async (client) => {
      const known = await lockEvents(
        client,
        rows.map(({ event }) => event.externalRef),
      )
      const refused: Fault[] = []
      for (const one of ready) {
        const fault = await saveRow(client, one, known)
        if (fault !== undefined) refused.push(fault)
      }
      if (refused.length > 0) throw new ImportRefused(refused)
      const updated = known.length
      const created = rows.length - updated
      const subject = `events:${created} created, ${updated} updated`
      await insertAudit(client, {
        actor: null,
        action: 'events-imported',
        subject,
        requestId: null,
      })
      return { ok: true as const, created, updated }
    })
  } catch (error) {
    if (error instanceof ImportRefused) return { ok: false, faults: error.faults }
    if (error instanceof CsvError) {
      return { ok: false, faults: [{ line: error.line, field: 'row', problem: error.message }] }
    }
    throw error
  }
}
