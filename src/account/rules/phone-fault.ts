import { isOneNumber, phoneParts } from '#core/rules/telephone.ts'
import { PHONE_FAULTS } from '#core/texts/accounts.ts'

/**
 * What is wrong with a telephone number, as a message; undefined for one that can be called. The country is known when it begins
 * with 0 (here or in Ireland) or with its country code. Not in `telephone.ts`, whose links are on every page: the messages are for forms.
 */
export function phoneFault(typed: string): string | undefined {
  const { number } = phoneParts(typed)
  if (!isOneNumber(number)) return PHONE_FAULTS.notOne
  const digits = number.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '').length
  if (digits < 7) return PHONE_FAULTS.tooShort
  if (digits > 15) return PHONE_FAULTS.tooLong
  return /^\(?[+0]/.test(number) ? undefined : PHONE_FAULTS.noCountry
}
