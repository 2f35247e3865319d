import { createHmac } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CONTENT_WEBHOOK_PATH } from '../../shared/content-lake.ts'
import { PAYMENT_WEBHOOK_PATH } from '../../shared/payments.ts'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '../../shared/stand-in-lake.ts'
import { SAMPLE_ACCOUNTS } from '../lake/accounts.ts'
import { deliveryRecordFile } from '../lake/delivery-record.ts'
import { mailPorts } from '../mail/start-mail.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { smsPort } from '../sms/start-sms.ts'
import { readStamp } from './build.ts'
import type { Environment } from './child.ts'
import { buildFolder, hasReleases, lakeFolder, studioFolder } from './folders.ts'
import { type LocalKeys, paypalCredentials, smsKey } from './keys.ts'
import { stablePort } from './ports.ts'
import type { Progress } from './progress.ts'
import { type SampleAccounts, writePaymentsEnv } from './records.ts'
import type { Settings } from './settings.ts'
import type { Running, Supervisor } from './supervisor.ts'

/** The context of every step of a start. */
export type Start = {
  settings: Settings
  keys: LocalKeys
  supervisor: Supervisor
  progress: Progress
}

export type Lake = {
  /** For the site and the build: where content is. */
  env: Environment
  /** For the site only: webhook secret, write token and the Studio's URL. */
  siteEnv: Environment
  origin?: string
  revision?: string
  staff?: SampleAccounts['studio']
}

/** The whole environment of a stand-in: no other variables, so no other secrets. */
function standInEnv({ settings }: Start, own: Environment): Environment {
  const { PATH, HOME, TMPDIR, NODE_ENV, NODE_COMPILE_CACHE, LITE_AUTH_BCRYPT_COST } = settings.given
  return { PATH, HOME, TMPDIR, NODE_ENV, NODE_COMPILE_CACHE, LITE_AUTH_BCRYPT_COST, ...own }
}

/** Runs `local/<folder>/main.ts` as a process that is restarted when it ends. Resolves to what it reports when it is ready. */
function keepStandIn(
  start: Start,
  folder: 'auth' | 'lake' | 'mail' | 'paypal' | 'sms',
  name: string,
  env: Environment,
): Promise<Record<string, unknown>> {
  const { settings, supervisor } = start
  const standIn = supervisor.keep({
    name,
    args: [join(import.meta.dirname, `../${folder}/main.ts`)],
    folder: settings.root,
    log: join(settings.dataDir, `logs/${folder}.log`),
    env: standInEnv(start, env),
  })
  return standIn.ready
}

/** Starts Postgres for the site, or only for the auth stand-in if the environment names a database. */
export async function startDatabase(start: Start): Promise<string | undefined> {
  const { settings, supervisor, progress } = start
  if (!(settings.standIns.database || settings.standIns.auth)) return undefined
  const folder = join(settings.dataDir, 'postgres')
  const url = await supervisor.keepRunning('Postgres', () => runPostgres(folder)).ready
  progress.step('Postgres is ready')
  return url
}

/** Postgres for the supervisor. It ends only as a whole: after the end of one of its processes it recovers automatically. */
function runPostgres(folder: string): Running<string> {
  const pending = startPostgres(folder)
  return {
    ready: pending.then(({ url }) => url),
    ended: pending.then(
      async ({ ended, stop }) => {
        await ended
        // Releases the folder for the next start.
        await stop()
        return 'Postgres ended. See postgres/postgres.log'
      },
      (error: unknown) => String(error),
    ),
    stop: async () => (await pending).stop(),
  }
}

/** Returns the mail stand-in's URLs; undefined if the environment names a mail server. */
export async function startMailbox(
  start: Start,
): Promise<{ url: string; smtpUrl: string } | undefined> {
  const { settings, progress } = start
  if (!settings.standIns.mail) return undefined
  const folder = join(settings.dataDir, 'mail')
  const ports = await mailPorts(folder)
  const { url, smtpUrl } = await keepStandIn(start, 'mail', 'The mail stand-in', {
    MAIL_DIR: folder,
    MAIL_SMTP_PORT: String(ports.smtp),
    MAIL_WEB_PORT: String(ports.web),
  })
  progress.step('Mail is ready')
  return { url: String(url), smtpUrl: String(smtpUrl) }
}

/** Returns the SMS stand-in's URLs and the key that it requires; undefined if the environment names a provider. */
export async function startMessages(
  start: Start,
): Promise<{ url: string; smsUrl: string; key: string } | undefined> {
  const { settings, keys, progress } = start
  if (!settings.standIns.sms) return undefined
  const key = smsKey(keys)
  const folder = join(settings.dataDir, 'sms')
  const { url, smsUrl } = await keepStandIn(start, 'sms', 'The SMS stand-in', {
    SMS_DIR: folder,
    SMS_PORT: String(await smsPort(folder)),
    SMS_KEY: key,
  })
  progress.step('Text messages are ready')
  return { url: String(url), smsUrl: String(smsUrl), key }
}

