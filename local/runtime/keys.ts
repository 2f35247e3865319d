import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readJson, writeJson } from './json-file.ts'

/** The secrets of one data directory. */
export type LocalKeys = {
  /** For `DATA_KEYS`: encrypts patients' data. */
  dataKeys: string
  /** For `LOOKUP_KEY`. */
  lookupKey: string
  authJwtSecret: string
  authPublishableKey: string
  authSecretKey: string
  lakeToken: string
  /** Webhook signing secret. */
  webhookSecret: string
  /** The password of every sample patient. */
  samplePassword: string
  /** The password of the sample editor in the Studio. */
  studioPassword: string
}

const generators: { [Name in keyof LocalKeys]: () => string } = {
  dataKeys: () => `local1:${randomBytes(32).toString('base64')}`,
  lookupKey: () => randomBytes(32).toString('base64'),
  authJwtSecret: () => randomBytes(48).toString('base64url'),
  authPublishableKey: () => `sb_publishable_${randomBytes(24).toString('base64url')}`,
  authSecretKey: () => `sb_secret_${randomBytes(24).toString('base64url')}`,
  lakeToken: () => `sk${randomBytes(32).toString('base64url')}`,
  webhookSecret: () => randomBytes(32).toString('base64url'),
  samplePassword: () => randomBytes(12).toString('base64url'),
  studioPassword: () => randomBytes(12).toString('base64url'),
}

/** The secrets in `<folder>/keys.json`; missing ones are generated and saved. */
export function localKeys(folder: string): LocalKeys {
  const file = join(folder, 'keys.json')
  const kept = readJson(file)
  const known: Record<string, unknown> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const key = (name: keyof LocalKeys): string => {
    const value = known[name]
    return typeof value === 'string' ? value : generators[name]()
  }
  const keys: LocalKeys = {
    dataKeys: key('dataKeys'),
    lookupKey: key('lookupKey'),
    authJwtSecret: key('authJwtSecret'),
    authPublishableKey: key('authPublishableKey'),
    authSecretKey: key('authSecretKey'),
    lakeToken: key('lakeToken'),
    webhookSecret: key('webhookSecret'),
    samplePassword: key('samplePassword'),
    studioPassword: key('studioPassword'),
  }
  if (Object.keys(generators).some((name) => !(name in known))) writeJson(file, keys, 0o600)
  return keys
}

const derived = ({ lakeToken }: Pick<LocalKeys, 'lakeToken'>, purpose: string): string =>
  createHmac('sha256', lakeToken).update(purpose).digest('base64url')

/** What the SMS stand-in requires. */
export const smsKey = (keys: Pick<LocalKeys, 'lakeToken'>): string => derived(keys, 'sms')

/** What the PayPal stand-in requires. */
export const paypalCredentials = (keys: Pick<LocalKeys, 'lakeToken'>) => ({
  clientId: 'stand-in',
  clientSecret: derived(keys, 'paypal'),
  webhookId: 'WH-STAND-IN',
})
