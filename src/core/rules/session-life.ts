/** A session ends after this time in any case (AUTH-11). */
export const SESSION_HOURS = 12
export const SESSION_ABSOLUTE_SECONDS = SESSION_HOURS * 60 * 60

/** A session ends after this many seconds without use (AUTH-11). */
export const SESSION_IDLE_SECONDS = 30 * 60
