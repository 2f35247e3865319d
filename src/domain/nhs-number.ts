const LENGTH = 10

/** The value of the field for a typed text: its digits, at most ten, and whether the text was altered (NHS-01). Example: `94a` gives `{digits: '94', altered: true}`. */
export function cleanNhsInput(text: string): { digits: string; altered: boolean } {
  const digits = text.replace(/\D/g, '').slice(0, LENGTH)
  return { digits, altered: digits !== text }
}

/**
 * Whether the text, spaces aside, is an NHS number: ten digits, not all alike, whose last is the Modulus 11 check
 * digit of the NHS Data Dictionary (NHS-01, NHS-02).
 */
export function isValidNhsNumber(text: string): boolean {
  const digits = text.replace(/\s/g, '')
  if (!/^\d{10}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < LENGTH - 1; place += 1) {
    sum += Number(digits[place]) * (LENGTH - place)
  }
  // A remainder of 1 gives the check digit 10, which is no digit: such numbers are never issued.
  const check = (11 - (sum % 11)) % 11
  return check === Number(digits[LENGTH - 1])
}

/** The number masked except for its last four digits; fully masked when it does not have ten digits. Example: `••• ••• 5919`. */
export function maskNhsNumber(digits: string): string {
  const bare = digits.replace(/\s/g, '')
  return `••• ••• ${bare.length === LENGTH ? bare.slice(-4) : '••••'}`
}
