/** A form: no response, or one without a usable message. A separate module, because every page has a newsletter form. */
export const FORM_FAILED = 'An error occurred. Please try again.'
