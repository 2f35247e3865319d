/** Below every field for an NHS number. */
export const NHS_NUMBER_HINT = '10 digits. It is on letters from the NHS and in the NHS App.'

/** Texts of /check-nhs-number (NHS-01). What is typed wrong: `PROFILE_FAULTS.nhsDigitsOnly`. */
export const NHS_PAGE_TEXTS = {
  heading: 'Check your NHS number',
  intro: 'The laboratory of this event needs your NHS number. Please type it twice.',
  /** For a profile that has a number. */
  introStored:
    'The laboratory of this event needs your NHS number, and rejects a sample with a wrong one. Please type it twice again, although we have it.',
  number: 'NHS number',
  confirmation: 'Confirm NHS number',
  typeOnly: 'Please type it: copying and pasting is switched off here.',
  email: 'Email',
  confirm: 'Confirm',
  mismatch: 'NHS numbers do not match!',
  invalid: 'Enter a valid 10-digit NHS number.',
} as const

/**
 * Two profiles have one number: both patients read that they should call, in the same words, which do not say why (NHS-02).
 * `#booking/texts/booking.ts` adds the telephone number where the page has none.
 */
export const NHS_NUMBER_CALL = {
  title: 'Please call us about your NHS number',
  text: 'We need to check your NHS number with you before an appointment that needs it.',
} as const

/** A number that an upcoming appointment needs (NHS-02). */
export const NHS_NUMBER_NEEDED =
  'You have an upcoming appointment that needs your NHS number. You can correct the number, but not remove it.'

/** The number that the profile has, masked. */
export const storedNumberText = (masked: string): string =>
  `Your profile has the number ${masked}. Typing the same number confirms it; another number takes its place.`
