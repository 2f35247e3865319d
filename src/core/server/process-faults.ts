import process from 'node:process'
import { causeOf, framesOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

/** Cause and stack frames of an error, never its message: it can hold personal data. */
export const faultOf = (error: unknown): { error: string; frames: string[] } => ({
  error: causeOf(error),
  frames: framesOf(error).slice(0, 6),
})

/**
 * Faults that no code handles (decision 017). A rejected promise is logged, and the process goes on: whatever waited for
 * it has failed alone. After an exception the state of the process is unknown: it is logged, and `end` stops the process.
 */
export function listenForFaults(logger: Logger, end: () => void): void {
  process.on('unhandledRejection', (error) =>
    logger.error(faultOf(error), 'a promise was rejected without a handler'),
  )
  process.on('uncaughtException', (error) => {
    logger.fatal(faultOf(error), 'an exception was not caught; the process ends')
    end()
  })
}
