import {
  type AddressParts,
  isSameAddress,
  NO_ADDRESS,
  splitAddress,
} from '#account/rules/address.ts'
import { checkDetails } from '#account/rules/profile.ts'
import { COUNTRIES, joinAddress } from '#account/rules/profile-fields.ts'
import { cleanLine } from '#core/rules/one-line.ts'
import { cleanPhone } from '#core/rules/telephone.ts'
import { type IsoDate, isIsoDate } from '#core/rules/time.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

/** The details that a patient edits, by field name of the wire format. A missing value is ''. */
export type EditedDetails = {
  readonly first_name: string
  readonly last_name: string
  readonly gender: string
  readonly date_of_birth: string
  readonly ethnicity: string
  readonly occupation: string
  readonly phone: string
  readonly home_address: string
  readonly billing_address: string
  readonly nhs_number: string
}
export type DetailName = keyof EditedDetails

/** The form 'Edit Personal Information' in the order of its fields (PORT-02). */
export type ProfileForm = {
  firstName: string
  lastName: string
  gender: string
  dateOfBirth: string
  ethnicity: string
  occupation: string
  phone: string
  homeAddress1: string
  homeAddress2: string
  homePostCode: string
  homeCountry: string
  isBillingHome: boolean
  billingAddress1: string
  billingAddress2: string
  billingPostCode: string
  billingCountry: string
  /** Whether the patient asked to change the NHS number; else `nhs` is not looked at. */
  isNhsOpen: boolean
  nhs: string
}
type Faults = Partial<Record<keyof ProfileForm, string>>

/** The fields of the form that show a detail. */
export const FIELDS_OF: Readonly<Record<DetailName, readonly (keyof ProfileForm)[]>> = {
  first_name: ['firstName'],
  last_name: ['lastName'],
  gender: ['gender'],
  date_of_birth: ['dateOfBirth'],
  ethnicity: ['ethnicity'],
  occupation: ['occupation'],
  phone: ['phone'],
  home_address: ['homeAddress1', 'homeAddress2', 'homePostCode', 'homeCountry'],
  billing_address: [
    'isBillingHome',
    'billingAddress1',
    'billingAddress2',
    'billingPostCode',
    'billingCountry',
  ],
  nhs_number: ['isNhsOpen', 'nhs'],
}
export const DETAIL_NAMES = Object.keys(FIELDS_OF) as readonly DetailName[]

const countryOf = ({ country, address1 }: AddressParts) =>
  // An empty address begins with the first country, as on sign-up.
  country === '' && address1 === '' ? COUNTRIES[0] : country

/** The form filled with these details. Without a billing address it offers the home address. */
export function formOf(details: EditedDetails): ProfileForm {
  const home = splitAddress(details.home_address)
  const isBillingHome =
    details.billing_address === '' || details.billing_address === details.home_address
  const billing = isBillingHome ? NO_ADDRESS : splitAddress(details.billing_address)
  return {
    firstName: details.first_name,
    lastName: details.last_name,
    gender: details.gender,
    dateOfBirth: details.date_of_birth,
    ethnicity: details.ethnicity,
    occupation: details.occupation,
    phone: details.phone,
    homeAddress1: home.address1,
    homeAddress2: home.address2,
    homePostCode: home.postCode,
    homeCountry: countryOf(home),
    isBillingHome,
    billingAddress1: billing.address1,
    billingAddress2: billing.address2,
    billingPostCode: billing.postCode,
    billingCountry: countryOf(billing),
    isNhsOpen: false,
    nhs: details.nhs_number,
  }
}

const homeOf = (form: ProfileForm): AddressParts => ({
  address1: form.homeAddress1,
  address2: form.homeAddress2,
  postCode: form.homePostCode,
  country: form.homeCountry,
})

const billingOf = (form: ProfileForm): AddressParts => ({
  address1: form.billingAddress1,
  address2: form.billingAddress2,
  postCode: form.billingPostCode,
  country: form.billingCountry,
})

/** The stored text where the parts are unchanged, however it was written. */
const addressOf = (parts: AddressParts, stored: string) =>
  stored !== '' && isSameAddress(parts, stored) ? stored : joinAddress(parts)

/** The details in the form; `base` are those that it was filled with. */
export function detailsOf(form: ProfileForm, base: EditedDetails): EditedDetails {
  const text = (typed: string, stored: string) => (typed === stored ? stored : cleanLine(typed))
  const home = addressOf(homeOf(form), base.home_address)
  return {
    first_name: text(form.firstName, base.first_name),
    last_name: text(form.lastName, base.last_name),
    gender: form.gender,
    date_of_birth: form.dateOfBirth,
    ethnicity: form.ethnicity,
    occupation: text(form.occupation, base.occupation),
    phone: form.phone === base.phone ? base.phone : cleanPhone(form.phone),
    home_address: home,
    billing_address: form.isBillingHome ? home : addressOf(billingOf(form), base.billing_address),
    nhs_number: form.isNhsOpen ? form.nhs : base.nhs_number,
  }
}

