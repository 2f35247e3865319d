/** Query of the page that a form without script returns to: it was accepted … */
export const FORM_DONE = 'accepted'

/** … or refused, with the reason as the value. */
export const FORM_REFUSED = 'refused'

/** The page that shows the result of a form without a page to return to (SITE-10). */
export const formResultPath = (form: string, result: string): string =>
  `/form-result?${new URLSearchParams({ form, result })}`
