import { SESSION_HOURS } from '#core/rules/session-life.ts'

/** A session ends after this many seconds without use (AUTH-11). */
export const SESSION_IDLE_SECONDS = 30 * 60

export const SESSION_ABSOLUTE_SECONDS = SESSION_HOURS * 60 * 60
