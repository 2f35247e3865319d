import type { ClientBase } from 'pg'

type Query = (...args: unknown[]) => unknown

/** The message of pg's error when `query_timeout` has passed: the database accepts connections, but does not respond. */
const LATE = 'Query read timeout'

export const isLate = (error: unknown): boolean => (error as Error)?.message === LATE

/**
 * Closes a connection whose statement got no response in time. pg only rejects the statement: the pool would hand the
 * connection out again, and the next statement would wait behind the first one.
 */
export function closeWhenLate(client: ClientBase & { end?(): Promise<void> }): void {
  const query = client.query.bind(client) as Query
  const limited: Query = (...args) => {
    const answer = query(...args)
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (isLate(error)) void client.end?.()
      })
    }
    return answer
  }
  Object.assign(client, { query: limited })
}
