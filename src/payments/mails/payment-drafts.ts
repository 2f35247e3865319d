import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { cancellingText } from '#payments/mails/cancelling-text.ts'
import { paymentLetter } from '#payments/mails/payment-letters.ts'
import type { PaymentTemplate } from '#payments/rules/payment.ts'
import { findMailedPayment } from '#payments/server/database/mailed-payments.ts'
import { findRefund } from '#payments/server/database/refunds.ts'

/** The mail about a payment or its refund; undefined when its patient is gone. */
export async function draftPayment(
  payload: {
    readonly template: PaymentTemplate
    readonly payment_id: string
    readonly refund_id?: string | undefined
  },
  deps: { readonly database: Database; readonly clock: Clock; readonly siteUrl: string },
  charity: Charity,
) {
  const { database, siteUrl } = deps
  const payment = await findMailedPayment(database, payload.payment_id)
  if (payment === undefined) return undefined
  const { refund_id: refundId } = payload
  const refund = refundId === undefined ? undefined : await findRefund(database, refundId)
  const facts = {
    ...payment,
    refundPence: refund?.amountPence,
    cancelling: payload.template === 'receipt' ? await cancellingText(deps, payment, charity) : [],
  }
  return { to: payment.email, letter: paymentLetter(payload.template, facts, { charity, siteUrl }) }
}
