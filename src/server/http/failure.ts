import type { Logger } from '#server/logger.ts'

/** Connection trouble with Postgres, a wait that took too long, a lost race for locks, or a closed pool: the caller may try again. */
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

/** A failure is logged by its kind and place, never by its values: a database error's detail can hold a person's data. */
export function logFailure(logger: Logger, error: unknown, endpoint: string, requestId: string) {
  const { name, code, stack } = error as { name?: string; code?: string; stack?: string }
  const frames = (stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  logger.error(
    { request_id: requestId, endpoint, error: name ?? 'unknown', code, frames: frames.slice(0, 6) },
    'request failed',
  )
}
