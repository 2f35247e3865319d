/** Below every field for an NHS number. */
export const NHS_NUMBER_HINT = '10 digits. It is on letters from the NHS and in the NHS App.'

/** Texts of /check-nhs-number (NHS-01). What is typed wrong: `PROFILE_FAULTS.nhsDigitsOnly`. */
export const NHS_PAGE_TEXTS = {
  heading: 'Check your NHS number',
  intro: 'The laboratory of this event needs your NHS number. Please type it twice.',
  number: 'NHS number',
  confirmation: 'Confirm NHS number',
  typeOnly: 'Please type it: copying and pasting is switched off here.',
  email: 'Email',
  confirm: 'Confirm',
  mismatch: 'NHS numbers do not match!',
  invalid: 'Enter a valid 10-digit NHS number.',
} as const

/** The number that the profile has, masked. */
export const storedNumberText = (masked: string): string =>
  `Your profile has the number ${masked}. Another number takes its place.`
