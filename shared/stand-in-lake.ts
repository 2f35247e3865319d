/** The Sanity project id of the stand-in for the Content Lake (`local/lake`). */
export const LAKE_PROJECT_ID = 'halyard0'
/** Its only dataset. */
export const LAKE_DATASET = 'production'
