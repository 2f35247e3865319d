import { randomUUID } from 'node:crypto'
import { formatShortDate, londonInstant } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { countOf } from '#core/texts/count.ts'
import { readEventFile } from '#events/commands/event-file.ts'
import {
  changeTexts,
  chargeText,
  findPrices,
  type PriceChoices,
  type Prices,
  priceFaults,
} from '#events/commands/event-prices.ts'
import type { EventRow, Fault } from '#events/commands/event-row.ts'
import { accessCodeContext, accessCodeLookup } from '#events/server/access-code.ts'
import {
  findRevoked,
  type ImportedCode,
  saveImportedCode,
} from '#events/server/database/access-codes.ts'
import { enqueueAnnouncements } from '#events/server/database/event-notices.ts'
import {
  type EventRecord,
  findChangeFaults,
  findEvents,
  insertEvents,
  type KnownEvent,
  saveProducts,
  updateEvents,
  waitForImports,
} from '#events/server/database/event-records.ts'

/** The result of an import: everything was saved, or nothing and every fault by line. */
export type ImportOutcome =
  | {
      readonly ok: true
      readonly created: number
      readonly updated: number
      /** What each event costs and how many places it has, and the products whose price changed. */
      readonly report: readonly string[]
    }
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

type ImportDeps = { readonly database: Database; readonly sealer: Sealer }

/** What the operator confirms, and whether new events are drafts: existing ones stay what they are. */
export type ImportChoices = PriceChoices & { readonly isDraft?: boolean }

const NO_CHOICES: ImportChoices = { accepted: new Set(), changesProducts: false }

/** Label of the code in the column access_code. */
const IMPORTED_LABEL = 'Import'

type Ready = { readonly row: EventRow; readonly lookup: Buffer | null }

const recordOf = ({ row }: Ready): EventRecord => row.event
const refOf = ({ row }: Ready) => row.event.externalRef

const codesOf = (ready: readonly Ready[]): ImportedCode[] =>
  ready.flatMap((one) =>
    one.lookup === null ? [] : [{ externalRef: refOf(one), lookup: one.lookup }],
  )

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

const isNot = <Value>(value: Value | undefined): value is Value => value !== undefined

/** Every fault of the rows, by line, compared with the events that exist. */
async function compare(
  database: Queries,
  ready: readonly Ready[],
  known: readonly KnownEvent[],
  now: Date,
): Promise<Fault[]> {
  const byRef = new Map(known.map((event) => [event.externalRef, event]))
  const isKnown = (one: Ready) => byRef.has(refOf(one))
  const changes = await findChangeFaults(database, ready.filter(isKnown).map(recordOf))
  const revoked = await findRevoked(database, codesOf(ready))
  const faults = ready.map((one): Fault | undefined => {
    const { line } = one.row
    const problem = changes.get(refOf(one))
    const own = faultOf(one, byRef.get(refOf(one)), now)
    if (own === undefined && revoked.has(refOf(one))) {
      return { line, field: 'access_code', problem: 'was revoked for this event: use another one' }
    }
    return own ?? (problem === undefined ? undefined : { line, field: 'row', problem })
  })
  return faults.filter(isNot)
}

/** The faults of the prices of all rows. */
function comparePrices(
  ready: readonly Ready[],
  known: readonly KnownEvent[],
  prices: Prices,
  choices: PriceChoices,
): Fault[] {
  const byRef = new Map(known.map((event) => [event.externalRef, event]))
  return ready.flatMap((one) => priceFaults(one.row, byRef.get(refOf(one)), prices, choices))
}

/** What was imported, by line; `drafts`: the references of those that are not published. */
const reportOf = (
  ready: readonly Ready[],
  prices: Prices,
  drafts: ReadonlySet<string>,
): string[] => [
  ...ready.map(({ row }) => {
    const { externalRef, date, startTime, totalSpaces } = row.event
    const when = `${formatShortDate(date)} ${startTime}`
    const draft = drafts.has(externalRef) ? ', draft' : ''
    return `line ${row.line}: ${externalRef}, ${when}, ${chargeText(row, prices)}, ${countOf(totalSpaces, 'place')}${draft}`
  }),
  ...changeTexts(prices),
]

