import type { PaymentState } from '#domain/payment.ts'
import { type Capture, type Order, PaymentProviderError } from '#server/gateways/paypal/gateway.ts'
import { abandonPayment, type CaptureFacts, settlePayment } from '#server/repositories/payments.ts'
import type { OpenPaymentDeps } from '#server/services/payments/deps.ts'

/** The payment that is concluded. */
export type Concluded = {
  readonly paymentId: string
  readonly eventId: number
  readonly amountPence: number
}

/** What the provider's answer led to; undefined: nothing is known yet, and nothing changed. */
export type Conclusion = { readonly state: PaymentState } | undefined

/** Which capture of an order decides. Ours have one; a provider's order can collect refused ones beside it. */
const DECISIVE = [
  ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'],
  ['PENDING'],
  ['DECLINED', 'FAILED'],
] as const satisfies readonly (readonly Capture['status'][])[]

/** Issues of a refused capture that say that another one of the same order runs or has run. */
const UNDECIDED = new Set([
  'ORDER_ALREADY_CAPTURED',
  'PREVIOUS_REQUEST_IN_PROGRESS',
  'DUPLICATE_REQUEST_ID',
])

export const decisiveCapture = ({ captures }: Pick<Order, 'captures'>): Capture | undefined =>
  DECISIVE.map((statuses) =>
    captures.findLast(({ status }) => (statuses as readonly string[]).includes(status)),
  ).find((capture) => capture !== undefined)

/** Whether the order is the one that we made for this payment, at its price. */
export const isOrderOf = (order: Order, payment: Concluded): boolean =>
  order.customId === payment.paymentId &&
  order.currency === 'GBP' &&
  order.amountPence === payment.amountPence

/** The bank did not confirm the payer: the charity would carry the risk of a stolen card (3-D Secure). */
export const isAuthenticationRefused = ({ authentication }: Order): boolean =>
  authentication?.liabilityShift === 'NO' && ['N', 'R'].includes(authentication.status ?? '')

const fitting = (text: string | undefined, form: RegExp) =>
  text !== undefined && form.test(text) ? text : undefined
const short = (text: string | undefined) => text?.slice(0, 200)

/** The capture with what the record keeps of the card; a value of another form is left out, so that it cannot stop the booking. */
const factsOf = (capture: Capture, { card, payPalPayer }: Order): CaptureFacts => ({
  id: capture.id,
  status: capture.status,
  amountPence: capture.amountPence,
  currency: capture.currency,
  at: capture.at,
  payerName: short(card?.name),
  paymentMethod: payPalPayer ? 'paypal' : 'card',
  cardBrand: short(card?.brand),
  cardLastDigits: fitting(card?.lastDigits, /^\d{2,4}$/),
  cardExpiry: fitting(card?.expiry, /^\d{4}-\d{2}$/),
  issuingBank: short(card?.issuingBank),
  avsCode: short(capture.avsCode),
  cvvCode: short(capture.cvvCode),
})

/** The transactions that conclude a payment. */
function settlingOf({ database, logger, step, turns, placesChanged, nudgeJobs }: OpenPaymentDeps) {
  async function settle(
    payment: Concluded,
    settlement: Omit<Parameters<typeof settlePayment>[1], 'paymentId'>,
  ): Promise<Conclusion> {
    const { paymentId, eventId } = payment
    const settled = await step('settle', () =>
      turns.take(eventId, () => settlePayment(database, { paymentId, ...settlement }), true),
    )
    if (settled === undefined) return undefined
    placesChanged()
    nudgeJobs()
    logger.info({ payment: paymentId, state: settled.state }, 'payment settled')
    return settled
  }

  return {
    settle,

    /** Settles by the order's capture; undefined when it has none. */
    async settleBy(payment: Concluded, order: Order): Promise<Conclusion> {
      const capture = decisiveCapture(order)
      if (capture === undefined) return undefined
      if (order.customId !== payment.paymentId || capture.currency !== 'GBP') {
        logger.error({ payment: payment.paymentId }, 'the order is not the one of this payment')
        return undefined
      }
      const isRefused = capture.status === 'DECLINED' || capture.status === 'FAILED'
      return settle(payment, {
        capture: factsOf(capture, order),
        ...(isRefused && { issue: capture.status }),
      })
    },
  }
}

/** Concludes payments by what the provider says. */
export function conclusionsOf(deps: OpenPaymentDeps) {
  const { database, gateway, logger, step, placesChanged } = deps
  const { settle, settleBy } = settlingOf(deps)
  const readOrder = (orderId: string) => step('read', () => gateway.getOrder(orderId))

  /** A refusal is believed when the order shows no capture. */
  async function afterRefusal(payment: Concluded, orderId: string, error: PaymentProviderError) {
    const { issue, debugId } = error
    if (error.isUnclear) return undefined
    const order = await readOrder(orderId).catch(unlessUnclear)
    if (order === 'unclear') return undefined
    const settled = order && (await settleBy(payment, order))
    if (settled !== undefined) return settled
    if (UNDECIDED.has(issue ?? '')) return undefined
    return settle(payment, { issue: issue ?? 'REFUSED', debugId })
  }

  return {
    settleBy,
    readOrder,
    decline: (payment: Concluded, issue: string) => settle(payment, { issue }),

    /** Takes the money and settles. Again with the same key it takes nothing more. */
    async takeMoney(payment: Concluded, orderId: string): Promise<Conclusion> {
      try {
        const order = await step('capture', () => gateway.captureOrder(orderId, payment.paymentId))
        return await settleBy(payment, order)
      } catch (error) {
        if (!(error instanceof PaymentProviderError)) throw error
        logger.warn({ payment: payment.paymentId, ...faultOfProvider(error) }, 'capture refused')
        return afterRefusal(payment, orderId, error)
      }
    },

    async abandon({ paymentId }: Concluded): Promise<void> {
      await step('abandon', () => abandonPayment(database, paymentId))
      placesChanged()
    },
  }
}
export type Conclusions = ReturnType<typeof conclusionsOf>

/** For `catch`: an unclear answer decides nothing. @throws any other error. */
export function unlessUnclear(error: unknown): 'unclear' {
  if (error instanceof PaymentProviderError) return 'unclear'
  throw error
}

/** What may be logged of a provider's refusal. */
export const faultOfProvider = ({ status, issue, debugId }: PaymentProviderError) => ({
  status,
  issue,
  debugId,
})
