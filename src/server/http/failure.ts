import type { Logger } from '#server/logger.ts'

/** Whether a retry can help: lost connection to Postgres, timeout, serialization or lock conflict, closed pool. */
export const isUnavailable = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return (
    /^(08|40|53|55P03|57)/.test(code ?? '') ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool|connection error and is not queryable/.test(
      message ?? '',
    )
  )
}

/** Logs the error's name, code and stack frames, never its message: a database error's detail can hold personal data. */
export function logFailure(logger: Logger, error: unknown, endpoint: string, requestId: string) {
  const { name, code, stack } = error as { name?: string; code?: string; stack?: string }
  const frames = (stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  logger.error(
    { request_id: requestId, endpoint, error: name ?? 'unknown', code, frames: frames.slice(0, 6) },
    'request failed',
  )
}
