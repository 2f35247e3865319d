/** Messages of checkout, payments and refunds: what the API returns and what the pages show. */

/** The message of a refused payment, by the issue that the provider or we name. */
export const PAYMENT_ISSUE_TEXTS = {
  INSTRUMENT_DECLINED: 'The bank declined the card. Nothing was charged. Please try another card.',
  PAYER_ACTION_REQUIRED:
    'Your bank could not confirm that it is you. Nothing was charged. Please try again or use another card.',
  NOT_CAPTURED: 'The payment was not completed. Nothing was charged.',
  DECLINED: 'The payment was declined. Nothing was charged.',
  FAILED: 'The payment failed. Nothing was charged.',
  ORDER_NOT_FOUND: 'The payment provider no longer knows this payment. Nothing was charged.',
  GIVEN_UP:
    'The payment provider did not finish checking the payment, so we ended it. If you are charged after all, we will book you a place or refund you.',
  ORDER_MISMATCH: 'The payment does not match your booking. Nothing was charged.',
  other: 'The payment provider refused the payment. Nothing was charged.',
} as const

/** What the provider shows to the payer of a refund (PAY-09). */
export const REFUND_NOTE = 'Refund of your appointment payment.'

/** The mails about a payment (PAY-10). Neither subject nor text says what is tested. */
export const PAYMENT_MAIL = {
  labels: {
    amount: 'Amount paid',
    paidOn: 'Paid on',
    paidWith: 'Paid with',
    returned: 'Amount returned',
    returnedTo: 'Returned to',
    issuer: 'Receipt from',
    address: 'Address',
    number: 'Charity number',
  },
  card: 'Card',
  ending: 'ending in',
  letters: {
    receipt: {
      subject: (charity: string) => `Your receipt from ${charity}`,
      intro: 'Thank you for your payment. This is your receipt.',
    },
    'payment-pending': {
      subject: (charity: string) => `Your payment to ${charity} is being checked`,
      intro:
        'The payment provider is still checking your payment. We keep your place until it has finished, and write to you then. Please do not pay again.',
    },
    'payment-declined': {
      subject: (charity: string) => `Your payment to ${charity} did not succeed`,
      intro:
        'The payment provider has finished checking your payment and did not accept it. Nothing was charged, and this appointment is not booked:',
    },
    'payment-given-up': {
      subject: (charity: string) => `Your payment to ${charity} was not finished`,
      intro:
        'The payment provider did not finish checking your payment, so we have ended it. This appointment is not booked. If you are charged after all, we will book you a place or refund you in full, and write to you:',
    },
    'payment-returned': {
      subject: (charity: string) => `${charity} returns your payment`,
      intro:
        'We are sorry: we could not book the appointment that you paid for. We return all of your payment to the card or account that you paid with, without any charge. This can take some days.',
    },
    'refund-sent': {
      subject: (charity: string) => `Your refund from ${charity}`,
      intro:
        'We have returned money to the card or account that you paid with. Your bank can take some days to show it.',
    },
  },
  bookAgain: 'Book an event',
  seeAppointments: 'See your appointments',
  questions: (phone: string) => `If you have any questions, please call ${phone}.`,
} as const

/** /checkout (PAY-01). */
export const CHECKOUT_TEXTS = {
  heading: 'Checkout',
  order: 'Your Order',
  card: 'Pay by card',
  processing: 'Please wait while we process your payment',
  /** Below the Pay button. */
  cancelPolicy: 'By paying you accept our',
  refundPolicy: 'refund policy',
  secure:
    'The card fields belong to PayPal. Your card number goes to PayPal only, never to us. A PayPal account is not needed.',
  wallet: 'Or pay with PayPal',
  billing: 'Billing address',
  billingHint: 'The address that your bank has for this card.',
  loading: 'Loading the card form…',
  back: 'Back to your consent',
} as const

/** Labels of the card fields, which the provider draws in frames. */
export const CARD_LABELS = {
  name: 'Name on card',
  number: 'Card number',
  expiry: 'Expiry date',
  cvv: 'Security code',
} as const
export const CARD_HINTS = {
  expiry: 'Month and year, as on the card',
  cvv: 'The last 3 digits on the back; 4 on the front of an American Express card',
} as const
/** In place of an empty field, and of one that is not right. */
export const CARD_ERRORS = {
  name: ['Enter the name on the card', 'Check the name on the card'],
  number: ['Enter the card number', 'Check the card number'],
  expiry: ['Enter the expiry date', 'Check the expiry date'],
  cvv: ['Enter the security code', 'Check the security code'],
} as const
/** The provider takes no cards of this kind. */
export const CARD_NOT_TAKEN = 'We cannot take this kind of card. Please use another one'

