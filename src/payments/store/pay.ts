import { $secondsLeft } from '#booking/store/hold.ts'
import { call } from '#core/contract/call.ts'
import { formatPounds } from '#core/rules/money.ts'
import { formatLongDate } from '#core/rules/time.ts'
import { reportError } from '#core/store/error-log.ts'
import { captureOrder, createOrder } from '#payments/contract/payments.ts'
import type { Funding } from '#payments/rules/payment.ts'
import { providerAddress } from '#payments/store/billing.ts'
import { type CardState, checkPayment } from '#payments/store/card-errors.ts'
import { conclude, follow, noteApproval, reopen } from '#payments/store/follow-payment.ts'
import { notStarted, wayOf } from '#payments/store/messages.ts'
import {
  $checkout,
  $kept,
  type CheckoutMessage,
  followHold,
  formOf,
  type Order,
  setCheckout,
  showFree,
  showOver,
} from '#payments/store/state.ts'
import {
  CHECKOUT_MESSAGES,
  METHOD_FAILED,
  NOT_INITIATED,
  priceChanged,
} from '#payments/texts/payment.ts'

/** One line as the specification wants it; the server takes price and description from its own data (PAY-06, PAY-09). */
const cartOf = ({ product_name, appt_date, event_id, amount }: Order) => [
  {
    description: `${product_name}, ${formatLongDate(appt_date)}, ${event_id}`.slice(0, 300),
    amount,
    shippingPreference: 'NO_SHIPPING' as const,
  },
]

/** Thrown into the provider's script, which then stops; the page says why already. */
export class PaymentStopped extends Error {}

/** The patient pressed Pay: false when a payment of this page runs already. */
export function beginPayment(round: number): boolean {
  const form = formOf(round)
  if (form?.phase !== 'card') return false
  const { message: _, ...rest } = form
  setCheckout({ ...rest, phase: 'sent' })
  return true
}

/** The form was not right: the patient goes on entering. */
export function leavePayment(round: number): void {
  const form = formOf(round)
  if (form?.phase === 'sent') setCheckout({ ...form, phase: 'card' })
}

/** The provider's card form, as far as paying uses it. */
export type CardForm = {
  getState(): Promise<CardState>
  submit(options: { billingAddress: Record<string, string> }): Promise<void>
}

/** The patient pressed Pay: what they entered is checked, and the provider gets it (PAY-03). Once for any number of presses. */
export async function payByCard(round: number, form: CardForm): Promise<void> {
  if (!beginPayment(round)) return
  try {
    const isRight = checkPayment(await form.getState())
    if (isRight) await form.submit({ billingAddress: providerAddress() })
    else leavePayment(round)
  } catch {
    await failPayment(round)
  }
}

type Refused = { reason: Parameters<typeof wayOf>[0]; text: string }

/** Goes on after a refusal of ours. */
async function goOn({ reason, text }: Refused, restartWith: CheckoutMessage): Promise<void> {
  const way = wayOf(reason)
  if (way === 'read-again') return reopen()
  if (way === 'restart') return reopen(restartWith)
  if (reason === 'hold-over') return showOver({ ...CHECKOUT_MESSAGES.holdOver, next: 'event' })
  if (reason === 'nothing-to-pay') return showFree()
  showOver({ title: CHECKOUT_MESSAGES.notStarted.title, text, next: way })
}

/**
 * Starts the payment on our server; the id of the provider's order. A price that is not the one shown stops it (PAY-06).
 * @throws PaymentStopped when there is none.
 */
export async function createPaymentOrder(
  round: number,
  funding: Funding = 'card',
): Promise<string> {
  const form = formOf(round)
  if (form === undefined) throw new PaymentStopped()
  if (form.phase === 'card') setCheckout({ ...form, phase: 'sent' })
  const { order } = form
  const answer = await call(createOrder, {
    cart: cartOf(order),
    ...(funding !== 'card' && { funding }),
  })
  if (formOf(round) === undefined) throw new PaymentStopped()
  if (!answer.ok) {
    reportError({ errorMessage: NOT_INITIATED, description: 'Payment Failure' })
    await goOn(answer, notStarted(answer.text, answer.reason, answer.provider))
    throw new PaymentStopped()
  }
  const { id, amount_pence: pence, hold_expires_at } = answer.value
  if (pence !== order.amount_pence) {
    await reopen(priceChanged(formatPounds(order.amount_pence), formatPounds(pence)))
    throw new PaymentStopped()
  }
  const kept = $kept.get()
  if (kept !== undefined) $kept.set({ ...kept, orderId: id })
  followHold({ ...order, hold_expires_at })
  return id
}

async function capture(orderId: string): Promise<void> {
  noteApproval(orderId)
  const answer = await call(captureOrder, { order_id: orderId })
  if (answer.ok) return conclude(answer.value)
  const { reason } = answer
  const isUnknown = ['network', 'failure', 'unavailable', 'busy', 'too-many-requests'] as const
  if ((isUnknown as readonly string[]).includes(reason)) {
    reportError({ errorMessage: answer.text, description: 'Payment Failure' })
    return follow(orderId)
  }
  await goOn(answer, { ...CHECKOUT_MESSAGES.failed, text: answer.text })
}

/** The payer approved: our server takes the money, once. */
export async function approvePayment(round: number, orderId: string): Promise<void> {
  const form = formOf(round)
  if (form === undefined || form.phase === 'capturing') return
  setCheckout({ ...form, phase: 'capturing' })
  await capture(orderId)
}

/** The payer approved before the connection broke, and now goes on. */
export async function finishPayment(): Promise<void> {
  const checkout = $checkout.get()
  if (checkout.step !== 'unfinished') return
  const { orderId, step: _, ...rest } = checkout
  setCheckout({ step: 'checking', isLong: false, ...rest })
  await capture(orderId)
}

/** The payer closed the bank's check, or the provider's window. */
export async function stopPayment(round: number): Promise<void> {
  if (formOf(round)?.phase !== 'sent') return
  await reopen(CHECKOUT_MESSAGES.stopped)
}

/** The provider's script reported an error. What the page has said already stays. */
export async function failPayment(round: number): Promise<void> {
  const form = formOf(round)
  if (form === undefined || form.phase === 'capturing') return
  reportError({ errorMessage: METHOD_FAILED, description: 'Recoverable Payment' })
  await reopen(CHECKOUT_MESSAGES.methodFailed)
}

/** The provider's script did not load, or offers nothing to this site. */
export function showNoCardForm(): void {
  reportError({
    errorMessage: CHECKOUT_MESSAGES.noCardForm.title,
    description: 'Payment Failure',
  })
  showOver({ ...CHECKOUT_MESSAGES.noCardForm, next: 'again' })
}

/** The hold has expired: a running payment decides. */
export function followExpiry(): () => void {
  return $secondsLeft.listen((left) => {
    const checkout = $checkout.get()
    const isEntering = checkout.step === 'form' && checkout.phase === 'card'
    if (left === 0 && isEntering) showOver({ ...CHECKOUT_MESSAGES.holdOver, next: 'event' })
  })
}
