import { DatabaseError } from 'pg'
import { CURRENCY } from '#core/rules/money.ts'
import { causeOf } from '#core/server/cause.ts'
import type { PaymentState } from '#payments/rules/payment.ts'
import {
  abandonPayment,
  type CaptureFacts,
  settlePayment,
} from '#payments/server/database/payments.ts'
import type { ConclusionDeps } from '#payments/server/deps.ts'
import { type Capture, type Order, PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { cleanText } from '#payments/server/paypal/text.ts'
import { isAuthenticationRefused } from '#payments/server/three-d-secure.ts'

/** The payment that is concluded. */
export type Concluded = {
  readonly paymentId: string
  readonly eventId: number
  readonly amountPence: number
}

/**
 * The result of reading the provider's order. 'none': it has no capture. 'unsettled': its capture could not be settled now, or is not yet
 * known; never treat that as no capture. Neither changes anything.
 */
export type Conclusion = { readonly state: PaymentState } | 'none' | 'unsettled'

type Settlement = Parameters<typeof settlePayment>[1]

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

/** Whether we made this order for this payment, at its price. */
export const isOrderOf = (order: Order, payment: Concluded): boolean =>
  order.customId === payment.paymentId &&
  order.currency === CURRENCY &&
  order.amountPence === payment.amountPence

/** Whether a payer has entered a card, or agreed in their account. A card may stay in CREATED until its capture. */
export const isApproved = ({ status, card }: Order): boolean =>
  status === 'APPROVED' ||
  status === 'COMPLETED' ||
  (status === 'CREATED' && card?.lastDigits !== undefined)

/** Longest text in a transaction record. */
const MOST_CHARACTERS = 200

const fitting = (text: string | undefined, form: RegExp) =>
  text !== undefined && form.test(text) ? text : undefined
const short = (text: string | undefined) =>
  text === undefined ? undefined : cleanText(text, MOST_CHARACTERS)

/** The capture with what the record keeps of the card; a value of another form is left out, so that it cannot stop the booking. */
const factsOf = (capture: Capture, { id: orderId, card, payPalPayer }: Order): CaptureFacts => ({
  id: capture.id,
  status: capture.status,
  amountPence: capture.amountPence,
  currency: capture.currency,
  at: capture.at,
  orderId,
  payerName: short(card?.name),
  paymentMethod: payPalPayer ? 'paypal' : 'card',
  cardBrand: short(card?.brand),
  cardLastDigits: fitting(card?.lastDigits, /^\d{2,4}$/),
  cardExpiry: fitting(card?.expiry, /^\d{4}-\d{2}$/),
  issuingBank: short(card?.issuingBank),
  avsCode: short(capture.avsCode),
  cvvCode: short(capture.cvvCode),
})

/** The capture without the details of the card: enough to settle it. */
const bare = ({ id, orderId, status, amountPence, currency, at }: CaptureFacts): CaptureFacts => ({
  id,
  orderId,
  status,
  amountPence,
  currency,
  at,
})

/** A value that the database cannot store (SQLSTATE class 22). */
const isDataError = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code?.startsWith('22') === true

/** The transactions that conclude a payment. */
function settlingOf({ database, logger, turns, placesChanged, nudgeJobs }: ConclusionDeps) {
  /** Money that was taken is settled even when details of the card cannot be stored. */
  async function store(settlement: Settlement) {
    const { paymentId, capture } = settlement
    try {
      return await settlePayment(database, settlement)
    } catch (error) {
      if (!(capture && isDataError(error))) throw error
      logger.error({ payment: paymentId, error: causeOf(error) }, 'settled without the card')
      return await settlePayment(database, { paymentId, capture: bare(capture) })
    }
  }

  async function settle(
    payment: Concluded,
    settlement: Omit<Settlement, 'paymentId'>,
  ): Promise<Conclusion> {
    const { paymentId, eventId } = payment
    const settled = await turns.take(eventId, () => store({ paymentId, ...settlement }), true)
    if (settled === undefined) return 'unsettled'
    placesChanged()
    nudgeJobs()
    logger.info({ payment: paymentId, state: settled.state }, 'payment settled')
    return settled
  }

  return {
    settle,

    /** Settles by the order's capture. */
    async settleBy(payment: Concluded, order: Order): Promise<Conclusion> {
      const capture = decisiveCapture(order)
      if (capture === undefined) return 'none'
      if (order.customId !== payment.paymentId || capture.currency !== CURRENCY) {
        logger.error({ payment: payment.paymentId }, 'the order is not the one of this payment')
        return 'unsettled'
      }
      const isRefused = capture.status === 'DECLINED' || capture.status === 'FAILED'
      return settle(payment, {
        capture: factsOf(capture, order),
        ...(isRefused && { issue: capture.status }),
      })
    },
  }
}

/** Concludes payments by the provider's orders. */
export function conclusionsOf(deps: ConclusionDeps) {
  const { database, gateway, logger, placesChanged } = deps
  const { settle, settleBy } = settlingOf(deps)
  const readOrder = (orderId: string) => gateway.getOrder(orderId)

  /** A refusal is believed when the order shows no capture. */
  async function afterRefusal(
    payment: Concluded,
    orderId: string,
    error: PaymentProviderError,
  ): Promise<Conclusion> {
    const { issue, debugId } = error
    if (error.isUnclear) return 'unsettled'
    const order = await readOrder(orderId).catch(unlessUnclear)
    if (order === 'unclear') return 'unsettled'
    const settled = order === undefined ? 'none' : await settleBy(payment, order)
    if (settled !== 'none') return settled
    if (UNDECIDED.has(issue ?? '')) return 'unsettled'
    return settle(payment, { issue: issue ?? 'REFUSED', debugId })
  }

  return {
    settleBy,
    readOrder,
    decline: (payment: Concluded, issue: string) => settle(payment, { issue }),

    /** Takes the money and settles. Again with the same key it takes nothing more. */
    async takeMoney(payment: Concluded, orderId: string): Promise<Conclusion> {
      try {
        const order = await gateway.captureOrder(orderId, payment.paymentId)
        if (isAuthenticationRefused(order)) {
          // The payer used another card after the order was checked: the money is taken, and the charity is liable for fraud.
          logger.error({ payment: payment.paymentId }, 'captured without a confirmed payer')
        }
        return await settleBy(payment, order)
      } catch (error) {
        if (!(error instanceof PaymentProviderError)) throw error
        logger.warn({ payment: payment.paymentId, ...faultOfProvider(error) }, 'capture refused')
        return afterRefusal(payment, orderId, error)
      }
    },

    async abandon({ paymentId }: Concluded): Promise<void> {
      await abandonPayment(database, paymentId)
      placesChanged()
    },
  }
}
export type Conclusions = ReturnType<typeof conclusionsOf>

/** For `catch`: an unclear response decides nothing. @throws any other error. */
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
