import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Logger } from '#core/server/logger.ts'
import { conclusionsOf, decisiveCapture, unlessUnclear } from '#payments/server/conclude.ts'
import { findPayment } from '#payments/server/database/payment-records.ts'
import { giveUpPayment } from '#payments/server/database/payments.ts'
import type { Order, PaymentGateway } from '#payments/server/paypal/gateway.ts'
import { refundsOf } from '#payments/server/refunds.ts'
import { noteRefundsOf } from '#payments/server/returns.ts'

export type SettleDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly gateway: PaymentGateway
  readonly logger: Logger
}

/** Dependencies of the services. Turns do nothing: a command makes one request at a time, and the servers find the queued jobs themselves. */
const depsOf = (deps: SettleDeps) => ({
  ...deps,
  turns: { take: <Value>(_: number, work: () => Promise<Value>) => work() },
  placesChanged: () => undefined,
  nudgeJobs: () => undefined,
})

const statusOf = (order: Order) =>
  order.captures.map(({ status, reason }) =>
    reason === undefined ? status : `${status}, ${reason}`,
  )

/** The state at the provider of an order without money. */
const withoutMoney = (order: Order | undefined) =>
  order === undefined
    ? 'The provider does not know the order.'
    : `The provider has the order as ${order.status}, without a capture: no money was taken.`

/** The provider's report, for operators. `clear`: it responded, and its report is stored; otherwise money may have moved. */
export type Settled = { readonly clear: boolean; readonly text: string }

/** Reads the provider's order of a payment and concludes the payment by it, as the servers do automatically. Undefined: there is no such payment. */
export async function settleNow(deps: SettleDeps, paymentId: string): Promise<Settled | undefined> {
  const payment = await findPayment(deps.database, paymentId)
  if (payment === undefined) return undefined
  if (payment.orderId === null) {
    return { clear: true, text: 'No order was made: nothing can have been taken.\n' }
  }
  const services = depsOf(deps)
  const { readOrder, settleBy } = conclusionsOf(services)
  const order = await readOrder(payment.orderId).catch(unlessUnclear)
  if (order === 'unclear') {
    return { clear: false, text: 'The provider does not answer; nothing was changed.\n' }
  }
  if (order === undefined || decisiveCapture(order) === undefined) {
    return { clear: true, text: `${withoutMoney(order)}\n` }
  }
  const clear = (await settleBy(payment, order)) !== 'unsettled'
  const settled = (await findPayment(deps.database, paymentId)) ?? payment
  if (settled.captureId !== null) {
    await noteRefundsOf(refundsOf(services).foreign, settled, order)
  }
  const now = await findPayment(deps.database, paymentId)
  const fault = clear ? '' : ' It does not fit the payment, and was not settled.'
  return {
    clear,
    text: `The provider has the capture as ${statusOf(order).join('; ')}. The payment is ${now?.state}.${fault}\n`,
  }
}

/** Ends a payment that the provider leaves open, unless the provider has taken the money or does not respond. Undefined: there is no such payment. */
export async function giveUp(
  deps: SettleDeps,
  paymentId: string,
  by: { readonly operator: string; readonly note: string },
): Promise<string | undefined> {
  const told = await settleNow(deps, paymentId)
  if (told === undefined) return undefined
  if (!told.clear) return `${told.text}Not given up: money may have been taken. Try again later.\n`
  if (!(await giveUpPayment(deps.database, paymentId, by))) return told.text
  return `${told.text}Given up: its place is free, and the patient is told when the payment was pending. If the provider takes the money later, it is booked or returned.\n`
}
