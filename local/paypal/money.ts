import { randomInt } from 'node:crypto'
import { decimalPounds, parsePounds } from '../../src/core/rules/money.ts'
import type { Money } from './documents.ts'

/** Pounds as PayPal writes them: `25.00`. */
export const moneyOf = (pence: number, currency: string): Money => ({
  currency_code: currency,
  value: decimalPounds(pence),
})

/** Pence of a positive amount with two decimals; undefined for anything else. */
export function penceOf(value: string): number | undefined {
  const pence = /\.\d\d$/.test(value) ? (parsePounds(value) ?? 0) : 0
  return pence > 0 ? pence : undefined
}

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** An id in PayPal's form. */
export const newId = (length = 17): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
