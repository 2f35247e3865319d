import { BOOK_REFUSALS, type BookReason } from '#events/texts/place-refusals.ts'

/** Where a message of the checkout leads: `event`, to choose a time; `confirm`, to the consent of the kept place; `booking`, to what the booking still needs. */
export type CheckoutNext =
  | 'event'
  | 'confirm'
  | 'booking'
  | 'events'
  | 'appointments'
  | 'again'
  | 'helpline'

/** What the checkout does after a refusal: read the order again, restart the card entry, or end with a link. */
export type CheckoutWay = 'read-again' | 'restart' | CheckoutNext

type PaymentRefusal = { readonly status: number; readonly text: string; readonly way: CheckoutWay }

/** A refusal of the booking, while it is paid for. */
const ofBooking = <Way extends CheckoutWay>(reason: BookReason, way: Way) => {
  const { status, text } = BOOK_REFUSALS[reason]
  return { status, text, way }
}

/** Why the place cannot be paid for. */
export const UNPAYABLE_PLACE = {
  'event-not-found': ofBooking('event-not-found', 'events'),
  'event-cancelled': ofBooking('event-cancelled', 'events'),
  'event-passed': ofBooking('event-passed', 'events'),
  'not-open-paid': ofBooking('not-open-paid', 'helpline'),
  'existing-booking': ofBooking('existing-booking', 'appointments'),
  'age-restricted': ofBooking('age-restricted', 'helpline'),
  'birth-date-missing': ofBooking('birth-date-missing', 'helpline'),
  'access-code-required': ofBooking('access-code-required', 'booking'),
  'access-code-used-up': ofBooking('access-code-used-up', 'event'),
  'nhs-number-required': ofBooking('nhs-number-required', 'booking'),
  'nhs-number-check': ofBooking('nhs-number-check', 'helpline'),
} as const

/** Why a payment is not started or made (PAY-04). */
export const PAYMENT_REFUSALS = {
  ...UNPAYABLE_PLACE,
  'consent-required': ofBooking('consent-required', 'read-again'),
  'payment-in-progress': ofBooking('payment-in-progress', 'read-again'),
  'hold-over': {
    status: 409,
    text: 'Your place is no longer kept for you. Nothing was charged. Please choose a time again.',
    way: 'event',
  },
  'nothing-to-pay': {
    status: 409,
    text: 'This event is free. Please go back and confirm your booking.',
    way: 'confirm',
  },
  'price-changed': {
    status: 409,
    text: 'The price has changed. Nothing was charged. Please check the new price before you pay.',
    way: 'read-again',
  },
  'already-paid': {
    status: 409,
    text: 'You have already paid for this booking.',
    way: 'read-again',
  },
  'payment-not-started': {
    status: 409,
    text: 'Could not initiate PayPal Checkout...',
    way: 'restart',
  },
  'order-not-found': { status: 404, text: 'There is no such payment.', way: 'restart' },
  'order-mismatch': {
    status: 409,
    text: 'The payment does not match your booking. Nothing was charged. Please start again.',
    way: 'restart',
  },
} as const satisfies Record<string, PaymentRefusal>

/** A field of a request with what may be a card's number. */
export const NO_CARD_NUMBER = 'Do not send card numbers here.'

/** Link to /checkout from a message of the booking page. */
export const TO_CHECKOUT = 'Go to your payment'
