import { isLate } from '#core/server/database/late-answers.ts'
import type { Logger } from '#core/server/logger.ts'
import { faultOf } from '#core/server/process-faults.ts'
import { TooManyAsked } from '#core/server/shared-answers.ts'

const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Lost or refused connection to Postgres, no response in time, serialization conflict, closed pool. */
const isUnavailable = (error: unknown) => {
  const { code, message, name, severity } = error as Readonly<Record<string, string | undefined>>
  return (
    isLate(error) ||
    // By its name, because the pages have a copy of this file.
    name === 'DatabaseRefused' ||
    // It ends the connection, such as a pooler's that has no more of them.
    severity === 'FATAL' ||
    /^(08|28|40|53|57)/.test(code ?? '') ||
    NOT_REACHED.has(code ?? '') ||
    /Connection terminated|Cannot use a pool|connection error and is not queryable/.test(
      message ?? '',
    )
  )
}

/**
 * No connection was free, a lock was not free in time, or too many different lists are requested. A row's lock can be waited for twice, first
 * to be the next one and then for the row, so that the statement's limit ends the wait (57014).
 */
const isBusy = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return (
    code === '55P03' ||
    code === '57014' ||
    error instanceof TooManyAsked ||
    /timeout exceeded when trying to connect/.test(message ?? '')
  )
}

/** The reason that a thrown error becomes; after 'busy' and 'unavailable' a retry can help. */
export function reasonOf(error: unknown): 'busy' | 'unavailable' | 'failure' {
  if (isBusy(error)) return 'busy'
  return isUnavailable(error) ? 'unavailable' : 'failure'
}

/** Logs a failed request without the error's message: a database error's detail can hold personal data. */
export function logFailure(logger: Logger, error: unknown, endpoint: string, requestId: string) {
  logger.error({ request_id: requestId, endpoint, ...faultOf(error) }, 'request failed')
}
