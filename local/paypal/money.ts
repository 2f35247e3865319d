import { randomInt } from 'node:crypto'
import type { Money } from './documents.ts'

/** Pounds as PayPal writes them: `25.00`. */
export const moneyOf = (pence: number, currency: string): Money => ({
  currency_code: currency,
  value: `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`,
})

/** Pence of a positive amount with two decimals; undefined for anything else. */
export function penceOf(value: string): number | undefined {
  const [, pounds, pennies] = /^(\d{1,7})\.(\d\d)$/.exec(value) ?? []
  const pence = Number(pounds) * 100 + Number(pennies)
  return pence > 0 ? pence : undefined
}

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** An id in PayPal's form. */
export const newId = (length = 17): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
