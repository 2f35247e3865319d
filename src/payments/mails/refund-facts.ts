import { londonDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import { findPaymentOfAppointment } from '#payments/server/database/payment-records.ts'
import { isOnHold } from '#payments/server/database/refund-holds.ts'
import { listRefunds, type Refund } from '#payments/server/database/refunds.ts'
import { cardText } from '#payments/texts/receipt.ts'
import { type MailedRefund, NOTHING_BACK } from '#payments/texts/refund-mail.ts'

const sumOf = (refunds: readonly Refund[]) =>
  refunds.reduce((sum, { amountPence }) => sum + amountPence, 0)

/** What goes back of these payments, counting what was returned since `since`; undefined when nothing does. */
export async function refundOfPayments(
  db: Queries,
  paymentIds: readonly string[],
  { now, since }: { readonly now: Date; readonly since?: Date },
): Promise<MailedRefund | undefined> {
  const all = (await Promise.all(paymentIds.map((id) => listRefunds(db, id)))).flat()
  const done = all.filter(
    ({ doneAt }) => doneAt !== null && (since === undefined || doneAt >= since),
  )
  const due = all.filter(({ state }) => state === 'due' || state === 'pending')
  if (done.length + due.length === 0) return undefined
  const held = await Promise.all(due.map(({ paymentId }) => isOnHold(db, paymentId)))
  const dueOn = due
    .map((refund) => refund.dueOn)
    .toSorted()
    .at(-1)
  const wasRefused = due.length > 0 && all.some(({ state }) => state === 'failed')
  const isLate = dueOn !== undefined && dueOn < londonDate(now)
  return {
    donePence: sumOf(done),
    duePence: sumOf(due),
    dueOn,
    isDelayed: held.includes(true) || wasRefused || isLate,
  }
}

/** What goes back of the payment of an appointment; undefined when it was free, or when its refund has failed and operators decide. */
export async function refundOfAppointment(
  db: Queries,
  appointmentId: string,
  now: Date,
): Promise<MailedRefund | undefined> {
  const payment = await findPaymentOfAppointment(db, appointmentId)
  if (payment === undefined) return undefined
  const { paymentId, cardBrand, lastDigits } = payment
  const refund = await refundOfPayments(db, [paymentId], { now })
  if (refund !== undefined) return { ...refund, paidWith: cardText(cardBrand, lastDigits) }
  return (await listRefunds(db, paymentId)).length === 0 ? NOTHING_BACK : undefined
}