/** The codes in the rows, in the order of their events, whose rows are new or locked. */
async function saveCodes(transaction: Queries, sealer: Sealer, ready: readonly Ready[]) {
  const withCode = new Map(ready.map((one) => [refOf(one), one]))
  const refs = codesOf(ready).map(({ externalRef }) => externalRef)
  for (const { eventId, externalRef } of await findEvents(transaction, refs, { lock: false })) {
    const { row, lookup } = withCode.get(externalRef) ?? {}
    if (row?.accessCode == null || lookup == null) continue
    const codeId = randomUUID()
    await saveImportedCode(transaction, {
      codeId,
      eventId,
      label: IMPORTED_LABEL,
      sealed: sealer.seal(row.accessCode, accessCodeContext(codeId)),
      lookup,
      mostUses: null,
      validFrom: null,
      validUntil: null,
    })
  }
}

/**
 * Saves all rows in a few statements. New events first, so that existing ones, which patients may be booking, are locked as
 * shortly as possible, in the order of their ids, and checked again under their locks.
 */
async function saveAll(
  transaction: Queries,
  { sealer, choices }: { sealer: Sealer; choices: ImportChoices },
  ready: readonly Ready[],
  now: Date,
) {
  await waitForImports(transaction)
  const found = await findEvents(transaction, ready.map(refOf), { lock: false })
  const known = new Set(found.map(({ externalRef }) => externalRef))
  const old = ready.filter((one) => known.has(refOf(one)))
  const fresh = ready.filter((one) => !known.has(refOf(one)))
  const prices = await findPrices(
    transaction,
    ready.map(({ row }) => row),
  )
  const products = await saveProducts(transaction, ready.map(recordOf))
  const isDraft = choices.isDraft ?? false
  await insertEvents(transaction, fresh.map(recordOf), products, { isDraft })
  await enqueueAnnouncements(transaction, fresh.map(refOf))
  const locked = await findEvents(transaction, old.map(refOf), { lock: true })
  const faults = [
    ...(await compare(transaction, old, locked, now)),
    ...comparePrices(ready, found, prices, choices),
  ]
  if (faults.length > 0) throw new ImportRefused(faults)
  await updateEvents(transaction, old.map(recordOf), products)
  await saveCodes(transaction, sealer, ready)
  const drafts = new Set(isDraft ? fresh.map(refOf) : [])
  for (const one of found) if (one.isDraft) drafts.add(one.externalRef)
  return { created: fresh.length, updated: old.length, report: reportOf(ready, prices, drafts) }
}

/**
 * Imports events from CSV (OPS-02), all or nothing: every row is checked first, without locks, and every fault is reported.
 * Idempotent: a known external_ref is updated, as far as its appointments allow.
 */
export async function importEvents(
  { database, sealer }: ImportDeps,
  csv: string,
  operator: string,
  choices: ImportChoices = NO_CHOICES,
): Promise<ImportOutcome> {
  try {
    const { rows, faults } = readEventFile(csv)
    if (faults.length > 0) return { ok: false, faults }
    const ready = rows.map((row) => ({
      row,
      lookup: row.accessCode === null ? null : accessCodeLookup(sealer, row.accessCode),
    }))
    const now = (await databaseClock(database)).now()
    const known = await findEvents(database, ready.map(refOf), { lock: false })
    const faultsOfChanges = [
      ...(await compare(database, ready, known, now)),
      ...comparePrices(ready, known, await findPrices(database, rows), choices),
    ].sort((a, b) => a.line - b.line)
    if (faultsOfChanges.length > 0) return { ok: false, faults: faultsOfChanges }
    return await database.transaction(async (transaction) => {
      const saving = { sealer, choices }
      const { created, updated, report } = await saveAll(transaction, saving, ready, now)
      const subject = `events:${created} created, ${updated} updated`
      await insertAudit(transaction, {
        actor: null,
        action: 'events-imported',
        subject,
        requestId: null,
        operator,
      })
      return { ok: true as const, created, updated, report }
    })
  } catch (error) {
    if (error instanceof ImportRefused) return { ok: false, faults: error.faults }
    throw error
  }
}
