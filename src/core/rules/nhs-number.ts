import { withoutGaps } from '#core/rules/one-line.ts'

export const NHS_NUMBER_LENGTH = 10

/** What people paste around the digits: a label such as 'NHS No:', spaces, hyphens, dots, characters without a glyph. */
const LABEL = /^\s*nhs(\s*(number|no\.?))?\s*:?/i
const SEPARATORS = /[\s\p{Pd}\p{Cf}.]/gu

/**
 * The value of the field for a typed or pasted text: its digits, all of them, and whether the text had anything else, or
 * more than ten (NHS-01). Examples: `NHS 943 476 5919` gives ten digits, not altered; `94a` gives `{digits: '94', altered: true}`.
 */
export function cleanNhsInput(typed: string): { digits: string; altered: boolean } {
  const text = typed.normalize('NFKC')
  const digits = text.replace(/\D/g, '')
  const bare = text.replace(LABEL, '').replace(SEPARATORS, '')
  return { digits, altered: bare !== digits || digits.length > NHS_NUMBER_LENGTH }
}

/** A number as a request or a laboratory's file may have it, without its spaces and dashes, and nothing else removed (NHS-02): one that is too long is refused, never cut. */
export const bareNhsNumber = withoutGaps

/**
 * Whether the text, spaces aside, is an NHS number: ten digits, not all alike, whose last is the Modulus 11 check
 * digit of the NHS Data Dictionary (NHS-01, NHS-02).
 */
export function isValidNhsNumber(text: string): boolean {
  const digits = text.replace(/\s/g, '')
  if (!/^\d{10}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < NHS_NUMBER_LENGTH - 1; place += 1) {
    sum += Number(digits[place]) * (NHS_NUMBER_LENGTH - place)
  }
  // A remainder of 1 gives the check digit 10, which is not a digit: such numbers are never issued.
  const check = (11 - (sum % 11)) % 11
  return check === Number(digits[NHS_NUMBER_LENGTH - 1])
}

/** The number masked except for its last four digits; fully masked when it does not have ten digits. Example: `••• ••• 5919`. */
export function maskNhsNumber(digits: string): string {
  const bare = digits.replace(/\s/g, '')
  return `••• ••• ${bare.length === NHS_NUMBER_LENGTH ? bare.slice(-4) : '••••'}`
}

/** The number as the NHS prints it, in groups of 3, 3 and 4 digits. Example: `943 476 5919`. */
export function formatNhsNumber(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}
