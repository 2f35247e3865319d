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
