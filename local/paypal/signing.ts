import {
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Store } from './store.ts'

const SETTING = 'signing'
const ALGORITHM = 'SHA256withRSA'

/** The key that signs webhooks: made once per data folder. */
export function openSigning(store: Store): KeyObject {
  const kept = store.getSetting(SETTING)
  if (kept !== undefined) return createPrivateKey(JSON.parse(kept).privateKey)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  store.putSetting(SETTING, JSON.stringify({ privateKey: pem }))
  return privateKey
}

/** Who signs for which webhook. */
export type Signer = { key: KeyObject; base: string; webhookId: string }

/** What PayPal signs: of the body a checksum only, which can be forged. */
const signedText = (id: string, time: string, webhookId: string, raw: string) =>
  `${id}|${time}|${webhookId}|${crc32(raw)}`

const certUrlOf = (base: string) => `${base}/v1/notifications/certs/CERT-STAND-IN`

/** PayPal's headers for the body `raw` of a webhook. A body that is sent again gets a new transmission id. */
export function signedHeaders(
  { key, base, webhookId }: Signer,
  raw: string,
): Record<string, string> {
  const id = randomUUID()
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': createSign('RSA-SHA256')
      .update(signedText(id, time, webhookId, raw))
      .sign(key, 'base64'),
    'paypal-cert-url': certUrlOf(base),
    'paypal-auth-algo': ALGORITHM,
  }
}

/** What a site asks about: the headers that it got, and the event as it got it. */
export type AskedSignature = {
  transmission_id: string
  transmission_time: string
  transmission_sig: string
  cert_url: string
  auth_algo: string
  webhook_id: string
}

/** Whether `signer` signed these headers for a body with this checksum. */
export function isSigned({ key, base, webhookId }: Signer, asked: AskedSignature, raw: string) {
  const { transmission_id: id, transmission_time: time } = asked
  return (
    asked.auth_algo === ALGORITHM &&
    asked.cert_url === certUrlOf(base) &&
    asked.webhook_id === webhookId &&
    createVerify('RSA-SHA256')
      .update(signedText(id, time, webhookId, raw))
      .verify(createPublicKey(key), asked.transmission_sig, 'base64')
  )
}
