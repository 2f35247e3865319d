/** The Sanity project id of the stand-in for the Content Lake (`local/lake`). */
export const LAKE_PROJECT_ID = 'halyard0'
/** Its only dataset. */
export const LAKE_DATASET = 'production'
/** Path of its WebSocket that carries all listeners of a tab. */
export const LAKE_LISTEN_PATH = '/lake-listen'
/** Path of its sign-in page. */
export const LAKE_SIGN_IN_PATH = '/studio-login'
