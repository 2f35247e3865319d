import { join } from 'node:path'
import * as z from 'zod/mini'
import {
  dataKeys,
  key,
  origin,
  secret,
  text,
  webUrl,
  wholeNumber,
  withoutSlash,
} from '#server/config/env-values.ts'

/** Environment variables, in the shape of `process.env`. */
export type Source = Readonly<Record<string, string | undefined>>

/** Missing, malformed or contradictory variables, one per entry of `faults`. */
export class EnvironmentError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`Invalid environment:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'EnvironmentError'
    this.faults = faults
  }
}

/** The content lake that published content is read from; `apiHost` is set only for a stand-in. */
export type ContentEnv = {
  readonly projectId: string
  readonly dataset: string
  readonly apiHost?: string
  readonly token?: string
}

/** Versioned encryption keys: the first of `data` encrypts, all decrypt. `lookup` keys the hashes for look-ups. */
export type Keys = {
  readonly data: readonly { readonly id: string; readonly key: Buffer }[]
  readonly lookup: Buffer
}

/** Configuration of publishing; every part is optional. */
export type PublishingEnv = {
  /** Webhook signing secret; undefined when no webhooks are expected. */
  readonly webhookSecret: string | undefined
  /** Token for writing the publishing status into the content lake. */
  readonly writeToken: string | undefined
  /** Deploy hook of a hosting service; undefined when this process builds. */
  readonly deployHookUrl: string | undefined
  readonly releasesDir: string
  /** Folder for caches that builds share. */
  readonly dataDir: string
}

/** Configuration of the server process. Times in seconds, URLs without a trailing slash. */
export type Env = {
  readonly production: boolean
  readonly siteEnv: 'local' | 'staging' | 'production'
  readonly siteUrl: string
  readonly host: string
  readonly port: number
  /** How many processes serve. */
  readonly webConcurrency: number
  /** The number of this process among them; undefined for the only one, and for the one that starts them. */
  readonly webWorker: number | undefined
  readonly buildDir: string
  readonly databaseUrl: string
  readonly databasePoolMax: number
  /** How long a request waits for a connection, and then for each statement, in milliseconds. */
  readonly databaseTimeoutMs: number
  readonly supabase: {
    readonly url: string
    readonly publishableKey: string
    readonly secretKey: string
    /** How long a request waits for the provider, in milliseconds. */
    readonly timeoutMs: number
  }
  readonly content: ContentEnv
  readonly publishing: PublishingEnv
  readonly studioUrl: string | undefined
  /** Hosted form service for enquiries; undefined when no form id is set. */
  readonly formService: { readonly apiBase: string; readonly formId: string } | undefined
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly keys: Keys
  readonly trustProxy: number
  readonly clockOffsetSeconds: number
  readonly logLevel: LogLevel
  /** Whether the daily job erases patients eight years after their last test; else it only counts them. */
  readonly retentionDeletes: boolean
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const schemas = {
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'development'),
  SITE_ENV: z._default(z.enum(['local', 'staging', 'production']), 'local'),
  SITE_URL: origin,
  HOST: z._default(text, '127.0.0.1'),
  PORT: z._default(wholeNumber(1, 65_535), 4321),
  WEB_CONCURRENCY: z._default(wholeNumber(1, 64), 1),
  WEB_WORKER: z.optional(wholeNumber(1, 64)),
  BUILD_DIR: z._default(text, 'dist'),
  DATA_DIR: z._default(text, '.data'),
  RELEASES_DIR: z.optional(text),
  STUDIO_URL: z.optional(withoutSlash),
  DEPLOY_HOOK_URL: z.optional(webUrl),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_MAX: z._default(wholeNumber(2, 100), 10),
  DATABASE_TIMEOUT_MS: z._default(wholeNumber(100, 60_000), 4_000),
  SUPABASE_URL: withoutSlash,
  SUPABASE_PUBLISHABLE_KEY: text,
  SUPABASE_SECRET_KEY: text,
  SUPABASE_TIMEOUT_MS: z._default(wholeNumber(100, 60_000), 4_000),
  SANITY_PROJECT_ID: text,
  SANITY_DATASET: z._default(text, 'production'),
  SANITY_API_HOST: z.optional(withoutSlash),
  SANITY_READ_TOKEN: z.optional(text),
  SANITY_WRITE_TOKEN: z.optional(text),
  SANITY_WEBHOOK_SECRET: z.optional(secret),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: text,
  FORMSPREE_FORM_ID: z.optional(text),
  FORMSPREE_API_BASE: z._default(withoutSlash, 'https://formspree.io'),
  DATA_KEYS: dataKeys,
  LOOKUP_KEY: key,
  TRUST_PROXY: z._default(wholeNumber(0, 5), 0),
  CLOCK_OFFSET_SECONDS: z._default(wholeNumber(-1e9, 1e9), 0),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS), 'info'),
  RETENTION_DELETES: z._default(z.enum(['on', 'off']), 'off'),
} as const

type Values = { [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> }

/** An empty value counts as not set, as in most shells and hosting panels. */
const given = (source: Source, name: string) => {
  const value = source[name]?.trim()
  return value === '' ? undefined : value
}

/** Parses only the named variables; `faults` are texts for the operator. Pure. */
export function parse<Name extends keyof typeof schemas>(
  source: Source,
  names: readonly Name[],
): { values: Pick<Values, Name>; faults: string[] } {
  const faults: string[] = []
  const values: Partial<Record<string, unknown>> = {}
  for (const name of names) {
    const value = given(source, name)
    const parsed = schemas[name].safeParse(value)
    if (parsed.success) values[name] = parsed.data
    else
      faults.push(
        value === undefined
          ? `${name} is missing`
          : `${name} is invalid: ${parsed.error.issues[0]?.message}`,
      )
  }
  return { values: values as Pick<Values, Name>, faults }
}

/** Faults of variables that are valid one by one. Pure. */
export function contradictions(source: Source, values: Partial<Values>): string[] {
  const faults: string[] = []
  if (values.NODE_ENV === 'production') {
    // No default here: a production site that forgets it would accept stand-ins.
    if (given(source, 'SITE_ENV') === undefined) faults.push('SITE_ENV is missing')
    if (values.CLOCK_OFFSET_SECONDS) faults.push('CLOCK_OFFSET_SECONDS is refused in production')
    if (values.SANITY_API_HOST && values.SITE_ENV !== 'local') {
      faults.push(
        'SANITY_API_HOST names a stand-in: refused in production unless SITE_ENV is local',
      )
    }
  }
  if (values.SITE_ENV === 'production' && values.SITE_URL?.startsWith('http:')) {
    faults.push('SITE_URL must be https when SITE_ENV is production')
  }
  return faults
}

/**
 * Reads the whole environment. Pure.
 * @throws EnvironmentError with every fault, not only the first.
 */
export function readEnv(source: Source): Env {
  const names = Object.keys(schemas) as (keyof typeof schemas)[]
  const { values, faults } = parse(source, names)
  const all = [...faults, ...contradictions(source, values)]
  if (all.length > 0) throw new EnvironmentError(all)
  return {
    production: values.NODE_ENV === 'production',
    siteEnv: values.SITE_ENV,
    siteUrl: values.SITE_URL,
    host: values.HOST,
    port: values.PORT,
    webConcurrency: values.WEB_CONCURRENCY,
    webWorker: values.WEB_WORKER,
    buildDir: values.BUILD_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePoolMax: values.DATABASE_POOL_MAX,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    supabase: {
      url: values.SUPABASE_URL,
      publishableKey: values.SUPABASE_PUBLISHABLE_KEY,
      secretKey: values.SUPABASE_SECRET_KEY,
      timeoutMs: values.SUPABASE_TIMEOUT_MS,
    },
    content: contentEnv(source),
    publishing: publishingEnv(values),
    studioUrl: values.STUDIO_URL,
    formService: values.FORMSPREE_FORM_ID
      ? { apiBase: values.FORMSPREE_API_BASE, formId: values.FORMSPREE_FORM_ID }
      : undefined,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    keys: { data: values.DATA_KEYS, lookup: values.LOOKUP_KEY },
    trustProxy: values.TRUST_PROXY,
    clockOffsetSeconds: values.CLOCK_OFFSET_SECONDS,
    logLevel: values.LOG_LEVEL,
    retentionDeletes: values.RETENTION_DELETES === 'on',
  }
}

type Folders = Pick<Values, 'DATA_DIR' | 'RELEASES_DIR'>

export const releasesDirOf = (values: Folders) =>
  values.RELEASES_DIR ?? join(values.DATA_DIR, 'releases')

const publishingEnv = (values: Values): PublishingEnv => ({
  webhookSecret: values.SANITY_WEBHOOK_SECRET,
  writeToken: values.SANITY_WRITE_TOKEN,
  deployHookUrl: values.DEPLOY_HOOK_URL,
  releasesDir: releasesDirOf(values),
  dataDir: values.DATA_DIR,
})

/**
 * Only the access to content, for builds. Pure.
 * @throws EnvironmentError when the project is missing or a variable is malformed.
 */
export function contentEnv(source: Source): ContentEnv {
  const { values, faults } = parse(source, [
    'SANITY_PROJECT_ID',
    'SANITY_DATASET',
    'SANITY_API_HOST',
    'SANITY_READ_TOKEN',
  ])
  if (faults.length > 0) throw new EnvironmentError(faults)
  return {
    projectId: values.SANITY_PROJECT_ID,
    dataset: values.SANITY_DATASET,
    ...(values.SANITY_API_HOST === undefined ? {} : { apiHost: values.SANITY_API_HOST }),
    ...(values.SANITY_READ_TOKEN === undefined ? {} : { token: values.SANITY_READ_TOKEN }),
  }
}
