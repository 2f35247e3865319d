import { $session } from '#account/store/session.ts'
import { getOwnPlace } from '#booking/contract/own-place.ts'
import { ruleOf } from '#booking/store/own-rule.ts'
import { CONSENT_HASH } from '#booking/store/steps.ts'
import { call } from '#core/contract/call.ts'
import { formatPounds } from '#core/rules/money.ts'
import { goTo } from '#core/store/navigation.ts'
import { getCheckout } from '#payments/contract/payments.ts'
import {
  $checkout,
  $kept,
  type Checkout,
  type CheckoutMessage,
  followHold,
  type Order,
  presentOrder,
  setCheckout,
  showForm,
  showOver,
} from '#payments/store/state.ts'
import { CHECKOUT_MESSAGES, priceChanged } from '#payments/texts/payment.ts'

/** What was found: nothing that can be paid, or a payment that is under way; otherwise the page shows it already. */
export type Found = 'shown' | 'nothing' | { readonly orderId: string }

/** The patient holds a place and has not given the consent: the booking page requests it. */
async function goToConsent(): Promise<void> {
  const own = await call(getOwnPlace, {})
  const eventId = own.ok ? own.value.hold?.event_id : undefined
  const path = eventId === undefined ? '/events' : `/book-event?event=${eventId}${CONSENT_HASH}`
  goTo(path, { replace: true })
}

function keep(order: Order): void {
  const session = $session.get()
  if (session.state !== 'signed-in' || session.profile === null) return
  const { profileId } = session.profile
  const kept = $kept.get()
  const isSame = kept?.profileId === profileId && kept.eventId === order.event_id
  if (!isSame) $kept.set({ profileId, eventId: order.event_id })
}

/** A message about the price comes before any other (PAY-06). */
function withPrice(order: Order, message: CheckoutMessage | undefined) {
  const before = presentOrder()
  if (before?.hold_id !== order.hold_id || before.amount_pence === order.amount_pence) {
    return message
  }
  return priceChanged(formatPounds(before.amount_pence), formatPounds(order.amount_pence))
}

/** Whether the form shows this order already, so that what was typed can stay. */
function isShown(order: Order): boolean {
  const checkout = $checkout.get()
  if (checkout.step !== 'form' || checkout.phase !== 'card') return false
  const { hold_id, amount_pence } = checkout.order
  return hold_id === order.hold_id && amount_pence === order.amount_pence
}

function withRule(order: Omit<Order, 'rule'>, now: string): Order {
  const { starts_at, amount_pence, refund_rules: rules } = order
  const booking = { startsAt: new Date(starts_at), pricePence: amount_pence, rules }
  return { ...order, rule: ruleOf(booking, new Date(now)) }
}

/** Whether a payment has begun since the form was as in `before`. */
function hasBegun(before: Checkout): boolean {
  const now = $checkout.get()
  const wasForm = before.step === 'form' && before.phase === 'card'
  return wasForm && now.step === 'form' && now.phase !== 'card'
}

/** Reads what the patient can pay, and shows it; `message`: why the card entry restarts. A payment that began before the
 * response is left alone. */
export async function readCheckout(message?: CheckoutMessage): Promise<Found> {
  const before = $checkout.get()
  const answer = await call(getCheckout, {})
  if (hasBegun(before)) return 'shown'
  if (!answer.ok) {
    if (answer.reason === 'consent-required') await goToConsent()
    else showOver({ ...CHECKOUT_MESSAGES.checkFailed, next: 'again' })
    return 'shown'
  }
  const { order: found, provider, server_time: now } = answer.value
  if (found === null) return 'nothing'
  const order = withRule(found, now)
  keep(order)
  followHold(order)
  if (order.order_id !== null) {
    setCheckout({ step: 'checking', order, isLong: false })
    return { orderId: order.order_id }
  }
  if (provider === null) {
    setCheckout({
      step: 'over',
      order,
      message: { ...CHECKOUT_MESSAGES.byTelephone, next: 'helpline' },
    })
  } else if (message !== undefined || !isShown(order)) {
    showForm(order, provider, withPrice(order, message))
  }
  return 'shown'
}
