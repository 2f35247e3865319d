/** The only currency, by its code in ISO 4217. */
export const CURRENCY = 'GBP' as const

/**
 * Whole pence as the provider, the specification and options of commands write an amount; throws a RangeError when it is not a whole number of
 * pence. Example: 123456 gives `1234.56`.
 */
export function decimalPounds(pence: number): string {
  if (!Number.isSafeInteger(pence)) throw new RangeError(`Not whole pence: ${pence}`)
  const amount = Math.abs(pence)
  // Integer arithmetic: a division would round large amounts.
  const pounds = Math.trunc(amount / 100)
  const rest = String(amount % 100).padStart(2, '0')
  return `${pence < 0 ? '-' : ''}${pounds}.${rest}`
}

/** Whole pence as people read them (EVD-01). Example: 123456 gives `£1,234.56`; throws a RangeError as `decimalPounds`. */
export const formatPounds = (pence: number): string =>
  decimalPounds(pence)
    .replace(/\d(?=(?:\d{3})+\.)/g, '$&,')
    .replace(/^-?/, '$&£')

/** Pence of pounds as text with at most two decimals, read without binary fractions. Example: `-25.00` gives −2500; undefined for another form. */
export function parsePounds(text: string): number | undefined {
  const [, sign, pounds, pennies = ''] = /^(-?)(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (pounds === undefined) return undefined
  const pence = Number(pounds) * 100 + Number(pennies.padEnd(2, '0'))
  return sign === '-' ? -pence : pence
}

/** Pence of pounds as a person types them: `20`, `20.5`, `£20.00`, `£1,234.56`; undefined for another form, such as `1,5`. */
export function readTypedPounds(text: string): number | undefined {
  const amount = text.replace(/^£ ?/, '')
  return parsePounds(
    /^\d{1,3}(?:,\d{3})+(?:\.|$)/.test(amount) ? amount.replaceAll(',', '') : amount,
  )
}
