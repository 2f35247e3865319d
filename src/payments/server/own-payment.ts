import { refuseForeign } from '#account/server/foreign-access.ts'
import type { ReasonOf } from '#core/contract/endpoint.ts'
import type { Patient, RequestContext } from '#core/server/caller.ts'
import type { Database } from '#core/server/database/database.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import type { getOrder } from '#payments/contract/payments.ts'
import { findPaymentByOrder } from '#payments/server/database/payment-records.ts'
import type { Payment } from '#payments/server/database/payments.ts'

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
