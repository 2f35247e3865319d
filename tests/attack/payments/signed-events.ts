import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signedHeaders } from '#local/paypal/signing.ts'
import { certify } from '#local/paypal/x509.ts'
import { webhookVerifier } from '#server/gateways/paypal/webhook.ts'
import type { Random } from '../random.ts'

const WEBHOOK_ID = 'WH-HISTORIES'
const DAY_MS = 86_400_000

export type SentEvent = { readonly headers: Headers; readonly raw: Uint8Array<ArrayBuffer> }

/** Events of a provider with a certificate of its own, and our verifier that trusts it. */
export async function eventSigner() {
  const from = new Date(Date.now() - DAY_MS)
  const to = new Date(Date.now() + DAY_MS)
  const authority = certify({ subject: 'Histories', from, to, isAuthority: true })
  const { certificate, privateKey } = certify(
    { subject: 'messageverificationcerts.paypal.com', from, to, isAuthority: false },
    { name: 'Histories', key: authority.privateKey },
  )
  const pem = `${certificate}${authority.certificate}`
  const server = createServer((_, response) => response.end(pem))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const signing = { certificateId: 'CERT-1', privateKey }
  const target = { base: `http://${host}`, webhookId: WEBHOOK_ID }

  const sign = (text: string): SentEvent => ({
    headers: new Headers(signedHeaders(signing, target, text)),
    raw: new TextEncoder().encode(text),
  })
  return {
    verify: webhookVerifier({
      certHosts: [host],
      issuerHosts: [host],
      certAuthority: String(authority.certificate),
      timeoutMs: 2_000,
      webhookId: WEBHOOK_ID,
    }),
    sign,
    /** The same event with another body than was signed, or signed for another site. */
    forge(text: string, random: Random): SentEvent {
      const { headers } = random.chance(50)
        ? sign(`${text} `)
        : {
            headers: new Headers(
              signedHeaders(signing, { ...target, webhookId: `WH-${randomUUID()}` }, text),
            ),
          }
      return { headers, raw: new TextEncoder().encode(text) }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type EventSigner = Awaited<ReturnType<typeof eventSigner>>
