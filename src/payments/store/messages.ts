import type { CallReason, ProviderFault } from '#core/contract/call.ts'
import type { ReasonOf } from '#core/contract/endpoint.ts'
import type { captureOrder, createOrder, PaymentState } from '#payments/contract/payments.ts'
import type { CheckoutMessage } from '#payments/store/state.ts'
import {
  CHECKOUT_MESSAGES,
  NOT_INITIATED,
  nonRecoverable,
  reasonText,
  UNEXPECTED,
} from '#payments/texts/payment.ts'
import { type CheckoutWay, PAYMENT_REFUSALS } from '#payments/texts/payment-refusals.ts'

type Reason = ReasonOf<typeof createOrder> | ReasonOf<typeof captureOrder> | CallReason

export const wayOf = (reason: Reason): CheckoutWay =>
  reason in PAYMENT_REFUSALS
    ? PAYMENT_REFUSALS[reason as keyof typeof PAYMENT_REFUSALS].way
    : 'restart'

/** Why a payment did not start, with the provider's reason (PAY-04). */
export function notStarted(
  text: string,
  reason: Reason,
  provider: ProviderFault | undefined,
): CheckoutMessage {
  const why =
    provider === undefined
      ? UNEXPECTED
      : reasonText(provider.issue, provider.description, provider.debugId)
  // A limit says when the next attempt can succeed.
  const isOurs = reason === 'too-many-requests' || reason === 'busy'
  return {
    ...CHECKOUT_MESSAGES.notStarted,
    text: isOurs ? text : `${NOT_INITIATED} ${why}`,
  }
}

const issueOf = ({ details }: PaymentState) => details?.[0]?.issue ?? ''

/** A payment that the provider or the bank did not make; the card entry starts again (PAY-04). */
export function recoverableMessage(payment: PaymentState): CheckoutMessage {
  if (issueOf(payment) === 'PAYER_ACTION_REQUIRED') return CHECKOUT_MESSAGES.actionRequired
  if (issueOf(payment) === 'NOT_CAPTURED') return CHECKOUT_MESSAGES.stopped
  return CHECKOUT_MESSAGES.declined
}

/** The end of a payment that cannot go on (PAY-09). */
export function finalMessage(payment: PaymentState): CheckoutMessage {
  const description = payment.details?.[0]?.description ?? payment.status
  const debugId = payment.debug_id ?? payment.id
  return {
    ...CHECKOUT_MESSAGES.failed,
    detail: nonRecoverable(description, debugId),
    next: 'again',
  }
}

export const isNotCaptured = (payment: PaymentState): boolean => issueOf(payment) === 'NOT_CAPTURED'
export const labelOf = (payment: PaymentState): string => issueOf(payment) || payment.status
