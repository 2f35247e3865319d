import * as z from 'zod/mini'
import type { Refusal } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { PLACE_REFUSALS } from '#contract/holds.ts'
import { hasCardNumber } from '#domain/card-number.ts'
import {
  NO_CARD_NUMBER,
  PAYMENT_REFUSAL_TEXTS,
  type PaymentRefusal,
} from '#domain/texts/payment-refusals.ts'

/** Pounds with two decimals and a point, as the provider writes amounts. Example: '25.00'. */
export const pounds = z.string().check(z.regex(/^\d{1,7}\.\d\d$/))

/** Text without a card number: our server never takes one, and names none in its refusal (PAY-06). */
export const safeLine = (most: number) =>
  line(most).check(z.refine((text) => !hasCardNumber(text), { error: NO_CARD_NUMBER }))

/** The id of the provider's order: never digits alone, as a card's number is. */
export const orderId = z.string().check(z.regex(/^(?=.*[A-Za-z])[A-Za-z0-9-]{6,64}$/))

export const refusalOf = (reason: PaymentRefusal, status: number): Refusal => ({
  status,
  text: PAYMENT_REFUSAL_TEXTS[reason],
})

export const PLACE_NEEDED = {
  'event-not-found': PLACE_REFUSALS['event-not-found'],
  'event-cancelled': PLACE_REFUSALS['event-cancelled'],
  'event-passed': PLACE_REFUSALS['event-passed'],
  'not-open-paid': PLACE_REFUSALS['not-open-paid'],
  'existing-booking': PLACE_REFUSALS['existing-booking'],
  'age-restricted': PLACE_REFUSALS['age-restricted'],
  'birth-date-missing': PLACE_REFUSALS['birth-date-missing'],
  'access-code-required': PLACE_REFUSALS['access-code-required'],
  'access-code-used-up': PLACE_REFUSALS['access-code-used-up'],
  'nhs-number-required': PLACE_REFUSALS['nhs-number-required'],
  'nhs-number-check': PLACE_REFUSALS['nhs-number-check'],
} as const

export const NO_ORDER = { 'order-not-found': refusalOf('order-not-found', 404) } as const
