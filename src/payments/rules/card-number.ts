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
