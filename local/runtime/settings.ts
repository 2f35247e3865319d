import { resolve } from 'node:path'
import type { Environment } from './child.ts'

/** What `npm start` was asked for. */
export type Settings = {
  root: string
  /** Everything this start writes lies below it. */
  dataDir: string
  port: number
  siteUrl: string
  dev: boolean
  /** Which services the environment names no real one for. */
  standIns: { database: boolean; auth: boolean; mail: boolean; lake: boolean }
  /** Sample events and patients: only into stand-ins. */
  samples: boolean
  given: Environment
}

/** Reads flags and environment. Pure; throws one clear line when they make no sense. */
export function readSettings(
  root: string,
  flags: readonly string[],
  environment: Environment,
): Settings {
  // An empty variable counts as not set, as everywhere in Halyard.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const unknown = flags.find((flag) => flag !== '--dev' && flag !== '--no-samples')
  if (unknown !== undefined) {
    throw new Error(`Unknown flag ${unknown}: there are --dev and --no-samples.`)
  }
  const port = Number(given['PORT'] ?? 4321)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a number from 1 to 65535, not ${given['PORT']}.`)
  }
  const standIns = {
    database: given['DATABASE_URL'] === undefined,
    auth: given['SUPABASE_URL'] === undefined,
    mail: given['SMTP_URL'] === undefined,
    lake: given['SANITY_PROJECT_ID'] === undefined,
  }
  if (given['NODE_ENV'] === 'production' && Object.values(standIns).includes(true)) {
    throw new Error(
      'Stand-ins do not run with NODE_ENV=production. In production run "node server.ts" with every service named, or unset NODE_ENV.',
    )
  }
  return {
    root,
    dataDir: resolve(root, given['DATA_DIR'] ?? '.data'),
    port,
    siteUrl: given['SITE_URL'] ?? `http://localhost:${port}`,
    dev: flags.includes('--dev'),
    standIns,
    samples: standIns.database && standIns.auth && !flags.includes('--no-samples'),
    given,
  }
}
