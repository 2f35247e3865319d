import { OPERATOR_LOCK_TIMEOUT_MS } from '#core/server/config/limits.ts'
import { type Database, openDatabase, type PoolOptions } from '#core/server/database/database.ts'
import { isLockTimeout } from '#core/server/database/lock-timeout.ts'
import type { DatabaseTls } from '#shared/node/database-address.ts'
import { Refusal } from './command-line.ts'

type Access = Pick<PoolOptions, 'clockOffsetSeconds' | 'lockTimeoutMs'> & {
  readonly databaseUrl: string
  readonly databaseTls: DatabaseTls | undefined
}

/** Runs `work` on a database with a small pool, which is closed afterwards. */
export async function onDatabase<Value>(
  { databaseUrl, databaseTls, ...options }: Access,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabase({ url: databaseUrl, tls: databaseTls, poolMax: 2, ...options })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Like `onDatabase`, for work that is one transaction and waits for other commands for a limited time only. @throws Refusal after that time. */
export async function onBusyDatabase<Value>(
  access: Omit<Access, 'lockTimeoutMs'>,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  try {
    return await onDatabase({ ...access, lockTimeoutMs: OPERATOR_LOCK_TIMEOUT_MS }, work)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Refusal('An import or a release is running: nothing was changed. Run it again.')
  }
}
