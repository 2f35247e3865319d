import { COUNTRIES, joinAddress } from '#account/rules/profile-fields.ts'

/** An address as a form has it. */
export type AddressParts = {
  readonly address1: string
  readonly address2: string
  readonly postCode: string
  /** One of `COUNTRIES`, or '' when the text names none of them. */
  readonly country: string
}

export const NO_ADDRESS: AddressParts = { address1: '', address2: '', postCode: '', country: '' }

/** Whether the part can be a postcode or an Eircode: short, with a digit, not a house number alone. */
const isPostCode = (part: string): boolean => /^(?=.*\d)(?=.*[a-z])[a-z\d ]{5,8}$/i.test(part)

/**
 * The parts of a stored address: those that `joinAddress` joined, and the whole text as the first line when it has another
 * form. No word is lost or moved: joined again, they give the same words in the same order.
 */
export function splitAddress(text: string): AddressParts {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const country = COUNTRIES.find((name) => name === parts.at(-1))
  const postCode = country === undefined ? undefined : parts.at(-2)
  if (country === undefined || postCode === undefined || !isPostCode(postCode)) {
    return { ...NO_ADDRESS, address1: text.trim() }
  }
  const [address1 = '', ...rest] = parts.slice(0, -2)
  return { address1, address2: rest.join(', '), postCode, country }
}

/** Whether the parts are still those of the stored text. */
export const isSameAddress = (parts: AddressParts, text: string): boolean =>
  joinAddress(parts) === joinAddress(splitAddress(text))
