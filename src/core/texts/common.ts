/** Messages that several forms share. */

/** A required field that is empty. */
export const FIELD_REQUIRED = 'This field is required.'

/** An e-mail address that cannot be one. */
export const EMAIL_FORMAT = 'Enter an email address in the correct format, like name@example.com.'

const MINUTES_OF_TWO_HOURS = 120

/** A limit is reached; `seconds` until the next attempt is accepted. Examples: '… Please try again in 12 minutes.', '… in 24 hours.' */
export function tooManyAttempts(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes > MINUTES_OF_TWO_HOURS) {
    return `Too many attempts. Please try again in ${Math.ceil(minutes / 60)} hours.`
  }
  return `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/** What a form that takes personal details says below its button. */
export const PRIVACY_LINK = {
  before: 'How we use what you give us:',
  label: 'privacy policy',
  href: '/privacy-policy',
} as const
