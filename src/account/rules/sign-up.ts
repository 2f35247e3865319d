import { phoneFault } from '#account/rules/phone-fault.ts'
import { COUNTRIES, ETHNICITIES, GENDERS } from '#account/rules/profile-fields.ts'
import { ageOn, isScreeningAge } from '#core/rules/age.ts'
import { isEmail } from '#core/rules/email-address.ts'
import { isName } from '#core/rules/lab-key.ts'
import { isValidNhsNumber } from '#core/rules/nhs-number.ts'
import { cleanLine } from '#core/rules/one-line.ts'
import { checkPassword } from '#core/rules/password.ts'
import { cleanPhone } from '#core/rules/telephone.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { isIsoDate } from '#core/rules/time.ts'
import { AGE_TO_REGISTER, PROFILE_FAULTS, tooLongText } from '#core/texts/accounts.ts'

/** The sign-up form as typed in the order of its fields. */
export type SignUpForm = {
  firstName: string
  lastName: string
  address1: string
  address2: string
  postCode: string
  country: string
  occupation: string
  nhs: string
  gender: string
  dateOfBirth: string
  phoneNumber: string
  email: string
  password: string
  confirmPassword: string
  ethnicity: string
}

type Rule = (form: SignUpForm, today: IsoDate) => string | undefined

const isBlank = (text: string): boolean => cleanLine(text) === ''

function checkBirthDate(text: string, today: IsoDate): string | undefined {
  if (isBlank(text)) return PROFILE_FAULTS.birthDateMissing
  if (!isIsoDate(text)) return PROFILE_FAULTS.birthDateUnreal
  if (text > today) return PROFILE_FAULTS.birthDateInFuture
  return isScreeningAge(ageOn(text, today)) ? undefined : AGE_TO_REGISTER
}

function checkEmail(text: string): string | undefined {
  if (isBlank(text)) return PROFILE_FAULTS.emailMissing
  return isEmail(text) ? undefined : PROFILE_FAULTS.email
}

function checkPhone(text: string): string | undefined {
  if (cleanPhone(text) === '') return PROFILE_FAULTS.phoneMissing
  return phoneFault(text)
}

function checkConfirmation(form: SignUpForm): string | undefined {
  if (form.confirmPassword === '') return PROFILE_FAULTS.confirmationMissing
  return form.confirmPassword === form.password ? undefined : PROFILE_FAULTS.passwordsDiffer
}

const required =
  (field: keyof SignUpForm, message: string): Rule =>
  (form) =>
    isBlank(form[field]) ? message : undefined

/** One of the two fields has a name; a patient with one name writes a placeholder such as a hyphen into the other. */
function checkFirstName({ firstName, lastName }: SignUpForm): string | undefined {
  if (isBlank(firstName)) return PROFILE_FAULTS.firstName
  return isBlank(lastName) || isName(firstName) || isName(lastName)
    ? undefined
    : PROFILE_FAULTS.noName
}

const chosen =
  (field: keyof SignUpForm, choices: readonly string[], message: string): Rule =>
  (form) =>
    choices.includes(form[field]) ? undefined : message

/** Maximum lengths in characters; the joined address is at most 500 (`account/contract/profiles.ts`). */
const LONGEST = {
  firstName: [100, 'your first name'],
  lastName: [100, 'your last name'],
  address1: [200, 'address line 1'],
  address2: [200, 'address line 2'],
  postCode: [20, 'your postcode'],
  occupation: [200, 'your occupation'],
  phoneNumber: [40, 'your phone number'],
} as const satisfies Partial<Record<keyof SignUpForm, readonly [number, string]>>

const tooLong = (form: SignUpForm, field: keyof typeof LONGEST): string | undefined => {
  const [most, name] = LONGEST[field]
  return cleanLine(form[field]).length > most ? tooLongText(most, name) : undefined
}

const isLimited = (field: keyof SignUpForm): field is keyof typeof LONGEST => field in LONGEST

/** The rule of each field. The order of the keys is the order of the messages. */
const RULES: Partial<Record<keyof SignUpForm, Rule>> = {
  firstName: checkFirstName,
  lastName: required('lastName', PROFILE_FAULTS.lastName),
  address1: required('address1', PROFILE_FAULTS.addressLine),
  address2: () => undefined,
  postCode: required('postCode', PROFILE_FAULTS.postCode),
  country: chosen('country', COUNTRIES, PROFILE_FAULTS.country),
  occupation: () => undefined,
  nhs: (form) =>
    isBlank(form.nhs) || isValidNhsNumber(form.nhs) ? undefined : PROFILE_FAULTS.nhsNumber,
  gender: chosen('gender', GENDERS, PROFILE_FAULTS.gender),
  dateOfBirth: (form, today) => checkBirthDate(form.dateOfBirth, today),
  phoneNumber: (form) => checkPhone(form.phoneNumber),
  email: (form) => checkEmail(form.email),
  password: (form) => checkPassword(form.password),
  confirmPassword: checkConfirmation,
  ethnicity: chosen('ethnicity', ETHNICITIES, PROFILE_FAULTS.ethnicity),
}

/** The message per field with a fault, keys in field order; empty when the form may be sent (AUTH-02). `today` is London's. */
export function checkSignUp(
  form: SignUpForm,
  today: IsoDate,
): Partial<Record<keyof SignUpForm, string>> {
  const messages: Partial<Record<keyof SignUpForm, string>> = {}
  for (const field of Object.keys(RULES) as Array<keyof SignUpForm>) {
    const message =
      RULES[field]?.(form, today) ?? (isLimited(field) ? tooLong(form, field) : undefined)
    if (message !== undefined) messages[field] = message
  }
  return messages
}
