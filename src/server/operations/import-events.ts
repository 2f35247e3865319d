import { sql } from 'kysely'
import { londonInstant } from '#domain/time.ts'
import { databaseClock } from '#server/database/clock.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { CsvError } from '#server/operations/csv.ts'
import { readEventFile } from '#server/operations/event-file.ts'
import type { EventRow, Fault } from '#server/operations/event-row.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import {
  findEvents,
  insertEvent,
  type KnownEvent,
  updateEvent,
  waitForImports,
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

/** What is wrong with a row that is known without changing anything. */
function faultOf(
  { row: { line, event, accessCode } }: Ready,
  before: KnownEvent | undefined,
  now: Date,
) {
  if (before?.isCancelled) {
    const problem = 'is the reference of a cancelled event: import it with another one'
    return { line, field: 'external_ref', problem }
  }
  if (event.isPrivate && accessCode === null && before?.hasCode !== true) {
    return { line, field: 'access_code', problem: 'is missing: the event is private' }
  }
  if (before === undefined && londonInstant(event.date, event.startTime) < now) {
    return { line, field: 'event_date', problem: 'is in the past' }
  }
  return undefined
}

/** Saves one row; a change that the database refuses because of existing appointments is a fault of the row. */
async function saveRow(
  transaction: Queries,
  { row: { line, event }, accessCodeHash }: Ready,
  isKnown: boolean,
) {
  await sql`savepoint before_row`.execute(transaction.kysely)
  try {
    const record = { ...event, accessCodeHash }
    await (isKnown ? updateEvent(transaction, record) : insertEvent(transaction, record))
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    if (code !== CHECK_VIOLATION) throw error
    await sql`rollback to savepoint before_row`.execute(transaction.kysely)
    return { line, field: 'row', problem: message ?? 'the database refuses it' }
  }
  return undefined
}

const isNot = <Value>(value: Value | undefined): value is Value => value !== undefined

/** Which rows change an event that exists, and their faults. */
function compare(ready: readonly Ready[], known: readonly KnownEvent[], now: Date) {
  const byRef = new Map(known.map((event) => [event.externalRef, event]))
  return {
    faults: ready
      .map((one) => faultOf(one, byRef.get(one.row.event.externalRef), now))
      .filter(isNot),
    isKnown: ({ row }: Ready) => byRef.has(row.event.externalRef),
  }
}

/** Saves new events first, so that existing ones, which patients may be booking, are locked for their own changes only. */
async function saveAll(transaction: Queries, ready: readonly Ready[], now: Date) {
  const refs = ready.map(({ row }) => row.event.externalRef)
  await waitForImports(transaction)
  const { isKnown } = compare(ready, await findEvents(transaction, refs, { lock: false }), now)
  const faults: (Fault | undefined)[] = []
  for (const one of ready.filter((each) => !isKnown(each))) {
    faults.push(await saveRow(transaction, one, false))
  }
  const old = ready.filter(isKnown)
  const oldRefs = old.map(({ row }) => row.event.externalRef)
  const locked = await findEvents(transaction, oldRefs, { lock: true })
  faults.push(...compare(old, locked, now).faults)
  for (const one of old) faults.push(await saveRow(transaction, one, true))
  const found = faults.filter(isNot).sort((one, other) => one.line - other.line)
  if (found.length > 0) throw new ImportRefused(found)
  return { created: ready.length - old.length, updated: old.length }
}

/**
 * Imports events from CSV (OPS-02), all or nothing: every row is checked first, without locks, and every fault is reported.
 * Idempotent: a known external_ref is updated, as far as its appointments allow.
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
    const now = (await databaseClock(database)).now()
    const refs = rows.map(({ event }) => event.externalRef)
    const checked = compare(ready, await findEvents(database, refs, { lock: false }), now)
    if (checked.faults.length > 0) return { ok: false, faults: checked.faults }
    return await database.transaction(async (transaction) => {
      const { created, updated } = await saveAll(transaction, ready, now)
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
