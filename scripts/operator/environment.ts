import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '#core/server/config/env-variables.ts'
import { DEFAULTS, namesPayments } from '#shared/environment.ts'
import { directLoopback } from '#shared/node/direct-loopback.ts'

/** The folder of `npm start`. */
export const dataFolder = (): string => process.env['DATA_DIR'] ?? DEFAULTS.DATA_DIR

function readLocal(name: string): Record<string, unknown> {
  const file = join(dataFolder(), name)
  if (!existsSync(file)) return {}
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
}

/** The addresses and keys of a running `npm start`, by the names of the environment. */
function localServices(): Record<string, unknown> {
  const { database, auth, site, paypal, lake } = readLocal('addresses.json')
  const keys = readLocal('keys.json')
  return {
    DATABASE_URL: database,
    SITE_URL: site,
    SUPABASE_URL: auth,
    SUPABASE_PUBLISHABLE_KEY: keys['authPublishableKey'],
    SUPABASE_SECRET_KEY: keys['authSecretKey'],
    DATA_KEYS: keys['dataKeys'],
    LOOKUP_KEY: keys['lookupKey'],
    LAKE_ORIGIN: lake,
    ...(paypal !== undefined && !namesPayments(process.env) && readLocal('payments.json')),
  }
}

/** Loaded once, however often a command calls it. */
let isLocalNamed = false

/**
 * The environment of an operator's command: `.env` and the process, and, outside production, for what they do not name the
 * services of a running `npm start`.
 */
export function operatorEnvironment(): Source {
  if (existsSync('.env')) process.loadEnvFile('.env')
  if (process.env['NODE_ENV'] === 'production') return process.env
  Object.assign(process.env, directLoopback(process.env))
  const missing = Object.entries(localServices()).filter(
    (entry): entry is [string, string] => !process.env[entry[0]] && typeof entry[1] === 'string',
  )
  if (!isLocalNamed && missing.some(([name]) => name === 'DATABASE_URL')) {
    isLocalNamed = true
    process.stderr.write('DATABASE_URL is not set: using the local database of npm start.\n')
  }
  return { ...process.env, ...Object.fromEntries(missing) }
}

/** Whether database and identity provider are the stand-ins of a running `npm start`. */
export function usesStandIns(source: Source): boolean {
  if (source['NODE_ENV'] === 'production') return false
  const { database, auth } = readLocal('addresses.json')
  return (
    database !== undefined &&
    auth !== undefined &&
    source['DATABASE_URL'] === database &&
    source['SUPABASE_URL'] === auth
  )
}
