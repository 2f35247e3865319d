const LENGTH = 10

/** What a field keeps of the typed text: its digits, ten at most, and whether that altered it (§5). Example: `94a` gives `{digits: '94', altered: true}`. */
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
  // A remainder of 1 would ask for the check digit 10, which no digit equals: such a number is never issued.
  const check = (11 - (sum % 11)) % 11
  return check === Number(digits[LENGTH - 1])
}

/** The number with all but its last four digits hidden; wholly hidden when it has not ten digits. Example: `••• ••• 5919`. */
export function maskNhsNumber(digits: string): string {
  const bare = digits.replace(/\s/g, '')
  return `••• ••• ${bare.length === LENGTH ? bare.slice(-4) : '••••'}`
}
