import { formatLongDate, type IsoDate } from '#core/rules/time.ts'

/** Messages of /test-consent (CONS-04). */
export const TEST_CONSENT_TEXTS = {
  heading: 'Consent to PSA testing',
  submit: 'Submit',
  errorTitle: 'Error',
  /** A parameter is missing or wrong, or the link is another patient's. */
  invalidLink: 'Invalid or missing parameters. Please check your link or contact support.',
  missing:
    'Missing profile or date information. Cannot submit consent form. Please re-login and try again.',
  failed: 'Failed to save consent. Please try again.',
  exception: 'An unexpected error occurred. Please try again.',
  done: 'Consent form submitted successfully!',
  /** The link could not be checked (ours). */
  unchecked: 'We cannot show the form at the moment',
} as const

/** Above the form (ours). `agreedOn` is the London day of an earlier consent for the same test. */
export function testDayText(testDate: IsoDate, agreedOn: IsoDate | undefined): string {
  const day = `This consent is for your test on ${formatLongDate(testDate)}.`
  return agreedOn === undefined
    ? day
    : `${day} You already gave one on ${formatLongDate(agreedOn)}; a new one takes its place.`
}
