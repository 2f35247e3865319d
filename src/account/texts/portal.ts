/** Words of /portal: the patient's own details (PORT-02, PORT-03). */

/** While the stored user is not loaded (PORT-01). */
export const LOADING_USER = 'Loading user data...'

export const PROFILE_CARD_TITLE = 'Personal Information'

/** Labels of the details, on the card, in the form and in the file of own data. */
export const DETAIL_LABELS = {
  name: 'Name',
  gender: 'Gender',
  dateOfBirth: 'Date of birth',
  ethnicity: 'Ethnicity',
  occupation: 'Occupation',
  phone: 'Phone number',
  email: 'Email',
  homeAddress: 'Home address',
  billingAddress: 'Billing address',
  nhsNumber: 'NHS number',
} as const

/** There is a number, but the server cannot read it. */
export const NHS_NUMBER_UNAVAILABLE =
  'We have your number, but cannot show it at the moment. It is not lost.'

export const PROFILE_FORM_TITLE = 'Edit Personal Information'

/** After a save. */
export const PROFILE_SAVED = 'Your details are saved.'

/** A save that failed for an unknown reason; what was typed is still there. */
export const PROFILE_SAVE_FAILED = {
  title: 'Your details were not saved',
  text: 'Something went wrong on our side. What you typed is still here: please try again.',
  kept: 'What you typed is still here.',
} as const

/** What is logged of a failed save (PORT-02): the server refused it, or did not respond. */
export const PROFILE_LOG = {
  refused: 'Failed to update profile',
  unanswered: 'Error occurred while updating profile',
  description: 'Profile Update Failed',
} as const

/** Another tab or device saved while the form was open. */
export const PROFILE_CHANGED = 'Your details have changed in the meantime. Please check them.'
export const PROFILE_CONFLICT = {
  title: 'Your details have changed in the meantime',
  text: 'They were saved in another tab or on another device after you opened this form. Nothing of yours was saved yet.',
  none: 'The other changes are now in the form too. Please check it, then save.',
  choose: 'Choose which one to keep.',
  undecided: (detail: string) => `Choose which one to keep: ${detail}.`,
  saved: 'Saved in the meantime',
  mine: 'What you typed',
  empty: '(empty)',
} as const

export const BILLING_IS_HOME = 'My billing address is the same as my home address'

/** The NHS number is never kept in the browser: after a reload the field has the stored one. */
export const NHS_NUMBER_NOT_KEPT =
  'For your safety a typed number is not kept in this browser. Please enter it again.'
