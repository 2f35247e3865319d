import type { RefundState } from '#payments/rules/payment.ts'

/** The receipt (PAY-10). */
export const RECEIPT_TEXTS = {
  heading: 'Receipt',
  link: 'Receipt',
  print: 'Print this receipt',
  paidTo: 'Paid to',
  charityNumber: 'Registered charity number',
  paidOn: 'Paid on',
  paidWith: 'Paid with',
  amount: 'Amount paid',
  refunds: 'Refunds',
  missing: 'There is no receipt for this appointment.',
  failed: 'We cannot show your receipt at the moment',
  back: 'Back to your appointments',
} as const

/** Example: `Visa ending in 1881`. */
export const cardText = (brand: string | null, lastDigits: string | null): string => {
  const name = brand === null ? 'Card' : brandName(brand)
  return lastDigits === null
    ? brand === null
      ? 'PayPal'
      : name
    : `${name} ending in ${lastDigits}`
}

/** Names of card schemes as they write themselves; the provider has them in capitals. */
const BRANDS: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  MAESTRO: 'Maestro',
  DISCOVER: 'Discover',
}
const brandName = (brand: string): string => BRANDS[brand.toUpperCase()] ?? brand

/** What the patient has paid, on their profile page (PAY-13). */
export const OWN_PAYMENTS = {
  title: 'Your payments',
  failed: 'Your payments cannot be shown at the moment.',
  noPlace: 'The place was no longer available, so we are refunding all of it.',
} as const

type RefundFacts = {
  readonly amount: string
  readonly state: RefundState
  /** Days, such as `12/12/2026`. */
  readonly dueOn: string
  readonly doneOn: string
}
/** One refund. Example: `£23.35 will be returned by 04/12/2026`. */
export const refundText = ({ amount, state, dueOn, doneOn }: RefundFacts): string =>
  state === 'done' ? `${amount} returned on ${doneOn}` : `${amount} will be returned by ${dueOn}`

type Returned = { readonly amount_pence: number; readonly state: RefundState }

/** Beside the payment status: how much of a payment went back; undefined when nothing did (APPT-01). */
export function returnedLabel(paidPence: number, refunds: readonly Returned[]): string | undefined {
  if (refunds.length === 0) return undefined
  const done = refunds
    .filter(({ state }) => state === 'done')
    .reduce((sum, { amount_pence: pence }) => sum + pence, 0)
  if (done === 0) return 'refund on its way'
  return done < paidPence ? 'partly refunded' : 'refunded'
}

/** After the cancellation of a paid appointment. */
export const refundDue = (amount: string, day: string): string =>
  `${amount} goes back to you, by the way you paid, by ${day}.`

/** For an appointment that ends with the account, when nothing of its payment goes back. */
export const NO_REFUND = 'No money goes back for it.'
