import { join } from 'node:path'
import type { Environment } from './child.ts'
import type { Addresses } from './records.ts'
import { EXIT_WITH_PARENT } from './site.ts'
import {
  type Start,
  startAccounts,
  startDatabase,
  startMailbox,
  startMessages,
  startPayments,
} from './stand-ins.ts'

/** Starts Postgres, mail, text messages, payments and auth and migrates the database. Content and pages are started elsewhere. */
export async function startServices(
  start: Start,
): Promise<{ env: Environment; addresses: Partial<Addresses> }> {
  const { settings, keys } = start
  const { given, standIns } = settings
  const sender = given['MAIL_FROM'] ?? "Halyard Men's Health <hello@halyard.example>"
  const [postgres, mail, sms, paypal] = await Promise.all([
    startDatabase(start),
    startMailbox(start),
    startMessages(start),
    startPayments(start),
  ])
  const smtpUrl = given['SMTP_URL'] ?? mail?.smtpUrl
  const auth = await startAccounts(start, postgres, smtpUrl, sender)
  const env: Environment = {
    ...given,
    SITE_URL: settings.siteUrl,
    PORT: String(settings.port),
    DATA_DIR: settings.dataDir,
    DATABASE_URL: given['DATABASE_URL'] ?? postgres,
    SMTP_URL: smtpUrl,
    MAIL_FROM: sender,
    ...(sms && { SMS_URL: sms.smsUrl, SMS_KEY: sms.key, SMS_SENDER: 'Halyard' }),
    ...paypal?.env,
    DATA_KEYS: given['DATA_KEYS'] ?? keys.dataKeys,
    LOOKUP_KEY: given['LOOKUP_KEY'] ?? keys.lookupKey,
    ...(auth !== undefined && {
      SUPABASE_URL: auth,
      SUPABASE_PUBLISHABLE_KEY: keys.authPublishableKey,
      SUPABASE_SECRET_KEY: keys.authSecretKey,
    }),
  }
  if (standIns.database) await migrate(start, env)
  else warnOfLocalKeys(start)
  return {
    env,
    addresses: {
      ...(mail && { mail: mail.url }),
      ...(sms && { sms: sms.url }),
      ...(paypal && { paypal: paypal.url }),
      ...(auth !== undefined && { auth }),
      ...(standIns.database && postgres !== undefined && { database: postgres }),
    },
  }
}

async function migrate({ settings, supervisor, progress }: Start, env: Environment): Promise<void> {
  await supervisor.run({
    name: 'The migration',
    args: [...EXIT_WITH_PARENT, 'scripts/migrate.ts'],
    folder: settings.root,
    env,
    log: join(settings.dataDir, 'logs/migrate.log'),
  })
  progress.step('The database is migrated')
}

function warnOfLocalKeys({ settings, progress }: Start): void {
  if (settings.given['DATA_KEYS'] !== undefined) return
  progress.step(
    `DATA_KEYS is not set: encrypted data in your database can only be decrypted with ${join(settings.dataDir, 'keys.json')}. Keep that file.`,
  )
}
