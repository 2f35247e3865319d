import * as z from 'zod/mini'
import { line } from '#core/contract/fields.ts'
import { NO_CARD_NUMBER } from '#payments/texts/payment-refusals.ts'

/** Runs of digits that may be separated as on a card. The first digit is that of a card for payments (ISO/IEC 7812). */
const CANDIDATE = /(?<!\d)[2-6](?:[ -]?\d){13,18}(?!\d)/g

/** The check digit of ISO/IEC 7812 (Luhn). */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** Whether a text contains what may be the number of a payment card: our servers never take one (PAY-06). */
export function hasCardNumber(text: string): boolean {
  return Array.from(text.matchAll(CANDIDATE)).some(([found]) =>
    hasCheckDigit(found.replace(/\D/g, '')),
  )
}

/** Pounds with two decimals and a point, as the provider writes amounts. Example: '25.00'. */
export const pounds = z.string().check(z.regex(/^\d{1,7}\.\d\d$/))

/** Text without a card number: our server never takes one, and names none in its refusal (PAY-06). */
export const safeLine = (most: number) =>
  line(most).check(z.refine((text) => !hasCardNumber(text), { error: NO_CARD_NUMBER }))

/** The id of the provider's order: never digits alone, as a card's number is. */
export const orderId = z.string().check(z.regex(/^(?=.*[A-Za-z])[A-Za-z0-9-]{6,64}$/))
