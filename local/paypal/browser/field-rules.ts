import type { CardBrand, FieldType } from './messages.ts'

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** The check digit of card numbers (ISO/IEC 7812). */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const code = (size: number) => ({ name: size === 4 ? 'CID' : 'CVV', size })

export function brandsOf(number: string): CardBrand[] {
  const digits = digitsOf(number)
  if (/^4/.test(digits)) return [{ type: 'visa', niceType: 'Visa', code: code(3) }]
  if (/^(5[1-5]|2[2-7])/.test(digits)) {
    return [{ type: 'mastercard', niceType: 'Mastercard', code: code(3) }]
  }
  if (/^3[47]/.test(digits)) {
    return [{ type: 'american-express', niceType: 'American Express', code: code(4) }]
  }
  return []
}

/** What is shown while the payer types. */
export function formatted(type: FieldType, text: string): string {
  if (type === 'name') return text
  const digits = digitsOf(text)
  if (type === 'cvv') return digits.slice(0, 4)
  if (type === 'number') return digits.slice(0, 19).replaceAll(/(.{4})(?=.)/g, '$1 ')
  const [month, year] = [digits.slice(0, 2), digits.slice(2, 4)]
  return year === '' ? month : `${month}/${year}`
}

/** What is sent: digits, and the year with four of them. */
export const sentValue = (type: FieldType, text: string): string =>
  type === 'number' ? digitsOf(text) : type === 'expiry' ? text.replace('/', '/20') : text.trim()

function isExpired(month: number, year: number, now: Date): boolean {
  return new Date(year, month, 1) <= now
}

function faultOfExpiry(text: string, now: Date): string | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(text) ?? []
  if (month === undefined) return 'Enter the expiry date as month and year, such as 03/29'
  return isExpired(Number(month), 2_000 + Number(year), now) ? 'This card has expired' : undefined
}

/** What is wrong with a field's text; undefined: nothing. `codeSize`: digits of the security code, if the brand is known. */
export function faultOf(
  type: FieldType,
  text: string,
  codeSize: number | undefined,
  now: Date,
): string | undefined {
  if (type === 'expiry') return faultOfExpiry(text, now)
  if (type === 'name') return text.length > 300 ? 'The name is too long' : undefined
  if (type === 'number') {
    const digits = digitsOf(text)
    return digits.length >= 13 && hasCheckDigit(digits)
      ? undefined
      : 'Enter the card number as it is on the card'
  }
  const isCode = codeSize === undefined ? /^\d{3,4}$/.test(text) : text.length === codeSize
  return isCode ? undefined : `Enter the security code of ${codeSize ?? '3 or 4'} digits`
}
