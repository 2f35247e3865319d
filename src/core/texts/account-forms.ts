/** Messages that only the forms of an account show: the list of events, which loads the others, does without them (decision 040). */

/** Below the field of the last name. */
export const ONE_NAME_HINT = 'If you have one name only, write a hyphen here.'

/** Messages of sending the sign-up form (AUTH-04). */
export const SIGN_UP_TEXTS = {
  errorTitle: 'Signup Error',
  profileExists: 'A profile already exists for these details.',
  unexpected: 'An unexpected error occurred. Please try again.',
  profileRefused: 'Error creating user profile',
  profileFailed: 'Error creating profile',
  fetchFailed: 'Failed to fetch user profile. Please log in again.',
  profileNotFound: 'There is no profile yet.',
} as const

/** Messages of the identity provider as our stand-in and our API give them (AUTH-01, AUTH-04). */
export const PROVIDER_TEXTS = {
  signInRefused: 'Invalid login credentials',
  signUpRefused: 'User already registered',
} as const

/** The identity provider is set up so that new accounts cannot be used (AUTH-04). */
export const ACCOUNTS_CLOSED =
  'Accounts cannot be created or opened at the moment. Please call our booking helpline.'

/** The profile was switched off by the charity (AUTH-16). `helpline` is empty while it is not known. */
export const accountInactive = (helpline: string): string =>
  `Your account is not active. Please call our booking helpline${helpline && ` on ${helpline}`}.`

/** At /login, after the right password of a member of staff (STF-01). */
export const STAFF_ACCOUNT = 'This is a staff account. Sign in at /staff/sign-in.'

/** The sign-in form without a password (AUTH-01). */
export const SIGN_IN_PASSWORD_MISSING = 'Enter your password.'

/** The browser keeps no cookie of the site (AUTH-18). */
export const COOKIES_BLOCKED = {
  title: 'Your browser blocks our cookies',
  text: 'Without cookies you cannot stay signed in. Please allow cookies for this website in the settings of your browser, then load this page again.',
  link: 'The cookies that we use',
} as const

/** Messages of the verification link (AUTH-12). */
export const VERIFICATION_TEXTS = {
  linkInvalid: 'This link has expired. Please ask for a new one.',
  alreadyConfirmed: 'Your email is confirmed. You do not need another link.',
} as const

/** After another session of the same account was ended (AUTH-11). */
export const SESSION_ENDED = 'That device is now signed out.'
