import { createPrivateKey, createSign, type KeyObject, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Store } from './store.ts'
import { certify } from './x509.ts'

/** The stand-in's own authority and the certificate that signs webhooks. Both are made once per data folder. */
export type Signing = {
  /** For `PAYPAL_CERT_AUTHORITY`: DER in base64. */
  authority: string
  certificateId: string
  /** What the certificate's address answers: the certificate and its authority. */
  pem: string
  privateKey: KeyObject
}

const SETTING = 'signing'
const SUBJECT = 'messageverificationcerts.paypal.com'
const AUTHORITY = 'Halyard stand-in for PayPal'
const DAY_MS = 86_400_000
const LIFE_DAYS = 3_650

/** Reads the keys of `store`; without any they are made. */
export function openSigning(store: Store): Signing {
  const kept = store.getSetting(SETTING)
  if (kept === undefined) {
    store.putSetting(SETTING, JSON.stringify(newKeys()))
    return openSigning(store)
  }
  const { privateKey, ...rest } = JSON.parse(kept)
  return { ...rest, privateKey: createPrivateKey(privateKey) }
}

function newKeys() {
  const from = new Date(Date.now() - DAY_MS)
  const to = new Date(Date.now() + LIFE_DAYS * DAY_MS)
  const authority = certify({ subject: AUTHORITY, from, to, isAuthority: true })
  const { certificate, privateKey } = certify(
    { subject: SUBJECT, from, to, isAuthority: false },
    { name: AUTHORITY, key: authority.privateKey },
  )
  return {
    authority: authority.certificate.raw.toString('base64'),
    certificateId: `CERT-${certificate.fingerprint256.replaceAll(':', '').slice(0, 32)}`,
    pem: `${certificate}${authority.certificate}`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

/** PayPal's headers for the body `raw` of a webhook. A body that is sent again gets a new transmission id. */
export function signedHeaders(
  { certificateId, privateKey }: Pick<Signing, 'certificateId' | 'privateKey'>,
  { base, webhookId }: { base: string; webhookId: string },
  raw: string,
): Record<string, string> {
  const id = randomUUID()
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const signature = createSign('RSA-SHA256')
    .update(`${id}|${time}|${webhookId}|${crc32(raw)}`)
    .sign(privateKey, 'base64')
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature,
    'paypal-cert-url': `${base}/v1/notifications/certs/${certificateId}`,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}
