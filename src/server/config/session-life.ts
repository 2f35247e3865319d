/** A session ends after this many seconds without use (AUTH-11). */
export const SESSION_IDLE_SECONDS = 30 * 60

/** A session ends after this many seconds in any case (AUTH-11). */
export const SESSION_ABSOLUTE_SECONDS = 12 * 60 * 60
