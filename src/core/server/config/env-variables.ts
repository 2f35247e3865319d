import * as z from 'zod/mini'
import { saysWhatIsTested } from '#core/rules/clinical-words.ts'
import { faultsOfDatabase } from '#core/server/config/database-env.ts'
import {
  certificates,
  dataKeys,
  key,
  mailFrom,
  mapTiles,
  origin,
  secret,
  serviceUrl,
  serviceUrlWithoutSlash,
  smsSender,
  smtpUrl,
  text,
  wholeNumber,
} from '#core/server/config/env-values.ts'
import { DEFAULT_POOL_MAX, MOST_PROVIDER_MS } from '#core/server/config/limits.ts'
import { faultsOfPayments } from '#core/server/config/payments-env.ts'
import { DEFAULTS, SITE_ENVS } from '#shared/environment.ts'
import { isPrivateWeb } from '#shared/node/transport.ts'

/** Environment variables, in the shape of `process.env`. */
export type Source = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Every variable of the server with its schema. Only that of DATABASE_CA reads a file. */
const schemas = {
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'development'),
  SITE_ENV: z._default(z.enum(SITE_ENVS), DEFAULTS.SITE_ENV),
  SITE_URL: origin,
  HOST: z._default(text, '127.0.0.1'),
  PORT: z._default(wholeNumber(1, 65_535), DEFAULTS.PORT),
  WEB_CONCURRENCY: z._default(wholeNumber(1, 64), 1),
  WEB_WORKER: z.optional(wholeNumber(1, 64)),
  METRICS_PORT: z.optional(wholeNumber(1, 65_535)),
  METRICS_HOST: z._default(text, '127.0.0.1'),
  DRAIN_SECONDS: z._default(wholeNumber(0, 60), 0),
  BUILD_DIR: z._default(text, DEFAULTS.BUILD_DIR),
  DATA_DIR: z._default(text, DEFAULTS.DATA_DIR),
  RELEASES_DIR: z.optional(text),
  STUDIO_URL: z.optional(serviceUrlWithoutSlash),
  DEPLOY_HOOK_URL: z.optional(serviceUrl),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_CA: z.optional(certificates),
  DATABASE_TLS: z.optional(z.enum(['on', 'off'])),
  DATABASE_POOL_MAX: z._default(wholeNumber(2, 100), DEFAULT_POOL_MAX),
  DATABASE_TIMEOUT_MS: z._default(wholeNumber(100, 60_000), 4_000),
  SUPABASE_URL: serviceUrlWithoutSlash,
  SUPABASE_PUBLISHABLE_KEY: text,
  SUPABASE_SECRET_KEY: text,
  SUPABASE_TIMEOUT_MS: z._default(wholeNumber(100, MOST_PROVIDER_MS), 4_000),
  SANITY_PROJECT_ID: text,
  SANITY_DATASET: z._default(text, 'production'),
  SANITY_API_HOST: z.optional(serviceUrlWithoutSlash),
  SANITY_READ_TOKEN: z.optional(text),
  SANITY_WRITE_TOKEN: z.optional(text),
  SANITY_WEBHOOK_SECRET: z.optional(secret),
  SMTP_URL: smtpUrl,
  MAIL_FROM: mailFrom,
  SMS_URL: z.optional(serviceUrl),
  SMS_KEY: z.optional(text),
  SMS_SENDER: z.optional(smsSender),
  PAYPAL_CLIENT_ID: z.optional(text),
  PAYPAL_CLIENT_SECRET: z.optional(text),
  PAYPAL_WEBHOOK_ID: z.optional(text),
  PAYPAL_API_BASE: z.optional(serviceUrlWithoutSlash),
  PAYPAL_SDK_BASE: z.optional(serviceUrlWithoutSlash),
  PAYPAL_TIMEOUT_MS: z._default(wholeNumber(100, MOST_PROVIDER_MS), 10_000),
  FORMSPREE_FORM_ID: z.optional(text),
  FORMSPREE_API_BASE: z._default(serviceUrlWithoutSlash, 'https://formspree.io'),
  DATA_KEYS: dataKeys,
  LOOKUP_KEY: key,
  MAP_TILES: z.optional(mapTiles),
  MAP_TILES_CREDIT: z.optional(text.check(z.maxLength(200))),
  TRUST_PROXY: z._default(wholeNumber(0, 5), 0),
  CLOCK_OFFSET_SECONDS: z._default(wholeNumber(-1e9, 1e9), 0),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS), 'info'),
  RETENTION_DELETES: z._default(z.enum(['on', 'off']), 'off'),
} as const

