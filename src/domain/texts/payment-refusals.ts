/** What the API returns when a payment cannot be started or made, by reason. */
export const PAYMENT_REFUSAL_TEXTS = {
  'hold-over':
    'Your place is no longer kept for you. Nothing was charged. Please choose a time again.',
  'nothing-to-pay': 'This event is free. Please go back and confirm your booking.',
  'price-changed':
    'The price has changed. Nothing was charged. Please check the new price before you pay.',
  'payment-in-progress':
    'A payment for this booking is under way. Please wait for its result before you pay again.',
  'already-paid': 'You have already paid for this booking.',
  'payment-not-started': 'Could not initiate PayPal Checkout...',
  'payment-required': 'This event has a price. Please pay to confirm your booking.',
  'order-not-found': 'There is no such payment.',
  'order-mismatch':
    'The payment does not match your booking. Nothing was charged. Please start again.',
  'refund-changed':
    'The refund has changed since you were asked. Nothing was cancelled. Please check the amount and confirm again.',
  'receipt-not-found': 'There is no receipt for this appointment.',
} as const

export type PaymentRefusal = keyof typeof PAYMENT_REFUSAL_TEXTS

/** A field of a request with what may be a card's number. */
export const NO_CARD_NUMBER = 'Do not send card numbers here.'

/** Link to /checkout from a message of the booking page. */
export const TO_CHECKOUT = 'Go to your payment'