/** The billing address of a card (PAY-02). */
export const BILLING_LABELS = {
  address_line_1: 'Address line 1',
  address_line_2: 'Address line 2',
  admin_area_2: 'Town or city',
  admin_area_1: 'County',
  postal_code: 'Postcode',
  country_code: 'Country',
} as const
export const BILLING_ERRORS = {
  address_line_1: 'Enter address line 1',
  admin_area_2: 'Enter the town or city',
  postal_code: 'Enter the postcode',
  country_code: 'Choose the country',
} as const

/** The specified texts of a payment (PAY-03, PAY-04, PAY-09). */
export const FORM_INVALID = 'The payment form is invalid.'
export const NOT_INITIATED = 'Could not initiate PayPal Checkout...'
export const UNEXPECTED = 'Unexpected error occurred, please try again.'
export const PAYMENT_FAILED =
  'Sorry, your transaction could not be processed. Please try again later or with a different payment card.'
export const METHOD_FAILED = 'Error creating payment method'
/** In the error log only: the specification has it for a bank's check that failed. */
export const SCA_FAILED = 'Stripe SCA error'

export const nonRecoverable = (description: string, debugId: string): string =>
  `Non-recoverable error: ${description} (${debugId})`

export const transactionText = (id: string, status: string): string =>
  `Transaction ${id}: ${status}. Please wait while we process your payment and navigate you to the next step.`

/** Why the provider did not start a payment. */
export const reasonText = (issue: string, description: string, debugId: string): string =>
  [issue, description, debugId && `(${debugId})`].filter((part) => part !== '').join(' ')

const NOT_CHARGED = 'Nothing was charged, and your place is still kept.'

/** The messages of /checkout, with what to do next. */
export const CHECKOUT_MESSAGES = {
  declined: {
    title: 'Your card was declined',
    text: `Your bank did not allow this payment. ${NOT_CHARGED} Please check the details and enter the card again, or use a different card.`,
  },
  actionRequired: {
    title: 'Your bank could not confirm that it is you',
    text: `${NOT_CHARGED} Please enter the card again and follow your bank’s steps, or use a different card.`,
  },
  stopped: {
    title: 'You stopped the payment',
    text: `${NOT_CHARGED} Please enter the card again when you are ready.`,
  },
  notStarted: { title: 'The payment did not start' },
  methodFailed: {
    title: METHOD_FAILED,
    text: `${NOT_CHARGED} Please enter the card again, or use a different card.`,
  },
  failed: { title: 'Your payment did not go through', text: PAYMENT_FAILED },
  returned: {
    title: 'We are refunding your payment',
    text: 'You have paid, but your place had been taken and there was no other at that time. We are refunding you in full, the way you paid; you do not need to do anything. We have sent you an email about it.',
  },
  holdOver: {
    title: 'Your place is no longer kept',
    text: 'The time for which we kept your place has expired, and nothing was charged. Please choose a time again. What you answered is kept.',
  },
  free: {
    title: 'There is nothing to pay',
    text: 'This event is free now, and nothing was charged. Your place is still kept: go back and confirm your booking.',
  },
  checkFailed: {
    title: 'We cannot open your checkout at the moment',
    text: 'Nothing was charged. Please try again.',
  },
  noCardForm: {
    title: 'We cannot take your card here at the moment',
    text: 'The card form of our payment provider did not open. Nothing was charged. Please try again, or book by telephone.',
  },
  byTelephone: {
    title: 'Please call us to pay',
    text: 'Card payments are not available on this page at the moment. Nothing was charged.',
  },
} as const

/** The price changed after it was shown (PAY-06). */
export const priceChanged = (before: string, now: string) => ({
  title: 'The price has changed',
  text: `You saw ${before}. The price is now ${now}. Nothing was charged. Please check the new price before you pay.`,
})

/** While it is not known whether money was taken (PAY-04). */
export const CHECKING_TEXTS = {
  title: 'We are checking your payment',
  text: 'Please do not pay again. Your place stays kept, and this page tells you as soon as we know.',
  long: 'This takes longer than usual. You can close this page: we send you an email as soon as your payment is clear. Your booking stays safe.',
  /** The order was approved, but its capture did not reach us. */
  open: 'The payment was not made, because our server did not respond. Nothing has been charged yet. You need not enter the card again: you can finish the payment now.',
  openTitle: 'Your payment is not finished',
  finish: 'Finish the payment',
} as const

export const CHECKOUT_LINKS = {
  event: 'Choose a time again',
  confirm: 'Confirm your booking',
  booking: 'Go back to your booking',
  events: 'See all events',
  appointments: 'Go to your upcoming events',
  again: 'Try again',
} as const
