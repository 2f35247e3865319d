import { createServer, type Server } from 'node:http'
import { describe, expect, it } from 'vitest'
import { signedHeaders } from '#local/paypal/signing.ts'
import { certify } from '#local/paypal/x509.ts'
import { listenOn } from '#local/runtime/ports.ts'
import { paypalGateway } from '#server/gateways/paypal/paypal.ts'
import { PAYPAL_CREDENTIALS, readPayments } from '#tests/fixtures/paypal.ts'

const DAY = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY)
const subject = 'messageverificationcerts.paypal.com'
const valid = { from: at(-1), to: at(1) }
const root = certify({ subject: 'Root', ...valid, isAuthority: true })
const stranger = certify({ subject: 'Root', ...valid, isAuthority: true })
const leafOf = (wish: object = {}, issuer = { name: 'Root', key: root.privateKey }) =>
  certify({ subject, ...valid, isAuthority: false, ...wish }, issuer)

/** A stand-in that is never called: its certificates come from servers of the tests. */
const VARIABLES = {
  PAYPAL_CLIENT_ID: PAYPAL_CREDENTIALS.clientId,
  PAYPAL_CLIENT_SECRET: PAYPAL_CREDENTIALS.clientSecret,
  PAYPAL_WEBHOOK_ID: PAYPAL_CREDENTIALS.webhookId,
  PAYPAL_API_BASE: 'http://127.0.0.1:9',
  PAYPAL_CERT_AUTHORITY: root.certificate.toString(),
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve))

/** Whether a webhook that `pem`'s first certificate signed is taken; `root` is the authority that we know. */
async function isTaken(
  certified: ReturnType<typeof leafOf>,
  others: string[] = [],
  issuerHosts: string[] = [],
  authority = root.certificate,
) {
  const server = createServer((_request, response) =>
    response.end([certified.certificate.toString(), ...others].join('')),
  )
  const base = `http://127.0.0.1:${await listenOn(server, 0)}`
  const verifier = paypalGateway({
    ...readPayments({ env: VARIABLES }),
    certHosts: [new URL(base).host],
    issuerHosts,
    certAuthority: authority.toString(),
  })
  const raw = '{"id":"WH-1"}'
  const signing = { certificateId: 'CERT-1', privateKey: certified.privateKey }
  const { webhookId } = PAYPAL_CREDENTIALS
  const headers = new Headers(signedHeaders(signing, { base, webhookId }, raw))
  const answer = await verifier.verifyWebhook(headers, Buffer.from(raw), '192.0.2.1')
  await close(server)
  return answer
}

describe('PAY-07 certificates', () => {
  it('that lead to the known authority are taken, also over another one', async () => {
    expect(await isTaken(leafOf())).toBe(true)
    const middle = certify(
      { subject: 'Middle', ...valid, isAuthority: true },
      { name: 'Root', key: root.privateKey },
    )
    const leaf = leafOf({}, { name: 'Middle', key: middle.privateKey })
    expect(await isTaken(leaf, [middle.certificate.toString()])).toBe(true)
    expect(await isTaken(leaf)).toBe(false)
  })

  it('whose issuer is left out are taken when the issuer can be fetched from a known host', async () => {
    const middle = certify(
      { subject: 'Middle', ...valid, isAuthority: true },
      { name: 'Root', key: root.privateKey },
    )
    let content: Uint8Array = middle.certificate.raw
    const authority = createServer((_request, response) => response.end(content))
    const host = `127.0.0.1:${await listenOn(authority, 0)}`
    const issuerUrl = `http://${host}/middle.crt`
    const leaf = leafOf({ issuerUrl }, { name: 'Middle', key: middle.privateKey })
    expect(leaf.certificate.infoAccess).toContain(issuerUrl)
    expect(await isTaken(leaf, [], [host])).toBe(true)
    expect(await isTaken(leaf, [], ['127.0.0.1:9'])).toBe(false)
    content = certify({ subject: 'Middle', ...valid, isAuthority: true }).certificate.raw
    expect(await isTaken(leaf, [], [host])).toBe(false)
    await close(authority)
  })

  it.each([
    ['of a stranger', leafOf({}, { name: 'Root', key: stranger.privateKey })],
    ['signed by themselves', certify({ subject, ...valid, isAuthority: false })],
    ['that are over', leafOf({ from: at(-3), to: at(-2) })],
    ['that are not valid yet', leafOf({ from: at(2), to: at(3) })],
    ['of another subject', leafOf({ subject: 'www.paypal.com' })],
    ['of a longer subject', leafOf({ subject: `${subject}.evil.example` })],
  ])('%s are refused', async (_what, certified) => {
    expect(await isTaken(certified)).toBe(false)
  })

  it('of a stranger are refused by the chain alone: with their authority they are taken', async () => {
    const leaf = leafOf({}, { name: 'Root', key: stranger.privateKey })
    expect(await isTaken(leaf, [], [], stranger.certificate)).toBe(true)
    expect(await isTaken(leaf)).toBe(false)
  })

  it('issued by a certificate that may not issue are refused', async () => {
    const middle = leafOf({ subject: 'Middle' })
    const leaf = leafOf({}, { name: 'Middle', key: middle.privateKey })
    expect(await isTaken(leaf, [middle.certificate.toString()])).toBe(false)
  })
})
