import pino, { type Logger } from 'pino'
import type { LogLevel } from '#core/server/config/env-variables.ts'

export type { Logger }

/**
 * JSON log lines without the host name. Callers log ids and reasons only: never a query string, a body, a name, an
 * address or an answer.
 */
export const createLogger = (level: LogLevel): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