/** What differs between two versions of the details, with the values of `mine`. */
export function changesOf(base: EditedDetails, mine: EditedDetails): Partial<EditedDetails> {
  return Object.fromEntries(
    DETAIL_NAMES.filter((name) => mine[name] !== base[name]).map((name) => [name, mine[name]]),
  )
}

/** A detail that was changed here and elsewhere at the same time, to different values. */
export type DetailConflict = {
  readonly name: DetailName
  readonly saved: string
  readonly mine: string
}

/**
 * Joins the changes `mine` of `base` with changes that were saved in the meantime. A detail that only one side changed gets its
 * value. One that both changed keeps `mine` and is a conflict, which the patient decides.
 */
export function mergeDetails(
  base: EditedDetails,
  mine: EditedDetails,
  saved: EditedDetails,
): { details: EditedDetails; conflicts: readonly DetailConflict[] } {
  const conflicts = DETAIL_NAMES.filter(
    (name) => mine[name] !== base[name] && saved[name] !== base[name] && mine[name] !== saved[name],
  ).map((name) => ({ name, saved: saved[name], mine: mine[name] }))
  return { details: { ...saved, ...changesOf(base, mine) }, conflicts }
}

const REQUIRED = [
  ['firstName', 'first_name', PROFILE_FAULTS.firstName],
  ['lastName', 'last_name', PROFILE_FAULTS.lastName],
  ['phone', 'phone', PROFILE_FAULTS.phoneMissing],
] as const

/** The faults of an address that was changed or is missing; an old one left unchanged is not checked (PORT-03). */
function addressFaults(parts: AddressParts, stored: string): Partial<AddressParts> {
  if (stored !== '' && isSameAddress(parts, stored)) return {}
  return {
    ...(cleanLine(parts.address1) === '' ? { address1: PROFILE_FAULTS.addressLine } : {}),
    ...(cleanLine(parts.postCode) === '' ? { postCode: PROFILE_FAULTS.postCode } : {}),
    ...(COUNTRIES.some((name) => name === parts.country)
      ? {}
      : { country: PROFILE_FAULTS.country }),
  }
}

const prefixed = (prefix: 'home' | 'billing', faults: Partial<AddressParts>): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([part, fault]) => [
      prefix + part.charAt(0).toUpperCase() + part.slice(1),
      fault,
    ]),
  )

/** The message per field with a fault, in field order; empty when the form may be sent. `today` is London's. */
export function checkProfileForm(form: ProfileForm, base: EditedDetails, today: IsoDate): Faults {
  const mine = detailsOf(form, base)
  const faults: Faults = {}
  for (const [field, name, message] of REQUIRED) if (mine[name] === '') faults[field] = message
  const isUnreal = mine.date_of_birth !== '' && !isIsoDate(mine.date_of_birth)
  const ruled = checkDetails(
    {
      firstName: mine.first_name,
      lastName: mine.last_name,
      gender: mine.gender,
      ...(isUnreal ? {} : { birthDate: mine.date_of_birth }),
      ethnicity: mine.ethnicity,
      phone: mine.phone,
      nhsNumber: mine.nhs_number,
    },
    {
      firstName: base.first_name,
      lastName: base.last_name,
      gender: base.gender,
      birthDate: base.date_of_birth,
      ethnicity: base.ethnicity,
      phone: base.phone,
      nhsNumber: base.nhs_number,
    },
    today,
  )
  const birthDate = isUnreal ? PROFILE_FAULTS.birthDateUnreal : ruled.birthDate
  const all: Faults = {
    ...(ruled.firstName && { firstName: ruled.firstName }),
    ...(ruled.lastName && { lastName: ruled.lastName }),
    ...faults,
    ...(ruled.gender && { gender: ruled.gender }),
    ...(birthDate && { dateOfBirth: birthDate }),
    ...(ruled.ethnicity && { ethnicity: ruled.ethnicity }),
    ...(ruled.phone && { phone: ruled.phone }),
    ...prefixed('home', addressFaults(homeOf(form), base.home_address)),
    ...(form.isBillingHome
      ? {}
      : prefixed('billing', addressFaults(billingOf(form), base.billing_address))),
    ...(ruled.nhsNumber && { nhs: ruled.nhsNumber }),
  }
  const order = DETAIL_NAMES.flatMap((name) => FIELDS_OF[name])
  return Object.fromEntries(
    order.filter((field) => all[field] !== undefined).map((field) => [field, all[field]]),
  )
}
