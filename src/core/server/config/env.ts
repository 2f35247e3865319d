import { join } from 'node:path'
import { type DatabaseEnv, databaseEnvOf } from '#core/server/config/database-env.ts'
import type { MapTiles } from '#core/server/config/env-values.ts'
import {
  contradictions,
  type LogLevel,
  parse,
  type Source,
  VARIABLE_NAMES,
  type Values,
} from '#core/server/config/env-variables.ts'
import { type PaymentsEnv, paymentsEnv } from '#core/server/config/payments-env.ts'
import type { SiteEnv } from '#shared/environment.ts'
import { releasesFolderOf } from '#shared/node/releases-folder.ts'

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
export type Env = DatabaseEnv & {
  readonly production: boolean
  readonly siteEnv: SiteEnv
  readonly siteUrl: string
  readonly host: string
  readonly port: number
  /** How many processes serve. */
  readonly webConcurrency: number
  /** The number of this worker; undefined for a single process, and for the process that starts workers. */
  readonly webWorker: number | undefined
  /** Where this process serves its metrics; undefined when it does not. */
  readonly metrics: MetricsAddress | undefined
  /** For how long the server still serves after the signal to end. */
  readonly drainSeconds: number
  readonly buildDir: string
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
  /** The map's tiles with streets, if any; kept tiles of a service are below `cacheDir`. */
  readonly map: {
    readonly tiles: MapTiles | undefined
    readonly credit: string | undefined
    readonly cacheDir: string
  }
  /** The provider of text messages; undefined when none is set (REM-02). */
  readonly sms: { readonly url: string; readonly key: string; readonly sender: string } | undefined
  /** The payment provider; undefined when none is set: paid events are then booked by telephone (EVD-03). */
  readonly payments: PaymentsEnv | undefined
  /** Where a test ends this process; never set elsewhere. */
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly keys: Keys
  readonly trustProxy: number
  readonly logLevel: LogLevel
  /** Whether the daily job erases patients eight years after their last test; else it only counts them. */
  readonly retentionDeletes: boolean
}

/**
 * Reads the whole environment. Pure.
 * @throws EnvironmentError with every fault, not only the first.
 */
export function readEnv(source: Source): Env {
  const { values, faults } = parse(source, VARIABLE_NAMES)
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
    metrics: metricsEnv(values),
    drainSeconds: values.DRAIN_SECONDS,
    buildDir: values.BUILD_DIR,
    ...databaseEnvOf(values),
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
    map: {
      tiles: values.MAP_TILES,
      credit: values.MAP_TILES_CREDIT,
      cacheDir: join(values.DATA_DIR, 'cache/map-tiles'),
    },
    sms: smsEnv(values),
    payments: paymentsEnv(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    keys: { data: values.DATA_KEYS, lookup: values.LOOKUP_KEY },
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    retentionDeletes: values.RETENTION_DELETES === 'on',
  }
}

const smsEnv = ({ SMS_URL: url, SMS_KEY: key, SMS_SENDER: sender }: Values): Env['sms'] =>
  url === undefined || key === undefined || sender === undefined ? undefined : { url, key, sender }

/** The first process has METRICS_PORT, each further one the next port. */
const metricsEnv = ({ METRICS_PORT, METRICS_HOST, WEB_WORKER }: Values): Env['metrics'] =>
  METRICS_PORT === undefined
    ? undefined
    : { host: METRICS_HOST, port: METRICS_PORT + (WEB_WORKER ?? 1) - 1 }

type Folders = Pick<Values, 'DATA_DIR' | 'RELEASES_DIR'>

export const releasesDirOf = (values: Folders) =>
  releasesFolderOf(values.DATA_DIR, values.RELEASES_DIR)

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

/** Where the metrics are served: only for the operator's Prometheus, never on the port of the site. */
export type MetricsAddress = { readonly host: string; readonly port: number }
