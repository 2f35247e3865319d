import process from 'node:process'
import type { Logger } from '#server/logger.ts'

/** Name, code and stack frames of an error, never its message: it can hold personal data. */
export function faultOf(error: unknown): {
  error: string
  code: string | undefined
  frames: string[]
} {
  const { name, code, stack } = (error ?? {}) as { name?: string; code?: string; stack?: string }
  const frames = (stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return { error: name ?? 'unknown', code, frames: frames.slice(0, 6) }
}

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
