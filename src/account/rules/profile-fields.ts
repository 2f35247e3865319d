import { formatAddress } from '#core/rules/address-line.ts'

/** The countries in the order shown; the first is the form's default (AUTH-02). */
export const COUNTRIES = ['United Kingdom', 'Ireland'] as const

/** The genders in the order shown (AUTH-02). */
export const GENDERS = ['Male', 'Female', 'Non-binary', 'Other'] as const

/** The ethnicities in the order shown (AUTH-02). */
export const ETHNICITIES = [
  'White British',
  'White Irish',
  'White other',
  'Mixed White and Black Caribbean',
  'Mixed White and Black African',
  'Mixed White and Asian',
  'Mixed other',
  'Asian Indian',
  'Asian Pakistani',
  'Asian Bangladeshi',
  'Asian other',
  'Black Caribbean',
  'Black African',
  'Black other',
  'Chinese',
  'Other ethnic group',
  'Not stated',
] as const

/** The one-line home address of a profile: line 1, line 2 when given, postcode, country, comma-joined (API-07). */
export function joinAddress(address: {
  address1: string
  address2?: string | undefined
  postCode: string
  country: string
}): string {
  return formatAddress([address.address1, address.address2, address.postCode, address.country])
}

/** The account's display name: first and last name, blanks skipped. */
export function displayName(first: string, last: string): string {
  return `${first.trim()} ${last.trim()}`.trim()
}
