/** A session ends after this time in any case (AUTH-11). The idle limit is the server's: src/core/server/config/session-life.ts. */
export const SESSION_HOURS = 12
