import type { PaymentTemplate } from '#domain/payment.ts'
import type { Database } from '#server/database/database.ts'
import type { Charity } from '#server/gateways/content.ts'
import { findMailedPayment } from '#server/repositories/mailed-payments.ts'
import { findRefund } from '#server/repositories/refunds.ts'
import { paymentLetter } from '#server/services/mail/payment-letters.ts'

/** The mail about a payment or its refund; undefined when its patient is gone. */
export async function draftPayment(
  payload: {
    readonly template: PaymentTemplate
    readonly payment_id: string
    readonly refund_id?: string | undefined
  },
  { database, siteUrl }: { readonly database: Database; readonly siteUrl: string },
  charity: Charity,
) {
  const payment = await findMailedPayment(database, payload.payment_id)
  if (payment === undefined) return undefined
  const { refund_id: refundId } = payload
  const refund = refundId === undefined ? undefined : await findRefund(database, refundId)
  const facts = { ...payment, refundPence: refund?.amountPence }
  return { to: payment.email, letter: paymentLetter(payload.template, facts, { charity, siteUrl }) }
}
