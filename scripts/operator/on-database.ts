import { type Database, openDatabase, type PoolOptions } from '#server/database/database.ts'

type Access = Pick<PoolOptions, 'clockOffsetSeconds' | 'lockTimeoutMs'> & {
  readonly databaseUrl: string
}

/** Runs `work` on a database with a small pool, which is closed afterwards. */
export async function onDatabase<Value>(
  { databaseUrl, ...options }: Access,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabase({ url: databaseUrl, poolMax: 2, ...options })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
