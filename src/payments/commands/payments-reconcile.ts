import { formatPounds } from '#core/rules/money.ts'
import { addDays, type IsoDate, londonInstant } from '#core/rules/time.ts'
import { isUuid } from '#core/rules/uuid.ts'
import type { Database } from '#core/server/database/database.ts'
import { noteReturn } from '#payments/server/database/disputes.ts'
import { listMovements, type Movement } from '#payments/server/database/payment-days.ts'
import { findPayment, findPaymentByCapture } from '#payments/server/database/payment-records.ts'
import type { Payment } from '#payments/server/database/payments.ts'
import { findRefund } from '#payments/server/database/refunds.ts'
import type { PaymentGateway, ProviderEntry } from '#payments/server/paypal/gateway.ts'
import { didMove, noteReversal } from '#payments/server/refund-holds.ts'

const isSame = (entry: ProviderEntry, { kind, id }: Movement) =>
  entry.kind === kind && entry.id === id
const textOf = ({ kind, id, amountPence }: Pick<Movement, 'kind' | 'id' | 'amountPence'>) =>
  `${kind} ${id}, ${formatPounds(amountPence)}`

/** What the comparison uses besides the list of the day. */
export type Known = {
  /** Ours with an id of the list, whatever their day. */
  readonly movements: readonly Movement[]
  /** Ours of the day. */
  readonly ours: readonly Movement[]
  /** The provider's list of the day before and the day after: midnight is not the same instant there and here. */
  readonly nearby?: readonly ProviderEntry[]
  /** The payments that entries name, by the entry's id. */
  readonly payments?: ReadonlyMap<string, Pick<Payment, 'paymentId' | 'state'>>
}

/** Every difference between the captures and refunds of the provider's list and ours, one line each (PAY-11). Pure. */
export function differences(
  entries: readonly ProviderEntry[],
  { movements, ours, nearby = [], payments = new Map() }: Known,
): string[] {
  const moved = entries.filter(didMove)
  const byProvider = moved.flatMap((entry) => {
    if (entry.kind === 'reversal' || entry.kind === 'other') return []
    const own = movements.find((movement) => isSame(entry, movement))
    const what = textOf({ ...entry, kind: entry.kind })
    const named = payments.get(entry.id)
    if (own === undefined) {
      const whose = named === undefined ? '' : `, payment ${named.paymentId}, here ${named.state}`
      return [`at the provider only: ${what}${whose}`]
    }
    return own.amountPence === entry.amountPence
      ? []
      : [`another amount: ${what}; here ${formatPounds(own.amountPence)}, payment ${own.paymentId}`]
  })
  const listed = [...moved, ...nearby.filter(didMove)]
  const byUs = ours
    .filter((movement) => !listed.some((entry) => isSame(entry, movement)))
    .map((movement) => `here only: ${textOf(movement)}, payment ${movement.paymentId}`)
  return [...byProvider, ...byUs]
}

/** Records money that went back without a request of ours; returns its line of the report, or undefined when it was known, or is of no payment of ours. */
async function noteEntry(database: Database, entry: ProviderEntry): Promise<string | undefined> {
  const { kind, id, captureId, customId, amountPence, at, code } = entry
  if (kind === 'capture' || captureId === undefined || !didMove(entry)) return undefined
  const payment = await findPaymentByCapture(database, captureId)
  // The job of a refund of ours records it, also when the provider's response was lost.
  const isOurs = isUuid(customId) && (await findRefund(database, customId)) !== undefined
  if (payment === undefined || isOurs) return undefined
  const { paymentId } = payment
  const what = `${formatPounds(amountPence)}, payment ${paymentId}`
  if (kind === 'other') return `another movement of a payment (${code}): ${what}`
  if (kind === 'refund') {
    const told = { paymentId, providerRefundId: id, amountPence, at, isNamed: true }
    const isNew = entry.status === 'S' && (await noteReturn(database, told)) === 'noted'
    return isNew ? `returned at the provider, noted now: refund ${id}, ${what}` : undefined
  }
  const noted = await noteReversal({ database }, paymentId, entry)
  return noted === 'noted' || noted === 'was-refund'
    ? `taken back by the payer’s bank, noted now: ${what}`
    : undefined
}

/** The payments of entries that are not movements in our database. */
async function namedPayments(database: Database, entries: readonly ProviderEntry[]) {
  const payments = new Map<string, Payment>()
  for (const { id, customId } of entries) {
    const payment = isUuid(customId) ? await findPayment(database, customId) : undefined
    if (payment !== undefined) payments.set(id, payment)
  }
  return payments
}

const NEIGHBOURS = [-1, 1]

/**
 * The provider's list of a London day against ours; it can lag by three hours. What went back without us is noted first.
 * @throws PaymentProviderError
 */
export async function reconcile(
  database: Database,
  gateway: Pick<PaymentGateway, 'listEntries'>,
  day: IsoDate,
): Promise<string> {
  const entries = await gateway.listEntries(day)
  const ids = entries.map(({ id }) => id)
  const before = await listMovements(database, { ids })
  const unknown = entries.filter((entry) => !before.some((movement) => isSame(entry, movement)))
  const noted: string[] = []
  for (const entry of unknown) noted.push((await noteEntry(database, entry)) ?? '')
  const movements = await listMovements(database, { ids })
  const [from, to] = [londonInstant(day, '00:00'), londonInstant(addDays(day, 1), '00:00')]
  const ours = await listMovements(database, { from, to })
  const isListed = (movement: Movement) => entries.some((entry) => isSame(entry, movement))
  const nearby = ours.every(isListed)
    ? []
    : await Promise.all(NEIGHBOURS.map((days) => gateway.listEntries(addDays(day, days))))
  const payments = await namedPayments(database, unknown)
  const known = { movements, ours, nearby: nearby.flat(), payments }
  const lines = [...noted.filter((line) => line !== ''), ...differences(entries, known)]
  const compared = entries.filter(({ kind }) => kind !== 'other').length
  const summary = `${day}: ${compared} entries at the provider, ${lines.length} differences.`
  return [...lines, summary, ''].join('\n')
}
