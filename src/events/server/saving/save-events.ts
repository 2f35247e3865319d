import { randomUUID } from 'node:crypto'
import { londonInstant } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { accessCodeContext, accessCodeLookup } from '#events/server/access-code.ts'
import { findRevoked, saveImportedCode } from '#events/server/database/access-codes.ts'
import { enqueueAnnouncements } from '#events/server/database/event-notices.ts'
import {
  type Beginning,
  findChangeFaults,
  findEvents,
  insertEvents,
  type KnownEvent,
  saveProducts,
  updateEvents,
  waitForImports,
} from '#events/server/database/event-records.ts'
import {
  findPrices,
  type PriceChoices,
  type Prices,
  priceFaults,
} from '#events/server/saving/event-prices.ts'
import type { EventRow, Fault } from '#events/server/saving/event-row.ts'

/** An event to save. `eventId`: the event that it changes, null for a new one; undefined: found by its reference, else new. */
export type EventToSave = EventRow & { readonly eventId?: number | null }

/** What was saved. */
export type SavedEvents = {
  readonly created: readonly number[]
  readonly updated: readonly number[]
  readonly prices: Prices
  readonly drafts: ReadonlySet<EventToSave>
}

/** Thrown to roll the transaction back; carries the faults. */
export class EventsRefused extends Error {
  readonly faults: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super('The events were refused.')
    this.name = 'EventsRefused'
    this.faults = faults
  }
}

/** Label of a code that a file or a form gives. */
const CODE_LABEL = 'Import'

type Compared = { readonly row: EventToSave; readonly known: KnownEvent | undefined }

/** Each event with the stored one that it changes, and the events that have its reference. */
async function findStored(db: Queries, rows: readonly EventToSave[], lock: boolean) {
  const refs = rows.flatMap(({ event }) => event.externalRef ?? [])
  const ids = rows.flatMap(({ eventId }) => eventId ?? [])
  const stored = await findEvents(db, { refs, ids }, { lock })
  const byId = new Map(stored.map((event) => [event.eventId, event]))
  const byRef = new Map(stored.map((event) => [event.externalRef, event]))
  const ofRef = ({ event }: EventToSave) =>
    event.externalRef === null ? undefined : byRef.get(event.externalRef)
  const knownOf = (row: EventToSave) =>
    row.eventId === undefined
      ? ofRef(row)
      : row.eventId === null
        ? undefined
        : byId.get(row.eventId)
  return { compared: rows.map((row): Compared => ({ row, known: knownOf(row) })), ofRef }
}

type Stored = Awaited<ReturnType<typeof findStored>>

/** What is wrong with an event that is known without changing anything. */
function faultOf({ row, known }: Compared, { ofRef }: Stored, now: Date): Fault | undefined {
  const { line, event, accessCode } = row
  const other = ofRef(row)
  if (row.eventId !== undefined && other !== undefined && other !== known) {
    const problem = `is used by event ${other.eventId} already`
    return { line, field: 'external_ref', problem }
  }
  if (known?.isCancelled && row.eventId !== undefined) {
    return { line, field: 'row', problem: 'the event is cancelled' }
  }
  if (known?.isCancelled) {
    const problem = 'is the reference of a cancelled event: import it with another one'
    return { line, field: 'external_ref', problem }
  }
  if (event.isPrivate && accessCode === null && known?.hasCode !== true) {
    return { line, field: 'access_code', problem: 'is missing: the event is private' }
  }
  if (known === undefined && londonInstant(event.date, event.startTime) < now) {
    return { line, field: 'event_date', problem: 'is in the past' }
  }
  return undefined
}

const changesOf = (compared: readonly Compared[]) =>
  compared.flatMap(({ row, known }) =>
    known === undefined ? [] : [{ eventId: known.eventId, event: row.event }],
  )

/** Every fault of events, compared with the stored ones. */
async function compare(
  db: Queries,
  { stored, sealer, now }: { stored: Stored; sealer: Pick<Sealer, 'lookup'>; now: Date },
  compared: readonly Compared[],
): Promise<Fault[]> {
  const changes = await findChangeFaults(db, changesOf(compared))
  const codes = compared.flatMap(({ row: { accessCode }, known }) =>
    known === undefined || accessCode === null
      ? []
      : [{ eventId: known.eventId, lookup: accessCodeLookup(sealer, accessCode) }],
  )
  const revoked = await findRevoked(db, codes)
  return compared.flatMap((one): Fault[] => {
    const { line } = one.row
    const id = one.known?.eventId ?? 0
    const own = faultOf(one, stored, now)
    if (own !== undefined) return [own]
    if (revoked.has(id)) {
      const problem = 'was revoked for this event: use another one'
      return [{ line, field: 'access_code', problem }]
    }
    const problem = changes.get(id)
    return problem === undefined ? [] : [{ line, field: 'row', problem }]
  })
}

