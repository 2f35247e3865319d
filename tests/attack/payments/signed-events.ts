import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { isSigned, signedHeaders } from '#local/paypal/signing.ts'
import type { Random } from '../random.ts'

export type SentEvent = { readonly headers: Headers; readonly raw: Uint8Array<ArrayBuffer> }

/** Events of a provider with its own key, and whether it signed an event. */
export function eventSigner() {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signer = { key, base: 'https://provider.example', webhookId: 'WH-HISTORIES' }
  const sign = (text: string, webhookId = signer.webhookId): SentEvent => ({
    headers: new Headers(signedHeaders({ ...signer, webhookId }, text)),
    raw: new TextEncoder().encode(text),
  })
  return {
    async verify(headers: Headers, raw: Uint8Array): Promise<boolean> {
      const of = (name: string) => headers.get(`paypal-${name}`) ?? ''
      const asked = {
        transmission_id: of('transmission-id'),
        transmission_time: of('transmission-time'),
        transmission_sig: of('transmission-sig'),
        cert_url: of('cert-url'),
        auth_algo: of('auth-algo'),
        webhook_id: signer.webhookId,
      }
      return isSigned(signer, asked, new TextDecoder().decode(raw))
    },
    sign: (text: string) => sign(text),
    /** The same event with another body than was signed, or signed for another site. */
    forge(text: string, random: Random): SentEvent {
      const { headers } = random.chance(50) ? sign(`${text} `) : sign(text, `WH-${randomUUID()}`)
      return { headers, raw: new TextEncoder().encode(text) }
    },
  }
}
