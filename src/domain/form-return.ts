/** Query of the page that a form without script returns to: it was accepted … */
export const FORM_DONE = 'accepted'

/** … or refused, with the reason as the value. */
export const FORM_REFUSED = 'refused'
