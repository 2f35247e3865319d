import { Kysely, PostgresDialect, sql } from 'kysely'
import { type ClientConfig, DatabaseError, Pool, types } from 'pg'
import { DEFAULT_POOL_MAX, LOCK_TIMEOUT_MS } from '#core/server/config/limits.ts'
import { DatabaseClient, type SessionSettings } from '#core/server/database/connection.ts'
import type { Tables } from '#core/server/database/tables.ts'
import { connectionOf, type DatabaseAddress } from '#shared/node/database-address.ts'

const DATE_OID = 1082
const BIGINT_OID = 20
const BIGINTS_OID = 1016

/** Days stay 'YYYY-MM-DD', so that no time zone can move them; ids and counts become safe integers. */
const typeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && oid === DATE_OID) return (value: string) => value
  if (format !== 'binary' && oid === BIGINT_OID) return Number
  const parse = types.getTypeParser(oid, format as 'text')
  if (format !== 'binary' && oid === BIGINTS_OID) {
    return (value: string) => (parse(value) as string[]).map(Number)
  }
  return parse
}

/**
 * Runs statements, on any connection of the pool or inside one transaction: Kysely for ordinary statements, plain SQL
 * (Kysely's `sql`) for the booking functions.
 */
export type Queries = { readonly kysely: Kysely<Tables> }

/**
 * A statement that each connection parses and plans once, under its name. It names its columns: the plan of `select *` fails
 * when a migration adds one.
 */
export type Prepared = { readonly name: string; readonly text: string }

export type Database = Queries & {
  /** Runs a prepared statement on any connection, outside transactions. */
  prepared<Row extends object>(statement: Prepared, values: readonly unknown[]): Promise<Row[]>
  /** Runs `work` in one transaction on one connection; rolls back and throws the same error when `work` throws. */
  transaction<Value>(work: (transaction: Queries) => Promise<Value>): Promise<Value>
  /** @throws when the database does not respond. */
  isReachable(): Promise<boolean>
  /** The pool's open connections, how many of them are idle, and how many requests wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

export type PoolOptions = DatabaseAddress & {
  readonly poolMax?: number
  /** How long a statement waits for a lock. */
  readonly lockTimeoutMs?: number
  /** Moves the database's clock for this pool only (tests). */
  readonly clockOffsetSeconds?: number
  /**
   * How long a request may wait for a connection, and then for each statement; operators' commands have longer limits.
   * The server ends a late statement itself; without a response the connection is closed half a second later.
   */
  readonly timeoutMs?: number
  /** Called for a connection that breaks; the statement that runs on it fails with its own error. */
  readonly onError?: (error: Error) => void
}

/** By which Postgres names the connections of the site and of operators' commands (`application_name`). */
export const CONNECTION_NAME = 'halyard'

/** How long an unused connection stays open. The first hold on a new one takes 47 ms, because it connects, compiles and plans; a further one 2.5. */
const IDLE_CONNECTION_MS = 10 * 60_000
/** TCP probes unused connections after this time: networks between server and database drop silent ones, some after 350 s. */
const KEEP_ALIVE_MS = 60_000

/** The settings of each connection of a pool. */
export const sessionSettings = (options: Omit<PoolOptions, 'url'>): SessionSettings => ({
  application_name: CONNECTION_NAME,
  statement_timeout: options.timeoutMs ?? 15_000,
  lock_timeout: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 15_000,
  ...(options.clockOffsetSeconds && { 'app.clock_offset': options.clockOffsetSeconds }),
})

/**
 * A pool of connections with the server's timeouts and type parsers.
 * @throws when the address has a fault.
 */
export function createPool(options: PoolOptions): Pool {
  const { onError } = options
  const settings = sessionSettings(options)
  const pool = new Pool({
    ...connectionOf(options),
    Client: class extends DatabaseClient {
      constructor(config?: ClientConfig) {
        super({ ...config, settings, onError })
      }
    },
    max: options.poolMax ?? DEFAULT_POOL_MAX,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: options.timeoutMs ?? 5_000,
    ...(options.timeoutMs && { query_timeout: options.timeoutMs + 500 }),
    types: { getTypeParser: typeParser as typeof types.getTypeParser },
  })
  pool.on('error', () => undefined)
  return pool
}

/** The database behind a pool; `close` ends the pool. */
export function databaseOf(pool: Pool): Database {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema('app')
  return {
    kysely,
    async transaction(work) {
      let failure: { error: unknown } | undefined
      try {
        return await kysely.transaction().execute((transaction) =>
          work({ kysely: transaction }).catch((error: unknown) => {
            failure = { error }
            throw error
          }),
        )
      } catch (error) {
        // On a broken connection the rollback fails as well; its error would hide the cause.
        throw failure ? failure.error : error
      }
    },
    async prepared<Row extends object>(statement: Prepared, values: readonly unknown[]) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        const { rows } = await client.query<Row>({ ...statement, values: [...values] })
        return rows
      } catch (error) {
        // After an error of the statement, such as a lock that is not free, the connection keeps its prepared statements.
        if (!(error instanceof DatabaseError)) broken = error as Error
        throw error
      } finally {
        client.release(broken)
      }
    },
    async isReachable() {
      await sql`select 1`.execute(kysely)
      return true
    },
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** Opens a pool and the database behind it. */
export const openDatabase = (options: PoolOptions): Database => databaseOf(createPool(options))
