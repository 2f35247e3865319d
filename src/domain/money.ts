/** The only currency, by its code in ISO 4217. */
export const CURRENCY = 'GBP' as const

/** Whole pence as the provider and the specification write an amount. Example: 1250 gives `12.50`. */
export const decimalPounds = (pence: number): string => formatPounds(pence).replace('£', '')

/**
 * Whole pence as pounds with two decimals (EVD-01); throws a RangeError when the amount is not a whole number of pence.
 * Example: 1250 gives `£12.50`.
 */
export function formatPounds(pence: number): string {
  if (!Number.isSafeInteger(pence)) throw new RangeError(`Not whole pence: ${pence}`)
  const amount = Math.abs(pence)
  // Integer arithmetic: a division would round large amounts.
  const pounds = Math.trunc(amount / 100)
  const rest = String(amount % 100).padStart(2, '0')
  return `${pence < 0 ? '-' : ''}£${pounds}.${rest}`
}

/** Pence of pounds as text with at most two decimals, read without binary fractions. Example: `-25.00` gives −2500; undefined for another form. */
export function parsePounds(text: string): number | undefined {
  const [, sign, pounds, pennies = ''] = /^(-?)(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (pounds === undefined) return undefined
  const pence = Number(pounds) * 100 + Number(pennies.padEnd(2, '0'))
  return sign === '-' ? -pence : pence
}
