import { referenceNumber } from '#domain/appointment.ts'
import { formatPounds } from '#domain/money.ts'
import { formatShortInstant } from '#domain/time.ts'
import type { Database } from '#server/database/database.ts'
import { alignColumns } from '#server/operations/run-sheet.ts'
import { findAppointment } from '#server/repositories/appointments.ts'
import { findPayment, listPayments } from '#server/repositories/payment-records.ts'
import type { Payment } from '#server/repositories/payments.ts'
import { listOpenRefunds, listRefunds, type Refund } from '#server/repositories/refunds.ts'

const MOST = 100

const paymentRow = (payment: Payment) => [
  payment.paymentId,
  payment.state,
  formatPounds(payment.amountPence),
  formatShortInstant(payment.createdAt),
  payment.appointmentId === null ? '' : referenceNumber(payment.appointmentId),
  payment.issue ?? '',
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

const table = (headings: readonly string[], rows: readonly string[][], none: string) =>
  rows.length === 0 ? `${none}\n` : alignColumns([[...headings], ...rows])

/** What waits, oldest refund first, and the newest payments: ids and amounts, no names. */
export async function paymentTables(database: Database): Promise<string> {
  const [open, refunds, newest] = await Promise.all([
    listPayments(database, { states: ['capturing', 'pending', 'refund_due'], most: MOST }),
    listOpenRefunds(database, MOST),
    listPayments(database, { most: 20 }),
  ])
  const payments = ['payment', 'state', 'amount', 'begun', 'reference', 'issue']
  return [
    'Not settled:',
    table(payments, open.map(paymentRow), 'none'),
    'Refunds that are not made:',
    table(
      ['payment', 'state', 'amount', 'why', 'due', 'tried', 'issue'],
      refunds.map(refundRow),
      'none',
    ),
    'Newest payments:',
    table(payments, newest.map(paymentRow), 'none'),
  ].join('\n')
}

/** What operators must know after they returned everything of a payment: the appointment is not cancelled by it. Else ''. */
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

/** One payment with its refunds; undefined when there is none. */
export async function paymentSheet(
  database: Database,
  paymentId: string,
): Promise<string | undefined> {
  const payment = await findPayment(database, paymentId)
  if (payment === undefined) return undefined
  const refunds = await listRefunds(database, paymentId)
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
    '',
  ].join('\n')
}
