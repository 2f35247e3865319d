import { decimalPounds } from '#core/rules/money.ts'
import { formatShortDate } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { countOf } from '#core/texts/count.ts'
import { readEventFile } from '#events/commands/event-file.ts'
import { changeTexts, chargeText, type PriceChoices } from '#events/server/saving/event-prices.ts'
import type { Fault } from '#events/server/saving/event-row.ts'
import {
  EventsRefused,
  type EventToSave,
  findEventFaults,
  type SavedEvents,
  saveEvents,
} from '#events/server/saving/save-events.ts'

/** A fault in the words of a command. */
export type FileFault = Pick<Fault, 'line' | 'field' | 'problem'>

/** The result of an import: everything was saved, or nothing and every fault by line. */
export type ImportOutcome =
  | {
      readonly ok: true
      readonly created: number
      readonly updated: number
      /** What each event costs and how many places it has, and the products whose price changed. */
      readonly report: readonly string[]
    }
  | { readonly ok: false; readonly faults: readonly FileFault[] }

type ImportDeps = { readonly database: Database; readonly sealer: Sealer }

/** What the operator confirms, and whether new events are drafts: existing ones stay what they are. */
export type ImportChoices = PriceChoices & { readonly isDraft?: boolean }

const NO_CHOICES: ImportChoices = { accepted: new Set(), changesProducts: false }

/** The option that confirms what a fault asks about. */
function hintOf({ ask }: Fault): string {
  if (ask === undefined) return ''
  if ('accepts' in ask) {
    const pence = ask.isLikePence ? ': an old file in pence?' : '.'
    return `${pence} If it is right, add --accept-prices ${decimalPounds(ask.accepts)}`
  }
  const others =
    ask.changesPriceOf === '' ? '' : `, and so the price of event ${ask.changesPriceOf}`
  return `. --change-prices changes it${others}`
}

const refused = (faults: readonly Fault[]): ImportOutcome => ({
  ok: false,
  faults: faults.map((fault) => ({
    line: fault.line,
    field: fault.field,
    problem: fault.problem + hintOf(fault),
  })),
})

/** What was imported, by line. */
const reportOf = (rows: readonly EventToSave[], { prices, drafts }: SavedEvents): string[] => [
  ...rows.map((row) => {
    const { externalRef, date, startTime, totalSpaces } = row.event
    const when = `${formatShortDate(date)} ${startTime}`
    const draft = drafts.has(row) ? ', draft' : ''
    return `line ${row.line}: ${externalRef}, ${when}, ${chargeText(row, prices)}, ${countOf(totalSpaces, 'place')}${draft}`
  }),
  ...changeTexts(prices),
]

/**
 * Imports events from CSV (OPS-02), all or nothing: every row is checked first, without locks, and every fault is reported.
 * Idempotent: a known external_ref is updated, as far as its appointments allow.
 */
export async function importEvents(
  { database, sealer }: ImportDeps,
  csv: string,
  operator: string,
  { isDraft = false, ...choices }: ImportChoices = NO_CHOICES,
): Promise<ImportOutcome> {
  try {
    const { rows, faults } = readEventFile(csv)
    if (faults.length > 0) return refused(faults)
    const now = (await databaseClock(database)).now()
    const found = await findEventFaults(database, { sealer, choices, now }, rows)
    if (found.length > 0) return refused(found)
    return await database.transaction(async (transaction) => {
      const saved = await saveEvents(transaction, { sealer, choices, now, isDraft }, rows)
      const created = saved.created.length
      const updated = saved.updated.length
      await insertAudit(transaction, {
        actor: null,
        action: 'events-imported',
        subject: `events:${created} created, ${updated} updated`,
        requestId: null,
        operator,
      })
      return { ok: true as const, created, updated, report: reportOf(rows, saved) }
    })
  } catch (error) {
    if (error instanceof EventsRefused) return refused(error.faults)
    throw error
  }
}
