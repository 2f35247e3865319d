import { sql } from 'kysely'
import type { Database, Queries } from '#server/database/database.ts'
import { CsvError } from '#server/operations/csv.ts'
import { readEventFile } from '#server/operations/event-file.ts'
import type { EventRow, Fault } from '#server/operations/event-row.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import {
  insertEvent,
  type KnownEvent,
  lockEvents,
  updateEvent,
} from '#server/repositories/event-records.ts'
import { hashAccessCode } from '#server/security/access-code.ts'

/** The result of an import: everything was saved, or nothing and every fault by line. */
export type ImportOutcome =
  | { readonly ok: true; readonly created: number; readonly updated: number }
  | { readonly ok: false; readonly faults: readonly Fault[] }

/** Thrown to roll the transaction back; carries the faults. */
class ImportRefused extends Error {
  readonly faults: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super('The import was refused.')
    this.name = 'ImportRefused'
    this.faults = faults
  }
}

const CHECK_VIOLATION = '23514'

type Ready = { readonly row: EventRow; readonly accessCodeHash: string | null }

/** Saves one row; a change that the database refuses because of existing appointments is a fault of the row. */
async function saveRow(transaction: Queries, { row, accessCodeHash }: Ready, known: KnownEvent[]) {
  const { line, event, accessCode } = row
  const before = known.find(({ externalRef }) => externalRef === event.externalRef)
  if (event.isPrivate && accessCode === null && before?.hasCode !== true) {
    return { line, field: 'access_code', problem: 'is missing: the event is private' }
  }
  await sql`savepoint before_row`.execute(transaction.kysely)
  try {
    const record = { ...event, accessCodeHash }
    if (before !== undefined) await updateEvent(transaction, record)
    else if ((await insertEvent(transaction, record)).isPast) {
      return { line, field: 'event_date', problem: 'is in the past' }
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    if (code !== CHECK_VIOLATION) throw error
    await sql`rollback to savepoint before_row`.execute(transaction.kysely)
    return { line, field: 'row', problem: message ?? 'the database refuses it' }
  }
  return undefined
}

/**
 * Imports events from CSV (OPS-02), all or nothing: every row is checked first and every fault is reported. Idempotent: a
 * known external_ref is updated, as far as its appointments allow.
 */
export async function importEvents(
  database: Database,
  csv: string,
  operator: string,
): Promise<ImportOutcome> {
  try {
    const { rows, faults } = readEventFile(csv)
    if (faults.length > 0) return { ok: false, faults }
    const ready = await Promise.all(
      rows.map(async (row) => ({
        row,
        accessCodeHash: row.accessCode === null ? null : await hashAccessCode(row.accessCode),
      })),
    )
    return await database.transaction(async (transaction) => {
      const known = await lockEvents(
        transaction,
        rows.map(({ event }) => event.externalRef),
      )
      const refused: Fault[] = []
      for (const one of ready) {
        const fault = await saveRow(transaction, one, known)
        if (fault !== undefined) refused.push(fault)
      }
      if (refused.length > 0) throw new ImportRefused(refused)
      const updated = known.length
      const created = rows.length - updated
      const subject = `events:${created} created, ${updated} updated`
      await insertAudit(transaction, {
        actor: null,
        action: 'events-imported',
        subject,
        requestId: null,
        operator,
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