/** Starts the stand-in for PayPal; returns its URL and the site's variables, or undefined if the environment names the service. */
export async function startPayments(
  start: Start,
): Promise<{ url: string; env: Environment } | undefined> {
  const { settings, keys, progress } = start
  if (!settings.standIns.paypal) return undefined
  const { clientId, clientSecret, webhookId } = paypalCredentials(keys)
  const credentials = {
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_WEBHOOK_ID: webhookId,
  }
  const { url } = await keepStandIn(start, 'paypal', 'The PayPal stand-in', {
    ...credentials,
    PAYPAL_DIR: join(settings.dataDir, 'paypal'),
    PAYPAL_PORT: String(await stablePort(join(settings.dataDir, 'paypal.port'))),
    PAYPAL_WEBHOOK_URL: new URL(`/api${PAYMENT_WEBHOOK_PATH}`, settings.siteUrl).href,
  })
  progress.step('Payments are ready')
  const env = { ...credentials, PAYPAL_API_BASE: String(url) }
  writePaymentsEnv(settings.dataDir, env)
  return { url: String(url), env }
}

/** Returns the auth stand-in's URL; undefined if the environment names a project. */
export async function startAccounts(
  start: Start,
  databaseUrl: string | undefined,
  smtpUrl: string | undefined,
  sender: string,
): Promise<string | undefined> {
  const { settings, keys, progress } = start
  if (!settings.standIns.auth) return undefined
  const { url } = await keepStandIn(start, 'auth', 'The auth stand-in', {
    DATABASE_URL: databaseUrl,
    DATABASE_CA: settings.given['DATABASE_CA'],
    DATABASE_TLS: settings.given['DATABASE_TLS'],
    SMTP_URL: smtpUrl,
    MAIL_FROM: sender,
    SITE_URL: settings.siteUrl,
    AUTH_PORT: String(await stablePort(join(settings.dataDir, 'auth.port'))),
    AUTH_JWT_SECRET: keys.authJwtSecret,
    SUPABASE_PUBLISHABLE_KEY: keys.authPublishableKey,
    SUPABASE_SECRET_KEY: keys.authSecretKey,
  })
  progress.step('Auth is ready')
  return String(url)
}

/** Starts the content lake unless the environment names a project. */
export async function startLake(start: Start): Promise<Lake> {
  const { settings, keys, progress } = start
  if (!settings.standIns.lake) return { env: {}, siteEnv: {} }
  const content = join(settings.root, 'content')
  const staff = studioStaff(start)
  const { origin, revision, added } = await keepStandIn(start, 'lake', 'The content lake', {
    LAKE_DIR: lakeFolder(settings),
    LAKE_PORT: String(await stablePort(join(settings.dataDir, 'lake.port'))),
    LAKE_TOKEN: keys.lakeToken,
    LAKE_STUDIO: studioFolder(settings),
    LAKE_SITE_URL: settings.siteUrl,
    STUDIO_PASSWORD: staff.password,
    STUDIO_SECOND_PASSWORD: staff.second.password,
    STUDIO_VIEWER_PASSWORD: staff.viewer.password,
    ...(existsSync(content) && { LAKE_SAMPLE: content }),
    ...(!settings.dev && webhookEnv(settings, keys)),
  })
  if (Array.isArray(added) && added.length > 0)
    progress.step(`The content lacked documents of this version. Added: ${added.join(', ')}`)
  progress.step('Content is ready')
  return {
    origin: String(origin),
    revision: String(revision),
    staff,
    env: {
      SANITY_API_HOST: String(origin),
      SANITY_PROJECT_ID: LAKE_PROJECT_ID,
      SANITY_DATASET: LAKE_DATASET,
      SANITY_READ_TOKEN: keys.lakeToken,
    },
    siteEnv: {
      STUDIO_URL: `${origin}/studio`,
      SANITY_WRITE_TOKEN: keys.lakeToken,
      // The development server renders pages on request, so there is nothing to build.
      ...(!settings.dev && { SANITY_WEBHOOK_SECRET: keys.webhookSecret }),
    },
  }
}

/** The editor's password is in `keys.json` or the environment; the others are derived from the lake's token. */
function studioStaff({ settings, keys }: Start): NonNullable<SampleAccounts['studio']> {
  const derived = (role: 'second' | 'viewer') => ({
    email: SAMPLE_ACCOUNTS[role].email,
    password: createHmac('sha256', keys.lakeToken)
      .update(`studio ${role}`)
      .digest('base64url')
      .slice(0, 16),
  })
  return {
    email: SAMPLE_ACCOUNTS.editor.email,
    password: settings.given['STUDIO_PASSWORD'] ?? keys.studioPassword,
    second: derived('second'),
    viewer: derived('viewer'),
  }
}

/**
 * The lake's environment for its webhook. The lake records the last revision that the site accepted; if the releases
 * built from it are gone, that record is deleted, and the revision of the first build counts instead.
 */
export function webhookEnv(settings: Settings, { webhookSecret }: LocalKeys): Environment {
  if (!hasReleases(settings)) rmSync(deliveryRecordFile(lakeFolder(settings)), { force: true })
  return {
    LAKE_WEBHOOK_URL: new URL(`/api${CONTENT_WEBHOOK_PATH}`, settings.siteUrl).href,
    LAKE_WEBHOOK_SECRET: webhookSecret,
    LAKE_BUILT_REVISION: readStamp(buildFolder(settings))?.content,
  }
}
