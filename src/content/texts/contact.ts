import { EMAIL_FORMAT, FIELD_REQUIRED } from '#core/texts/common.ts'

/** Messages of the contact form, with script and without. The server responds with the same. */

/** Our message for each code of a form service about one field (ABOUT-05). */
export const FIELD_ERROR_TEXTS = {
  REQUIRED_FIELD_EMPTY: FIELD_REQUIRED,
  REQUIRED_FIELD_MISSING: FIELD_REQUIRED,
  STRIPE_CLIENT_ERROR: 'Error creating payment method',
  STRIPE_SCA_ERROR: 'Stripe SCA error',
  TYPE_EMAIL: EMAIL_FORMAT,
  TYPE_NUMERIC: 'Enter a number.',
  TYPE_TEXT: 'Enter some text.',
} as const

/** Our message for each code of a form service about the whole form (ABOUT-05). */
export const FORM_ERROR_TEXTS = {
  BLOCKED: 'Your message was taken for spam and was not sent. Please call us.',
  EMPTY: 'The form is empty. Please fill it in.',
  FILES_TOO_BIG: 'The files are too big.',
  FORM_NOT_FOUND: 'This form does not exist any more. Please call us.',
  INACTIVE: 'This form is closed at the moment. Please call us.',
  NO_FILE_UPLOADS: 'This form takes no files.',
  PROJECT_NOT_FOUND: 'This form does not exist any more. Please call us.',
  TOO_MANY_FILES: 'These are too many files.',
} as const

export const ENQUIRY_SENT = 'Thank you for reaching out! We will get back to you soon.'
export const ENQUIRY_REFUSED = 'Your message could not be sent.'

/** (ours) The form service waits until the visitor's card is authenticated (ABOUT-05). */
export const CARD_PENDING =
  'Your card has to be confirmed first. Please confirm it with your bank, then press the button again.'
