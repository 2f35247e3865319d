import { phoneFault } from '#account/rules/phone-fault.ts'
import { ETHNICITIES, GENDERS } from '#account/rules/profile-fields.ts'
import { ageOn, isScreeningAge } from '#core/rules/age.ts'
import { isName } from '#core/rules/lab-key.ts'
import { isValidNhsNumber } from '#core/rules/nhs-number.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { AGE_TO_REGISTER, PROFILE_FAULTS } from '#core/texts/accounts.ts'

/** A profile's details as stored; null means no value, `nhsNumber` is ten digits. */
export type ProfileDetails = {
  readonly firstName: string
  readonly lastName: string
  readonly gender: string | null
  readonly birthDate: IsoDate | null
  readonly ethnicity: string | null
  readonly occupation: string | null
  readonly phone: string | null
  readonly homeAddress: string | null
  readonly billingAddress: string | null
  readonly nhsNumber: string | null
}

type Rule = (value: string, today: IsoDate) => string | undefined

const oneOf =
  (choices: readonly string[], message: string): Rule =>
  (value) =>
    choices.includes(value) ? undefined : message

/** Rules of the details that have one. Missing values are valid. */
const RULES: Partial<Record<keyof ProfileDetails, Rule>> = {
  phone: phoneFault,
  gender: oneOf(GENDERS, PROFILE_FAULTS.gender),
  ethnicity: oneOf(ETHNICITIES, PROFILE_FAULTS.ethnicity),
  birthDate: (value, today) => {
    if (value > today) return PROFILE_FAULTS.birthDateInFuture
    return isScreeningAge(ageOn(value, today)) ? undefined : AGE_TO_REGISTER
  },
  nhsNumber: (value) => (isValidNhsNumber(value) ? undefined : PROFILE_FAULTS.nhsNumber),
}

/**
 * The message per detail with a fault. A detail that equals `stored` is not checked: an old value left
 * unchanged does not block saving (PORT-03). `today` is London's.
 */
export function checkDetails(
  details: Partial<ProfileDetails>,
  stored: Partial<ProfileDetails>,
  today: IsoDate,
): Partial<Record<keyof ProfileDetails, string>> {
  const faults: Partial<Record<keyof ProfileDetails, string>> = {}
  const { firstName, lastName } = { ...stored, ...details }
  const isRenamed = firstName !== stored.firstName || lastName !== stored.lastName
  if (isRenamed && !isName(firstName ?? '') && !isName(lastName ?? '')) {
    faults[details.firstName === undefined ? 'lastName' : 'firstName'] = PROFILE_FAULTS.noName
  }
  for (const field of Object.keys(details) as (keyof ProfileDetails)[]) {
    const value = details[field]
    if (!value || value === stored[field]) continue
    const fault = RULES[field]?.(value, today)
    if (fault !== undefined) faults[field] = fault
  }
  return faults
}
