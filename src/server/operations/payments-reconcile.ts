import { formatPounds } from '#domain/money.ts'
import { addDays, type IsoDate, londonInstant } from '#domain/time.ts'
import type { Database } from '#server/database/database.ts'
import type { PaymentGateway, ProviderEntry } from '#server/gateways/paypal/gateway.ts'
import { listMovements, type Movement } from '#server/repositories/payment-days.ts'

/** Entries of the provider's list that moved money, or will: denied and reversed ones did not. */
const MOVED = new Set(['S', 'P'])

/**
 * Every difference between the provider's list of a day and ours, one line each (PAY-11). `known`: ours with an id of that list,
 * whatever their day; `ours`: ours of the day. Pure.
 */
export function differences(
  entries: readonly ProviderEntry[],
  known: readonly Movement[],
  ours: readonly Movement[],
): string[] {
  const moved = entries.filter(({ status }) => MOVED.has(status))
  const byProvider = moved.flatMap((entry) => {
    const own = known.find(({ kind, id }) => kind === entry.kind && id === entry.id)
    const what = `${entry.kind} ${entry.id}, ${formatPounds(entry.amountPence)}`
    if (own === undefined) return [`at the provider only: ${what}`]
    return own.amountPence === entry.amountPence
      ? []
      : [`another amount: ${what}; here ${formatPounds(own.amountPence)}, payment ${own.paymentId}`]
  })
  const byUs = ours
    .filter(({ kind, id }) => !moved.some((entry) => entry.kind === kind && entry.id === id))
    .map(
      ({ kind, id, amountPence, paymentId }) =>
        `here only: ${kind} ${id}, ${formatPounds(amountPence)}, payment ${paymentId}`,
    )
  return [...byProvider, ...byUs]
}

/** The provider's list of a London day against ours; it can lag by three hours. @throws PaymentProviderError */
export async function reconcile(
  database: Database,
  gateway: Pick<PaymentGateway, 'listEntries'>,
  day: IsoDate,
): Promise<string> {
  const entries = await gateway.listEntries(day)
  const known = await listMovements(database, { ids: entries.map(({ id }) => id) })
  const [from, to] = [londonInstant(day, '00:00'), londonInstant(addDays(day, 1), '00:00')]
  const lines = differences(entries, known, await listMovements(database, { from, to }))
  const summary = `${day}: ${entries.length} entries at the provider, ${lines.length} differences.`
  return [...lines, summary, ''].join('\n')
}
