/** Messages of failures that no form causes. Apart from `common.ts`, so that pages with a form do not load them. */

/** A fault on our side, in a page or a response (SITE-12). */
export const UNEXPECTED_ERROR = 'Unexpected Application Error!'

/** Below `UNEXPECTED_ERROR`, when the script of a page did not load or failed (SITE-12). */
export const PAGE_FAILED = 'This page could not be shown. Nothing you did caused it.'

/** While the script of a page takes long (SITE-12). */
export const PAGE_SLOW = 'This page is still loading. Your connection may be slow.'

/** No response from the API arrived. */
export const NO_ANSWER = 'There was no response. Please try again.'

/** In the error log only (FORM-02): the list of events could not be read, and the session was not ended on the server. */
export const EVENTS_NOT_READ = 'Error fetching events'
export const SIGN_OUT_FAILED = 'Error logging out'

/** A response of a form service or of the API that has no known shape (ABOUT-05). */
export const UNEXPECTED_ANSWER = 'Unexpected response format'

/** While a call waits, because more visitors came at the same time than the service can serve (API-06). */
export const TRYING_AGAIN = 'We are very busy. Trying again …'
