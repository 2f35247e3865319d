import { MAX_SCREENING_AGE, MIN_SCREENING_AGE } from '#core/rules/age.ts'
import { MAX_PASSWORD_BYTES } from '#core/rules/character-limits.ts'
import { EMAIL_FORMAT } from '#core/texts/common.ts'

/**
 * Messages of sign-up, sign-in, e-mail verification and the age limits, shown by pages and returned by the API.
 * Headings, labels and button texts stay with their components.
 */

const SCREENING_AGES = `${MIN_SCREENING_AGE} and ${MAX_SCREENING_AGE}`

/** Shown at the top of sign-up, and at a date of birth that is outside the age limits (AUTH-02). */
export const AGE_TO_REGISTER = `You must be between ${SCREENING_AGES} years old to register.`

/** Title of the dialog that refuses a registration by age (AUTH-02). */
export const AGE_ERROR_TITLE = 'Age Restriction Error'

/** Title of the notice shown once per visit at the date of birth (AUTH-03). */
export const AGE_NOTICE_TITLE = 'Age Restriction Notice'

/** Who may register and book. */
export const ageRule = (product: string): string =>
  `${product} events are for people aged between ${SCREENING_AGES} only. If you are not within the age group, please do not register/book.`

/** The age notice of sign-up (AUTH-03) and the server's refusal of a booking by age (BOOK-11); `email` is the charity's address for queries. */
export function ageRestrictionNotice(product: string, email: string): string {
  return `${ageRule(product)} Please email ${email} with your queries.`
}

/** Messages of the sign-up form and of profile changes, by what is wrong (AUTH-02, PORT-03). */
export const PROFILE_FAULTS = {
  firstName: 'Enter your first name, including any middle name.',
  lastName: 'Enter your last name.',
  noName: 'Enter your name using letters.',
  addressLine: 'Enter the first line of your address.',
  address: 'Enter your address.',
  postCode: 'Enter your postcode.',
  country: 'Choose your country.',
  gender: 'Choose your gender.',
  ethnicity: 'Choose your ethnicity.',
  birthDateMissing: 'Enter your date of birth.',
  birthDateUnreal: 'Enter a real date of birth.',
  birthDateInFuture: 'Date of birth cannot be later than today.',
  phoneMissing: 'Enter your phone number.',
  emailMissing: 'Enter your email address.',
  email: EMAIL_FORMAT,
  passwordMissing: 'Enter a password.',
  passwordTooShort: 'Please use a longer password.',
  passwordTooLong: `Please use a shorter password: up to ${MAX_PASSWORD_BYTES} plain letters and digits. Other characters count as two to four.`,
  confirmationMissing: 'Enter the password again.',
  /** Without a full stop here (AUTH-02), unlike on password reset (AUTH-06). */
  passwordsDiffer: 'Passwords do not match',
  /** The number is optional on sign-up. */
  nhsNumber: 'Enter a valid 10-digit NHS number, or leave it empty.',
  nhsDigitsOnly: 'Please enter only digits (max 10).',
} as const

/** What is wrong with a phone number (AUTH-02, PORT-03). Only the message for a number without a known country names its country code. */
export const PHONE_FAULTS = {
  notOne:
    'Enter one phone number in digits, such as 07700 900123. An extension may follow it, such as ext 12.',
  tooShort: 'This phone number has too few digits.',
  tooLong: 'This phone number has too many digits.',
  noCountry: 'Begin the phone number with 0, or with its country code, such as +447700900123.',
} as const

/** A value that is longer than its field. Example: `Use 20 characters or fewer for your postcode.` */
export function tooLongText(most: number, fieldName: string): string {
  return `Use ${most} characters or fewer for ${fieldName}.`
}

/** A sign-out that the server did not confirm is tried again before anything else (AUTH-07). */
export const SIGN_OUT_UNFINISHED =
  'You signed out, but our server did not answer. Please try again, so that we can finish it.'

/** The server refused to end the session: only a new sign-in helps, because it replaces the session (AUTH-07). */
export const SIGN_OUT_REFUSED =
  'You signed out, but our server refused to end your session. Please sign in, so that you can sign out again.'

/** On /login after a session expired (AUTH-07). */
export const SESSION_OVER = {
  /** By what the tab keeps. */
  titles: {
    nothing: 'You were signed out',
    answers: 'You were signed out; your answers are kept',
    typed: 'You were signed out; what you typed is kept',
  },
  /** True for every end: not used for a while, 12 hours, ended from another device, a profile that was switched off. */
  text: 'Your session has ended. To go on, please sign in again.',
} as const

/** On /login and /signup, when the user came from an event (AUTH-07). Example: `Sign in to book Harbour Hall on Saturday, 12 December 2026.` */
export function toBookText(verb: string, event: string, day: string): string {
  return `${verb} to book ${event} on ${day}.`
}

/** The same, from 'Join the waiting list' (WAIT-01). Example: `Sign in to join the waiting list of Harbour Hall on Saturday, 12 December 2026.` */
export function toWaitText(verb: string, event: string, day: string): string {
  return `${verb} to join the waiting list of ${event} on ${day}.`
}

/** How to go on with an address that has an account already (AUTH-04). */
export const TAKEN_ADDRESS_HELP = {
  signIn: 'Sign in with this email address',
  password: 'If you have forgotten your password,',
  reset: 'choose a new one',
  call: 'or call us on',
} as const
