import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { databaseEnv } from '#core/server/config/command-env.ts'
import type { DatabaseTls } from '#shared/node/database-address.ts'
import { Refusal } from './command-line.ts'
import { dataFolder, operatorEnvironment } from './environment.ts'

/** The database of a command, and the folder of the content lake when this copy has one. */
export type Place = {
  readonly databaseUrl: string
  readonly databaseTls: DatabaseTls | undefined
  readonly lakeFolder: string | undefined
}

const isLocal = (source: { [name: string]: string | undefined }) =>
  source['NODE_ENV'] !== 'production' && !source['SANITY_PROJECT_ID']

/** Runs `work` on the stopped data folder of `npm start`, with its Postgres started for it. */
async function onStoppedFolder<Value>(work: (place: Place) => Promise<Value>): Promise<Value> {
  const folder = resolve(dataFolder())
  const { lockFolder } = await import('#shared/node/folder-lock.ts')
  const { startPostgres } = await import('#local/postgres/start-postgres.ts')
  const { prepareAuth } = await import('#local/auth/prepare-auth.ts')
  const lock = lockFolder(folder)
  try {
    const { url, stop } = await startPostgres(join(folder, 'postgres'))
    try {
      await prepareAuth(url)
      return await work({
        databaseUrl: url,
        databaseTls: undefined,
        lakeFolder: join(folder, 'lake'),
      })
    } finally {
      await stop()
    }
  } finally {
    lock.release()
  }
}

/**
 * Runs `work` on the database of DATABASE_URL. Without it, outside production, it uses a running `npm start`; when nothing runs, or with
 * `stopped`, it uses the data folder, which is then locked. Only `stopped` creates a database in a folder that has none.
 * @throws Refusal when there is no database.
 */
export async function onThisCopy<Value>(
  work: (place: Place) => Promise<Value>,
  { stopped }: { stopped: boolean },
): Promise<Value> {
  const given = process.env['DATABASE_URL']
  const source = operatorEnvironment()
  const isNamed = given !== undefined && given !== ''
  if (isNamed || process.env['DATABASE_URL'] || (source['DATABASE_URL'] && !stopped)) {
    const { databaseUrl, databaseTls } = databaseEnv(source)
    const lakeFolder = isLocal(source) ? join(resolve(dataFolder()), 'lake') : undefined
    return await work({ databaseUrl, databaseTls, lakeFolder })
  }
  if (process.env['NODE_ENV'] === 'production') databaseEnv(source)
  if (!stopped && !existsSync(join(resolve(dataFolder()), 'postgres'))) {
    throw new Refusal(
      `There is no database: DATABASE_URL is not set, and ${resolve(dataFolder())} has none. Set DATABASE_URL, or run npm start.`,
    )
  }
  return await onStoppedFolder(work)
}
