/** Messages of the contact form and the newsletter, with script and without. The server answers with the same. */

/** A required field that is empty. */
export const FIELD_REQUIRED = 'This field is required.'

/** An e-mail address that cannot be one. */
export const EMAIL_FORMAT = 'Enter an e-mail address in the correct format, like name@example.com.'

/** No answer arrived, or one that says nothing. */
export const FORM_FAILED = 'An error occurred. Please try again.'

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

/** An answer that no form service gives (ABOUT-05). */
export const UNEXPECTED_ANSWER = 'Unexpected response format'

export const ENQUIRY_SENT = 'Thank you for reaching out! We will get back to you soon.'
export const ENQUIRY_REFUSED = 'Your message could not be sent.'

/** (ours) The form service waits until the visitor's card is authenticated (ABOUT-05). */
export const CARD_PENDING =
  'Your card has to be confirmed first. Please confirm it with your bank, then press the button again.'

/** Messages of the newsletter block (FORM-01). */
export const NEWSLETTER_TEXTS = {
  incomplete: 'Please provide both name and email.',
  network: FORM_FAILED,
  success: 'Successfully subscribed to the newsletter!',
} as const

/** The server's error as the newsletter block shows it (FORM-01). Example: `Error: Too many attempts.` */
export function newsletterError(message: string): string {
  return `Error: ${message}`
}

/** Messages of the link in a newsletter's mail. */
export const NEWSLETTER_LINK_TEXTS = {
  linkIncomplete: 'This link is not complete.',
  linkInvalid: 'This link has expired or is not complete. Please subscribe again.',
} as const

/** A form of the page /form-result, which answers a form that was sent without script (SITE-10). */
type FormResultTexts = {
  readonly good: { readonly title: string; readonly text: string }
  readonly badTitle: string
  /** By the reason of the refusal; other reasons have `FORM_RESULT_REASONS` or `FORM_FAILED`. */
  readonly bad: Readonly<Record<string, string>>
  /** What to do after a failure. */
  readonly advice: string
  readonly back: { readonly href: string; readonly label: string }
}

const TRY_AGAIN = 'Please go back one page: what you wrote should still be there. Then try again.'
const NEWS = { href: '/news', label: 'Go to the news' }
const LINK_REFUSED = {
  'link-invalid': NEWSLETTER_LINK_TEXTS.linkInvalid,
  invalid: 'This link is not complete. Please copy the whole of it from our message.',
}

/** Refusals that every form may get. */
export const FORM_RESULT_REASONS: Readonly<Record<string, string>> = {
  invalid: 'Please check every field.',
  'too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  unavailable: 'This service is not available at the moment. Please try again shortly.',
  'too-large': 'The message is too long.',
}

/** The result texts by form: the `formResult` of an endpoint. */
export const FORM_RESULT_TEXTS: Readonly<Record<string, FormResultTexts>> = {
  newsletter: {
    good: {
      title: NEWSLETTER_TEXTS.success,
      text: 'One step is left: we have sent you a message. Please open the link in it to confirm that the address is yours.',
    },
    badTitle: 'You are not subscribed yet',
    bad: {
      'subscription-incomplete': NEWSLETTER_TEXTS.incomplete,
      'email-invalid': newsletterError(EMAIL_FORMAT),
    },
    advice: TRY_AGAIN,
    back: NEWS,
  },
  'newsletter-confirmation': {
    good: {
      title: 'Thank you. You will hear from us.',
      text: 'Your subscription is confirmed. Every newsletter tells you how to stop it.',
    },
    badTitle: 'We could not confirm your subscription',
    bad: LINK_REFUSED,
    advice: '',
    back: NEWS,
  },
  'newsletter-end': {
    good: { title: 'You are unsubscribed', text: 'We will not send you the newsletter any more.' },
    badTitle: 'We could not end your subscription',
    bad: LINK_REFUSED,
    advice: '',
    back: NEWS,
  },
  contact: {
    good: { title: ENQUIRY_SENT, text: 'Your message is with us. If it is urgent, please call.' },
    badTitle: 'Your message was not sent',
    bad: {
      invalid: 'Every field is needed, and the e-mail address must be complete.',
      'enquiry-refused': 'Our form service did not take the message.',
    },
    advice: TRY_AGAIN,
    back: { href: '/about-us', label: 'Go to About us' },
  },
}