/** The parsed variables. */
export type Values = { [Name in keyof typeof schemas]: z.output<(typeof schemas)[Name]> }

export const VARIABLE_NAMES = Object.keys(schemas) as readonly (keyof Values)[]

/** An empty value counts as not set, as in most shells and hosting panels. */
const given = (source: Source, name: string) => {
  const value = source[name]?.trim()
  return value === '' ? undefined : value
}

const IN_QUOTES = /^(["'`]).*\1$/s
const HAS_COMMENT = /(^|\s)#/

/** Why a value is not what its file means: what reads a file of variables treats quotation marks and comments in its own way. */
function misread(value: string): string | undefined {
  if (IN_QUOTES.test(value))
    return 'is in quotation marks: write it without them, because --env-file of Podman and Docker makes them part of the value'
  if (HAS_COMMENT.test(value))
    return "has a comment behind its value: write it on a line above, because systemd's EnvironmentFile and --env-file make it part of the value"
  return
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
    const wrong = value && misread(value)
    if (wrong) {
      faults.push(`${name} ${wrong}`)
      continue
    }
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

/** Settings that production refuses. */
function faultsOfProduction(source: Source, values: Partial<Values>): string[] {
  const faults: string[] = []
  // No default here: a production site without it would accept stand-ins.
  if (given(source, 'SITE_ENV') === undefined) faults.push('SITE_ENV is missing')
  if (values.CLOCK_OFFSET_SECONDS) faults.push('CLOCK_OFFSET_SECONDS is refused in production')
  if (given(source, 'NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate: refused in production')
  }
  if (values.SANITY_API_HOST && values.SITE_ENV !== 'local') {
    faults.push('SANITY_API_HOST names a stand-in: refused in production unless SITE_ENV is local')
  }
  if (values.SITE_URL !== undefined && !isPrivateWeb(values.SITE_URL)) {
    faults.push('SITE_URL must be https in production, unless it is this computer')
  }
  return faults
}

/** Faults of variables that are valid one by one. Pure. */
export function contradictions(source: Source, values: Partial<Values>): string[] {
  const faults = values.NODE_ENV === 'production' ? faultsOfProduction(source, values) : []
  if (values.SITE_ENV === 'production' && values.SITE_URL?.startsWith('http:')) {
    faults.push('SITE_URL must be https when SITE_ENV is production')
  }
  return [
    ...faults,
    ...faultsOfDatabase(values),
    ...faultsOfMetrics(values),
    ...faultsOfSms(values),
    ...faultsOfPayments(values),
  ]
}

/** Each process serves its metrics at another port. */
function faultsOfMetrics(values: Partial<Values>): string[] {
  const { METRICS_PORT: first, PORT: site = 0, WEB_CONCURRENCY: processes = 1 } = values
  if (first === undefined) return []
  const last = first + processes - 1
  if (last > 65_535) return ['METRICS_PORT is too high: each process needs the next one']
  return site >= first && site <= last
    ? ['METRICS_PORT must not be PORT: the metrics are for the operator only']
    : []
}

function faultsOfSms({ SMS_URL, SMS_KEY, SMS_SENDER, SITE_ENV }: Partial<Values>): string[] {
  if (SMS_URL === undefined) return []
  const faults: string[] = []
  if (SMS_KEY === undefined) faults.push('SMS_KEY is missing: SMS_URL is set')
  if (SMS_SENDER === undefined) faults.push('SMS_SENDER is missing: SMS_URL is set')
  if (saysWhatIsTested(SMS_SENDER ?? '')) {
    faults.push('SMS_SENDER says what is tested: a locked telephone shows it')
  }
  // Numbers and the key could be read on the way, and a stand-in would not send the messages to patients.
  if (SMS_URL.startsWith('http:') && SITE_ENV !== 'local') {
    faults.push('SMS_URL must be https unless SITE_ENV is local')
  }
  return faults
}
