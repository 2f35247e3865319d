import { createVerify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  type CertificateEnv,
  type CertificateOptions,
  certificateStore,
} from '#server/gateways/paypal/certificates.ts'

export type WebhookEnv = CertificateEnv & {
  /** The provider's id of our webhook: it is part of what is signed. */
  readonly webhookId: string
}

const ALGORITHM = 'SHA256withRSA'
const LONGEST_HEADER = 1_000

/**
 * Verifies a webhook's signature: RSA-SHA256 over `transmission id|time|webhook id|checksum of the body`, with the certificate
 * that the header names, if it is the provider's. `network`: of the sender.
 */
export function webhookVerifier(env: WebhookEnv, options: CertificateOptions = {}) {
  const certificates = certificateStore(env, options)
  return async (headers: Headers, raw: Uint8Array, network: string): Promise<boolean> => {
    const header = (name: string) => {
      const value = headers.get(`paypal-${name}`) ?? ''
      return value.length > LONGEST_HEADER ? '' : value
    }
    const id = header('transmission-id')
    const time = header('transmission-time')
    const signature = header('transmission-sig')
    if (!(id && time && signature) || header('auth-algo') !== ALGORITHM) return false
    const certificate = await certificates.find(header('cert-url'), network)
    if (certificate === undefined) return false
    const signed = `${id}|${time}|${env.webhookId}|${crc32(raw)}`
    return createVerify('RSA-SHA256')
      .update(signed)
      .verify(certificate.publicKey, signature, 'base64')
  }
}
