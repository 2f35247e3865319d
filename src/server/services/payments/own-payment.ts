import type { ReasonOf } from '#contract/endpoint.ts'
import type { getOrder } from '#contract/payments.ts'
import type { Patient, RequestContext } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import { findPaymentByOrder } from '#server/repositories/payment-records.ts'
import type { Payment } from '#server/repositories/payments.ts'
import { refuseForeign } from '#server/services/foreign-access.ts'

/** The caller's own payment of an order; another patient's is refused and audited (API-08). */
export async function findOwnPayment(
  database: Database,
  orderId: string,
  caller: Patient,
  context: RequestContext,
): Promise<Outcome<Payment, ReasonOf<typeof getOrder>>> {
  const payment = await findPaymentByOrder(database, orderId)
  if (payment === undefined || payment.profileId === null) return refused('order-not-found')
  if (payment.profileId === caller.profileId) return done(payment)
  return refuseForeign(database, caller, `payment:${payment.paymentId}`, context)
}
