import { getOwnPlace } from '#booking/contract/own-place.ts'
import { dropHold } from '#booking/store/hold.ts'
import { clearAnswers } from '#booking/store/journey.ts'
import { call } from '#core/contract/call.ts'
import { reportError } from '#core/store/error-log.ts'
import { goTo, successPath } from '#core/store/navigation.ts'
import { tellTabs } from '#core/store/tab-signals.ts'
import { getOrder, type PaymentState } from '#payments/contract/payments.ts'
import { billingForm } from '#payments/store/billing.ts'
import {
  finalMessage,
  isNotCaptured,
  labelOf,
  recoverableMessage,
} from '#payments/store/messages.ts'
import { readCheckout } from '#payments/store/read.ts'
import { clearPayment, recordPayment, transactionOf } from '#payments/store/record.ts'
import {
  $kept,
  type CheckoutMessage,
  presentOrder,
  setCheckout,
  showFree,
  showOver,
} from '#payments/store/state.ts'
import { CHECKOUT_MESSAGES, SCA_FAILED, transactionText } from '#payments/texts/payment.ts'

const withOrder = () => {
  const order = presentOrder()
  return order === undefined ? {} : { order }
}

function showPaid(appointmentId: string, text: string): void {
  stopFollowing()
  dropHold()
  clearAnswers()
  billingForm.clear()
  $kept.set(undefined)
  setCheckout({ step: 'paid', text })
  goTo(successPath(appointmentId), { replace: true })
}

async function restart(payment: PaymentState): Promise<void> {
  const message = recoverableMessage(payment)
  const label = labelOf(payment)
  // Nothing failed when the payer never approved.
  if (!isNotCaptured(payment)) {
    const errorMessage = label === 'PAYER_ACTION_REQUIRED' ? SCA_FAILED : message.title
    reportError({ errorMessage, description: 'Recoverable Payment' })
    recordPayment(payment, label)
  }
  clearPayment()
  await reopen(message)
}

function showEnd(payment: PaymentState): void {
  clearPayment()
  tellTabs('placeChanged')
  if (payment.state === 'returned') {
    const message = CHECKOUT_MESSAGES.returned
    reportError({ errorMessage: message.title, description: 'Failed to create appointment' })
    showOver({ ...message, next: 'event' })
    return
  }
  if (isNotCaptured(payment)) {
    showOver({ ...CHECKOUT_MESSAGES.holdOver, next: 'event' })
    return
  }
  const message = finalMessage(payment)
  const errorMessage = message.detail ?? message.text
  reportError({ errorMessage, description: 'Non-recoverable Payment' })
  recordPayment(payment, labelOf(payment))
  showOver(message)
}

/** Shows how a payment ended, or goes on asking (PAY-04). */
export async function conclude(payment: PaymentState): Promise<void> {
  if (payment.state === 'checking') return follow(payment.id)
  stopFollowing()
  if (payment.state === 'booked' && payment.appointment_id !== undefined) {
    const { id, status } = transactionOf(payment)
    recordPayment(payment, status)
    tellTabs('placeChanged')
    return showPaid(payment.appointment_id, transactionText(id, status))
  }
  if (payment.is_recoverable) return restart(payment)
  showEnd(payment)
}

/** Nothing is known in this tab: another tab, or the server, may have finished the payment. Without a paid booking: to the events (PAY-01). */
async function showPaidElsewhere(): Promise<void> {
  const own = await call(getOwnPlace, {})
  if (!own.ok) return showOver({ ...CHECKOUT_MESSAGES.checkFailed, next: 'again' })
  const booked = own.value.appointment
  if (booked === null || booked.payment === null) return goTo('/events', { replace: true })
  showPaid(booked.appointment_id, '')
}

/** Nothing can be paid: shows how the payment of this tab ended, or why its place is gone (PAY-04). */
async function tellWhatHappened(): Promise<void> {
  const kept = $kept.get()
  if (kept === undefined) return showPaidElsewhere()
  if (kept.orderId !== undefined) {
    const answer = await call(getOrder, { order_id: kept.orderId })
    if (answer.ok) return conclude(answer.value)
    if (answer.reason !== 'order-not-found') {
      return showOver({ ...CHECKOUT_MESSAGES.checkFailed, next: 'again' })
    }
  }
  const own = await call(getOwnPlace, { event_id: kept.eventId })
  const { appointment: booked = null, hold = null } = own.ok ? own.value : {}
  if (booked?.event_id === kept.eventId) return showPaid(booked.appointment_id, '')
  // Kept, and nothing can be paid: the event has no price any more.
  if (hold?.event_id === kept.eventId) return showFree()
  showOver({ ...CHECKOUT_MESSAGES.holdOver, next: 'event' })
}

/** Reads the checkout, also after a reload, Back, or news of another tab; `message`: why the card entry restarts. */
export async function reopen(message?: CheckoutMessage): Promise<void> {
  const found = await readCheckout(message)
  if (found === 'nothing') await tellWhatHappened()
  else if (found !== 'shown') follow(found.orderId)
}

/** Milliseconds between two questions, and after how many of them the page says that it takes long. */
const FIRST_MS = 2_000
const LATER_MS = 5_000
const LONG_AFTER = 15

type Following = { readonly orderId: string; timer?: ReturnType<typeof setTimeout> }
let following: Following | undefined

/** The order that the payer approved on this page: our server may not have heard of it. */
let approvedHere: string | undefined
export const noteApproval = (orderId: string): void => {
  approvedHere = orderId
}

export function stopFollowing(): void {
  clearTimeout(following?.timer)
  following = undefined
}

/** Repeats the request until the end of the payment is known. The server may settle a payment that was taken; nothing here takes money. */
export function follow(orderId: string): void {
  if (following?.orderId === orderId) return
  stopFollowing()
  dropHold()
  const mine: Following = { orderId }
  following = mine
  setCheckout({ step: 'checking', isLong: false, ...withOrder() })
  let asked = 0
  const ask = async () => {
    const answer = await call(getOrder, { order_id: orderId })
    if (following !== mine) return
    asked += 1
    if (answer.ok && answer.value.state !== 'checking') return concludeFollowed(answer.value)
    if (!answer.ok && answer.reason === 'order-not-found') {
      stopFollowing()
      clearPayment()
      return reopen()
    }
    if (asked === LONG_AFTER) setCheckout({ step: 'checking', isLong: true, ...withOrder() })
    mine.timer = setTimeout(() => void ask(), asked < LONG_AFTER ? FIRST_MS : LATER_MS)
  }
  mine.timer = setTimeout(() => void ask(), FIRST_MS)
}

async function concludeFollowed(payment: PaymentState): Promise<void> {
  const isOpen = isNotCaptured(payment) && payment.is_recoverable
  if (!isOpen || approvedHere !== payment.id) return conclude(payment)
  stopFollowing()
  setCheckout({ step: 'unfinished', orderId: payment.id, ...withOrder() })
}
