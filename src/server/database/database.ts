import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type QueryResult, type QueryResultRow, types } from 'pg'
import type { Tables } from '#server/database/tables.ts'

const DATE_OID = 1082
const BIGINT_OID = 20

/** Days stay 'YYYY-MM-DD' (no time zone can move them); ids and counts are safe integers. */
const typeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && oid === DATE_OID) return (value: string) => value
  if (format !== 'binary' && oid === BIGINT_OID) return Number
  return types.getTypeParser(oid, format as 'text')
}

/** One pool, two ways in: Kysely for ordinary statements, plain SQL for the booking functions. */
export type Database = {
  readonly kysely: Kysely<Tables>
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<QueryResult<Row>>
  /** Runs `work` in one transaction on one connection; rolls back when it throws. */
  transaction<Value>(work: (client: PoolClient) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/**
 * Opens the pool. `clockOffsetSeconds` moves the database's clock for this pool only (tests).
 * `onError` hears of connections that break; whoever works with one gets an error of his own.
 */
export function openDatabase(options: {
  url: string
  poolMax?: number
  clockOffsetSeconds?: number
  onError?: (error: Error) => void
}): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolMax ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'halyard',
    types: { getTypeParser: typeParser as typeof types.getTypeParser },
    ...(options.clockOffsetSeconds
      ? { options: `-c app.clock_offset=${options.clockOffsetSeconds}` }
      : {}),
  })
  // The pool listens to idle connections only: one that breaks while somebody works with it would end the process.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)))
  pool.on('error', () => undefined)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema('app')
  return {
    kysely,
    query: (sql, values) => pool.query(sql, values),
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        const value = await work(client)
        await client.query('commit')
        return value
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}
