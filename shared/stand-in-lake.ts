/** The Sanity project id of the stand-in for the Content Lake (`local/lake`). */
export const LAKE_PROJECT_ID = 'halyard0'
/** Its only dataset. */
export const LAKE_DATASET = 'production'
/** Path of its WebSocket that carries all listeners of a tab. */
export const LAKE_LISTEN_PATH = '/lake-listen'
/** Path of its sign-in page. */
export const LAKE_SIGN_IN_PATH = '/studio-login'
/** Path of the page on which an invited person sets a password. */
export const LAKE_INVITATION_PATH = '/studio-invitation'
/** How many days the link to that page can be used. */
export const INVITATION_DAYS = 7
/** Path of its accounts, for administrators and the access token. */
export const LAKE_STAFF_PATH = '/lake-staff'
