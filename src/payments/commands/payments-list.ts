import { referenceNumber } from '#booking/rules/appointment.ts'
import { findAppointment } from '#booking/server/database/appointments.ts'
import { alignColumns } from '#core/commands/columns.ts'
import { formatPounds } from '#core/rules/money.ts'
import { formatShortInstant } from '#core/rules/time.ts'
import type { Database } from '#core/server/database/database.ts'
import { type Dispute, listDisputes, listOpenDisputes } from '#payments/server/database/disputes.ts'
import {
  listBookedWithoutMoney,
  listPayments,
  listUnsettled,
  type Unsettled,
} from '#payments/server/database/payment-lists.ts'
import { findPayment } from '#payments/server/database/payment-records.ts'
import type { Payment } from '#payments/server/database/payments.ts'
import { listHolds, type RefundHold } from '#payments/server/database/refund-holds.ts'
import { listOpenRefunds, listRefunds, type Refund } from '#payments/server/database/refunds.ts'

const MOST = 100

const paymentRow = (payment: Payment) => [
  payment.paymentId,
  payment.state,
  formatPounds(payment.amountPence),
  formatShortInstant(payment.createdAt),
  payment.appointmentId === null ? '' : referenceNumber(payment.appointmentId),
  payment.issue ?? '',
]

const unsettledRow = (payment: Unsettled) => [
  ...paymentRow(payment),
  payment.keepsPlace ? 'kept' : '',
]

const refundRow = (refund: Refund) => [
  refund.paymentId,
  refund.state,
  formatPounds(refund.amountPence),
  refund.reason,
  `by ${refund.dueOn}`,
  `${refund.attempts} attempts`,
  refund.lastIssue ?? '',
]

const disputeRow = (dispute: Dispute) => [
  dispute.paymentId,
  dispute.kind === 'reversal' ? 'money taken back' : 'dispute',
  formatPounds(dispute.amountPence),
  formatShortInstant(dispute.notedAt),
  dispute.disputeId,
  dispute.endedAt === null
    ? ''
    : `${dispute.outcome ?? 'ended'} ${formatShortInstant(dispute.endedAt)}`,
]

const holdRow = (hold: RefundHold) => [
  hold.paymentId,
  hold.kind,
  formatShortInstant(hold.heldAt),
  hold.toldId,
  hold.endedAt === null
    ? 'refunds wait'
    : `not confirmed, ended ${formatShortInstant(hold.endedAt)}`,
]

const table = (headings: readonly string[], rows: readonly string[][], none: string) =>
  rows.length === 0 ? `${none}\n` : alignColumns([[...headings], ...rows])

/** What waits, oldest refund first, and the newest payments: ids and amounts, no names. */
export async function paymentTables(database: Database): Promise<string> {
  const [open, refunds, disputes, holds, unpaid, newest] = await Promise.all([
    listUnsettled(database, MOST),
    listOpenRefunds(database, MOST),
    listOpenDisputes(database, MOST),
    listHolds(database, MOST),
    listBookedWithoutMoney(database, MOST),
    listPayments(database, { most: 20 }),
  ])
  const payments = ['payment', 'state', 'amount', 'begun', 'reference', 'issue']
  return [
    'Not settled:',
    table([...payments, 'place'], open.map(unsettledRow), 'none'),
    'Refunds that are not made:',
    table(
      ['payment', 'state', 'amount', 'why', 'due', 'tried', 'issue'],
      refunds.map(refundRow),
      'none',
    ),
    'Disputed, or taken back by the payer’s bank:',
    table(['payment', 'what', 'amount', 'known', 'dispute', ''], disputes.map(disputeRow), 'none'),
    'Disputes and reversals that an event told of and the provider has not confirmed:',
    table(['payment', 'what', 'told', 'id', ''], holds.map(holdRow), 'none'),
    'Booked, but all the money is back:',
    table(payments, unpaid.map(paymentRow), 'none'),
    'Newest payments:',
    table(payments, newest.map(paymentRow), 'none'),
  ].join('\n')
}

/** The note after operators returned all of a payment: the appointment is not cancelled by it. Else ''. */
export async function stillBooked(database: Database, paymentId: string): Promise<string> {
  const [payment, refunds] = await Promise.all([
    findPayment(database, paymentId),
    listRefunds(database, paymentId),
  ])
  if (payment === undefined || payment.appointmentId === null) return ''
  const back = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amountPence }) => sum + amountPence, 0)
  if (back < (payment.capturedPence ?? 0)) return ''
  const appointment = await findAppointment(database, payment.appointmentId)
  return appointment?.status === 'booked'
    ? `Everything goes back, but appointment ${referenceNumber(payment.appointmentId)} stays booked. To end it, cancel it too.\n`
    : ''
}

/** The note after a dispute was won and nothing was refunded automatically. */
export async function owedAfterDispute(database: Database, paymentId: string): Promise<string> {
  const payment = await findPayment(database, paymentId)
  const id = payment?.appointmentId ?? null
  const appointment = id === null ? undefined : await findAppointment(database, id)
  return id !== null && appointment?.status === 'cancelled'
    ? `Appointment ${referenceNumber(id)} was cancelled by the patient. If it was cancelled before the refund deadline and the money had already been taken back, return the amount owed: payments -- refund.\n`
    : 'Nothing is owed.\n'
}

const joined = (cells: readonly string[]) => cells.filter((cell) => cell !== '').join(', ')

/** One payment with its refunds and disputes; undefined when there is none. */
export async function paymentSheet(
  database: Database,
  paymentId: string,
): Promise<string | undefined> {
  const payment = await findPayment(database, paymentId)
  if (payment === undefined) return undefined
  const [refunds, disputes] = await Promise.all([
    listRefunds(database, paymentId),
    listDisputes(database, [paymentId]),
  ])
  const facts: [string, string][] = [
    ['payment', payment.paymentId],
    ['state', payment.state],
    ['amount', formatPounds(payment.amountPence)],
    ['captured', payment.capturedPence === null ? '' : formatPounds(payment.capturedPence)],
    ['appointment', payment.appointmentId ?? ''],
    ['event', String(payment.eventId)],
    ['patient', payment.profileId === null ? '' : String(payment.profileId)],
    ['order', payment.orderId ?? ''],
    ['capture', payment.captureId ?? ''],
    ['issue', payment.issue ?? ''],
    ['debug id', payment.debugId ?? ''],
    ['begun', payment.createdAt.toISOString()],
    ['concluded', payment.concludedAt?.toISOString() ?? ''],
  ]
  const lines = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
  return [
    ...lines,
    ...refunds.map((refund) => `refund: ${refundRow(refund).slice(1).join(', ')}`),
    ...disputes.map((dispute) => `dispute: ${joined(disputeRow(dispute).slice(1))}`),
    '',
  ].join('\n')
}
