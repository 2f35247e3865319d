import { resolve } from 'node:path'
import { DEFAULTS, namesPayments } from '../../shared/environment.ts'
import type { Environment } from './child.ts'

/** The options of `npm start`. */
export type Settings = {
  root: string
  /** All files of this start are below it. */
  dataDir: string
  port: number
  siteUrl: string
  dev: boolean
  /** Ends once everything is built and loaded: the next start takes seconds. */
  prepare: boolean
  /** The services for which the environment names no real one. */
  standIns: {
    database: boolean
    auth: boolean
    mail: boolean
    sms: boolean
    lake: boolean
    paypal: boolean
  }
  /** Whether to add sample events and patients; only to stand-ins. */
  samples: boolean
  given: Environment
}

const FLAGS = ['--dev', '--no-samples', '--prepare']

/** Parses flags and environment. Pure. Throws a one-line message if they are invalid. */
export function readSettings(
  root: string,
  flags: readonly string[],
  environment: Environment,
): Settings {
  // As in the site's configuration, an empty variable counts as not set.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const unknown = flags.find((flag) => !FLAGS.includes(flag))
  if (unknown !== undefined) {
    throw new Error(`Unknown flag ${unknown}. The flags are ${FLAGS.join(', ')}.`)
  }
  const port = Number(given['PORT'] ?? DEFAULTS.PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a number from 1 to 65535, not ${given['PORT']}.`)
  }
  const standIns = {
    database: given['DATABASE_URL'] === undefined,
    auth: given['SUPABASE_URL'] === undefined,
    mail: given['SMTP_URL'] === undefined,
    // Never beside a real mail server: its patients are real, and would wait for their messages.
    sms: given['SMS_URL'] === undefined && given['SMTP_URL'] === undefined,
    lake: given['SANITY_PROJECT_ID'] === undefined,
    // Never beside a real mail server: its patients are real, and would book paid events without paying.
    paypal: given['SMTP_URL'] === undefined && !namesPayments(given),
  }
  if (given['NODE_ENV'] === 'production' && Object.values(standIns).includes(true)) {
    throw new Error(
      'Stand-ins do not run with NODE_ENV=production. In production set the variables of all services and start the built server (docs/operating.md). Otherwise unset NODE_ENV.',
    )
  }
  return {
    root,
    dataDir: resolve(root, given['DATA_DIR'] ?? DEFAULTS.DATA_DIR),
    port,
    siteUrl: given['SITE_URL'] ?? `http://localhost:${port}`,
    dev: flags.includes('--dev'),
    prepare: flags.includes('--prepare'),
    standIns,
    samples: standIns.database && standIns.auth && !flags.includes('--no-samples'),
    given,
  }
}
