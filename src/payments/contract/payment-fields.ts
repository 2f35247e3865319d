import * as z from 'zod/mini'
import { line } from '#core/contract/fields.ts'
import { hasCardNumber } from '#payments/rules/card-number.ts'
import { NO_CARD_NUMBER } from '#payments/texts/payment-refusals.ts'

/** Pounds with two decimals and a point, as the provider writes amounts. Example: '25.00'. */
export const pounds = z.string().check(z.regex(/^\d{1,7}\.\d\d$/))

/** Text without a card number: our server never takes one, and names none in its refusal (PAY-06). */
export const safeLine = (most: number) =>
  line(most).check(z.refine((text) => !hasCardNumber(text), { error: NO_CARD_NUMBER }))

/** The id of the provider's order: never digits alone, as a card's number is. */
export const orderId = z.string().check(z.regex(/^(?=.*[A-Za-z])[A-Za-z0-9-]{6,64}$/))
