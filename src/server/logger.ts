import pino, { type Logger } from 'pino'
import type { LogLevel } from '#server/config/env.ts'

export type { Logger }

/**
 * The process's log: JSON lines without the host's name. Callers pass ids and reasons only: never a query string,
 * a body, a name, an address or an answer.
 */
export const createLogger = (level: LogLevel): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
