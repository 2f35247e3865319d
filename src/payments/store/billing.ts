import { splitAddress } from '#account/rules/address.ts'
import { ANSWER_KEYS } from '#core/rules/tab-signals.ts'
import { createForm, type FormErrors } from '#core/store/form.ts'
import { BILLING_ERRORS } from '#payments/texts/payment.ts'

/** The billing address of a card with the specified names (PAY-02). It goes to the provider only. */
export type BillingAddress = {
  address_line_1: string
  address_line_2: string
  /** Town or city. */
  admin_area_2: string
  /** County. */
  admin_area_1: string
  postal_code: string
  country_code: string
}

/** Countries whose cards are taken, by their code. */
export const COUNTRY_CODES = {
  GB: 'United Kingdom',
  IE: 'Ireland',
  GG: 'Guernsey',
  IM: 'Isle of Man',
  JE: 'Jersey',
} as const
const DEFAULT_COUNTRY = 'GB'

const EMPTY: BillingAddress = {
  address_line_1: '',
  address_line_2: '',
  admin_area_2: '',
  admin_area_1: '',
  postal_code: '',
  country_code: DEFAULT_COUNTRY,
}

export function checkBilling(address: BillingAddress): FormErrors<BillingAddress> {
  const names = Object.keys(BILLING_ERRORS) as (keyof typeof BILLING_ERRORS)[]
  return Object.fromEntries(
    names.filter((name) => address[name].trim() === '').map((name) => [name, BILLING_ERRORS[name]]),
  )
}

export const billingForm = createForm<BillingAddress>({
  initial: EMPTY,
  check: checkBilling,
  keep: { key: ANSWER_KEYS.billing, except: [] },
})

/** Fills an untouched form from the profile: nothing is typed twice. */
export function prefillBilling(profile: {
  readonly billing_address?: string | null
  readonly home_address?: string | null
}): void {
  if (billingForm.$values.get() !== billingForm.initial) return
  const { address1, address2, postCode, country } = splitAddress(
    profile.billing_address || profile.home_address || '',
  )
  const code = Object.entries(COUNTRY_CODES).find(([, name]) => name === country)?.[0]
  // The last part of an address line is most often the town.
  const [town = '', ...others] = address2.split(', ').reverse()
  billingForm.fill({
    ...EMPTY,
    address_line_1: address1,
    address_line_2: others.reverse().join(', '),
    admin_area_2: town,
    postal_code: postCode,
    country_code: code ?? DEFAULT_COUNTRY,
  })
}

/** The address as the provider's card form takes it. */
export function providerAddress() {
  const address = billingForm.$values.get()
  const given = {
    addressLine1: address.address_line_1.trim(),
    addressLine2: address.address_line_2.trim(),
    adminArea2: address.admin_area_2.trim(),
    adminArea1: address.admin_area_1.trim(),
    postalCode: address.postal_code.trim().toUpperCase(),
    countryCode: address.country_code,
  }
  return Object.fromEntries(Object.entries(given).filter(([, part]) => part !== ''))
}