const pricesOf = (db: Queries, compared: readonly Compared[]): Promise<Prices> =>
  findPrices(
    db,
    compared.map(({ row }) => row),
    changesOf(compared).map(({ eventId }) => eventId),
  )

const faultsOfPrices = (compared: readonly Compared[], prices: Prices, choices: PriceChoices) =>
  compared.flatMap(({ row, known }) => priceFaults(row, known, prices, choices))

/** Every fault of these events together with the stored ones, by line (OPS-02, EVM-01). Locks nothing and changes nothing. */
export async function findEventFaults(
  db: Queries,
  { sealer, choices, now }: { sealer: Sealer; choices: PriceChoices; now: Date },
  rows: readonly EventToSave[],
): Promise<Fault[]> {
  const stored = await findStored(db, rows, false)
  const { compared } = stored
  const faults = [
    ...(await compare(db, { stored, sealer, now }, compared)),
    ...faultsOfPrices(compared, await pricesOf(db, compared), choices),
  ]
  return faults.sort((a, b) => a.line - b.line)
}

async function saveCode(db: Queries, sealer: Sealer, eventId: number, code: string): Promise<void> {
  const codeId = randomUUID()
  await saveImportedCode(db, {
    codeId,
    eventId,
    label: CODE_LABEL,
    sealed: sealer.seal(code, accessCodeContext(codeId)),
    lookup: accessCodeLookup(sealer, code),
    mostUses: null,
    validFrom: null,
    validUntil: null,
  })
}

type Saving = Beginning & {
  readonly sealer: Sealer
  readonly choices: PriceChoices
  readonly now: Date
}

/**
 * Saves events in a few statements, all or none, for an import and a form. New events first, so that existing ones, which patients
 * may be booking, are locked as shortly as possible, in the order of their ids, and checked again under their locks. What begins
 * published is announced. Call it in a transaction.
 * @throws EventsRefused when something has changed since `findEventFaults`.
 */
export async function saveEvents(
  transaction: Queries,
  { sealer, choices, now, ...beginning }: Saving,
  rows: readonly EventToSave[],
): Promise<SavedEvents> {
  await waitForImports(transaction)
  const { compared: found } = await findStored(transaction, rows, false)
  const prices = await pricesOf(transaction, found)
  const products = await saveProducts(
    transaction,
    rows.map(({ event }) => event),
  )
  const fresh = found.flatMap(({ row, known }) => (known === undefined ? [row] : []))
  const inserted = await insertEvents(
    transaction,
    fresh.map(({ event }) => event),
    products,
    beginning,
  )
  const created = inserted.map(({ eventId }) => eventId)
  await enqueueAnnouncements(transaction, created)
  const old = found.flatMap(({ row, known }) => (known === undefined ? [] : [row]))
  const stored = await findStored(transaction, old, true)
  const faults = [
    ...(await compare(transaction, { stored, sealer, now }, stored.compared)),
    ...faultsOfPrices(found, prices, choices),
  ]
  if (faults.length > 0) throw new EventsRefused(faults)
  const changes = changesOf(stored.compared)
  await updateEvents(transaction, changes, products)
  const idOfRef = new Map(inserted.map(({ eventId, externalRef }) => [externalRef, eventId]))
  const codes = [
    ...stored.compared.map(({ row, known }) => ({ row, id: known?.eventId })),
    ...fresh.map((row) => ({ row, id: idOfRef.get(row.event.externalRef) })),
  ].sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
  for (const { row, id } of codes) {
    if (row.accessCode !== null && id !== undefined) {
      await saveCode(transaction, sealer, id, row.accessCode)
    }
  }
  const drafts = found.filter(({ known }) => known?.isDraft ?? beginning.isDraft)
  return {
    created,
    updated: changes.map(({ eventId }) => eventId),
    prices,
    drafts: new Set(drafts.map(({ row }) => row)),
  }
}
