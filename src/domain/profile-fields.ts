import { AGE_TO_REGISTER, ageOn, isScreeningAge } from '#domain/age.ts'
import { formatAddress } from '#domain/event.ts'
import { isValidNhsNumber } from '#domain/nhs-number.ts'
import { checkPassword, MISMATCH } from '#domain/password.ts'
import type { IsoDate } from '#domain/time.ts'
import { isIsoDate } from '#domain/time.ts'

/** The countries of §5, in order; the first is the form's default. */
export const COUNTRIES = ['United Kingdom', 'Ireland'] as const

/** The genders of §5, in order. */
export const GENDERS = ['Male', 'Female', 'Non-binary', 'Other'] as const

/** The ethnicities of §5, in order. */
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

/** The one-line home address of a profile: line 1, line 2 when given, postcode, country, comma-joined (§3, API-07). */
export function joinAddress(address: {
  address1: string
  address2?: string | undefined
  postCode: string
  country: string
}): string {
  return formatAddress([address.address1, address.address2, address.postCode, address.country])
}

/** The e-mail address as it is stored and compared: trimmed and in lower case (§5). */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase()
}

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** Whether the text, spaces around it aside, is an e-mail address as browsers check it, with a dot in its domain. */
export function isEmail(text: string): boolean {
  const email = text.trim()
  return email.length <= 254 && EMAIL.test(email)
}

/** Whether the text may be a telephone number: 7 to 15 digits, a leading + allowed, with spaces, brackets or hyphens between. */
export function isPhone(text: string): boolean {
  const phone = text.trim()
  const digits = phone.replace(/\D/g, '').length
  return /^\+?[\d ()-]+$/.test(phone) && digits >= 7 && digits <= 15
}

/** First and last name in one, as the account's display name holds them (§3 Signup form); blanks are skipped. */
export function displayName(first: string, last: string): string {
  return `${first.trim()} ${last.trim()}`.trim()
}

/** The sign-up form as typed (§3 Signup form, §5 ethnicity), in the order of its fields. */
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

/** Shown for a birth date after today (§5). */
export const BORN_IN_FUTURE = 'Date of birth cannot be later than today.'

/** Shown for an NHS number that was given and cannot be one; the number itself is optional on sign-up (§5). */
export const NHS_INVALID = 'Enter a valid 10-digit NHS number, or leave it empty.'

type Rule = (form: SignUpForm, today: IsoDate) => string | undefined

const isBlank = (text: string): boolean => text.trim() === ''

function checkBirthDate(text: string, today: IsoDate): string | undefined {
  if (isBlank(text)) return 'Enter your date of birth.'
  if (!isIsoDate(text)) return 'Enter a real date of birth.'
  if (text > today) return BORN_IN_FUTURE
  return isScreeningAge(ageOn(text, today)) ? undefined : AGE_TO_REGISTER
}

function checkEmail(text: string): string | undefined {
  if (isBlank(text)) return 'Enter your email address.'
  return isEmail(text) ? undefined : 'Enter an email address such as name@example.org.'
}

function checkPhone(text: string): string | undefined {
  if (isBlank(text)) return 'Enter your phone number.'
  return isPhone(text)
    ? undefined
    : 'Enter a phone number with its country code, such as +447700900123.'
}

function checkConfirmation(form: SignUpForm): string | undefined {
  if (form.confirmPassword === '') return 'Enter the password again.'
  return form.confirmPassword === form.password ? undefined : MISMATCH
}

const required =
  (field: keyof SignUpForm, message: string): Rule =>
  (form) =>
    isBlank(form[field]) ? message : undefined

const chosen =
  (field: keyof SignUpForm, choices: readonly string[], message: string): Rule =>
  (form) =>
    choices.includes(form[field]) ? undefined : message

/** The longest texts that a profile takes, in characters; the whole address is one line of at most 500. */
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
  return form[field].trim().length > most
    ? `Use ${most} characters or fewer for ${name}.`
    : undefined
}

const isLimited = (field: keyof SignUpForm): field is keyof typeof LONGEST => field in LONGEST

/** One rule per field that has one, in field order: the order of the keys is the order of the messages. */
const RULES: Partial<Record<keyof SignUpForm, Rule>> = {
  firstName: required('firstName', 'Enter your first name, including any middle name.'),
  lastName: required('lastName', 'Enter your last name.'),
  address1: required('address1', 'Enter the first line of your address.'),
  address2: () => undefined,
  postCode: required('postCode', 'Enter your postcode.'),
  country: chosen('country', COUNTRIES, 'Choose your country.'),
  occupation: () => undefined,
  nhs: (form) => (isBlank(form.nhs) || isValidNhsNumber(form.nhs) ? undefined : NHS_INVALID),
  gender: chosen('gender', GENDERS, 'Choose your gender.'),
  dateOfBirth: (form, today) => checkBirthDate(form.dateOfBirth, today),
  phoneNumber: (form) => checkPhone(form.phoneNumber),
  email: (form) => checkEmail(form.email),
  password: (form) => checkPassword(form.password),
  confirmPassword: checkConfirmation,
  ethnicity: chosen('ethnicity', ETHNICITIES, 'Choose your ethnicity.'),
}

/** The message per faulty field, keys in field order; empty when the form may be sent (§5 Sign-up, AUTH-02). `today` is London's. */
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
