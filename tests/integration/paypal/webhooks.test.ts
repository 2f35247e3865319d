import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { INITIAL_SWITCHES } from '#local/paypal/settings.ts'
import { certify } from '#local/paypal/x509.ts'
import { listenOn } from '#local/runtime/ports.ts'
import { type PaymentGateway, PaymentProviderError } from '#server/gateways/paypal/gateway.ts'
import { paypalGateway } from '#server/gateways/paypal/paypal.ts'
import type { KnownCertificate } from '#server/repositories/payment-certificates.ts'
import { certificateFetches } from '#server/services/payments/certificate-fetches.ts'
import { readPayments, type TestPaypal, testPaypal } from '#tests/fixtures/paypal.ts'

const NETWORK = '192.0.2.1'
const CLOCK = { now: () => new Date() }

type Delivery = { headers: Headers; raw: Buffer; type: string; id: string }

let site: Server
let status = 200
const deliveries: Delivery[] = []
let paypal: TestPaypal
let gateway: PaymentGateway

beforeAll(async () => {
  site = createServer(async (request, response) => {
    const raw = await buffer(request)
    const { id, event_type: type } = JSON.parse(raw.toString())
    deliveries.push({ headers: new Headers(request.headers as never), raw, type, id })
    response.writeHead(status).end()
  })
  const port = await listenOn(site, 0)
  paypal = await testPaypal({ webhookUrl: `http://127.0.0.1:${port}/webhook` })
  gateway = paypalGateway(readPayments(paypal))
})
afterAll(async () => {
  await paypal.stop()
  await new Promise((resolve) => site.close(resolve))
})
beforeEach(async () => {
  status = 200
  deliveries.length = 0
  await paypal.set(INITIAL_SWITCHES)
})

async function approve(number = '4012888888881881') {
  const paymentId = randomUUID()
  const { id } = await gateway.createOrder({
    paymentId,
    holdId: randomUUID(),
    amountPence: 2_500,
    description: 'Appointment TEST',
    siteUrl: 'https://www.halyard.example',
    funding: 'card',
  })
  await paypal.enterCard(id, { number })
  return { id, capture: () => gateway.captureOrder(id, paymentId) }
}

const deliveredOf = (type: string, count: number) =>
  vi.waitFor(() => {
    const found = deliveries.filter((one) => one.type === type)
    expect(found).toHaveLength(count)
    return found
  }, 5_000)

async function capturedEvent(): Promise<Delivery> {
  const { capture } = await approve()
  await capture()
  const [delivery] = await deliveredOf('PAYMENT.CAPTURE.COMPLETED', 1)
  if (!delivery) throw new Error('No event')
  return delivery
}

describe('webhooks of the payment provider', () => {
  it('PAY-07 are sent for approval, capture and refund, each signed for us', async () => {
    const { id, capture } = await approve()
    const [taken] = (await capture()).captures
    const refund = { refundId: randomUUID(), captureId: taken?.id ?? '', amountPence: 2_500 }
    await gateway.refund({ ...refund, note: 'Refund' })
    await deliveredOf('PAYMENT.CAPTURE.REFUNDED', 1)
    expect(deliveries.map(({ type }) => type).toSorted()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
    ])
    for (const { headers, raw } of deliveries) {
      expect(await gateway.verifyWebhook(headers, raw, NETWORK)).toBe(true)
    }
    const [captured] = await deliveredOf('PAYMENT.CAPTURE.COMPLETED', 1)
    const { resource } = JSON.parse(String(captured?.raw))
    expect(resource.supplementary_data.related_ids.order_id).toBe(id)
    expect(deliveries.map(({ raw }) => String(raw)).join()).not.toContain('4012888888881881')
  })

  it('PAY-07 a changed body, header or webhook id is refused', async () => {
    const { headers, raw } = await capturedEvent()
    const changed = Buffer.from(String(raw).replace('25.00', '00.01'))
    expect(await gateway.verifyWebhook(headers, changed, NETWORK)).toBe(false)
    for (const [name, value] of [
      ['paypal-transmission-id', randomUUID()],
      ['paypal-transmission-time', '2026-01-01T00:00:00Z'],
      ['paypal-transmission-sig', Buffer.alloc(256).toString('base64')],
      ['paypal-transmission-sig', 'not base64 at all'],
      ['paypal-auth-algo', 'SHA1withRSA'],
      ['paypal-cert-url', ''],
    ] as const) {
      const forged = new Headers(headers)
      forged.set(name, value)
      expect(await gateway.verifyWebhook(forged, raw, NETWORK)).toBe(false)
      forged.delete(name)
      expect(await gateway.verifyWebhook(forged, raw, NETWORK)).toBe(false)
    }
    const other = paypalGateway({ ...readPayments(paypal), webhookId: 'WH-OTHER' })
    expect(await other.verifyWebhook(headers, raw, NETWORK)).toBe(false)
    expect(await gateway.verifyWebhook(headers, raw, NETWORK)).toBe(true)
  })

  it.each([
    ['another host', 'http://127.0.0.1:9/v1/notifications/certs/CERT-1'],
    ['a host that looks like it', 'http://127.0.0.1.example/v1/notifications/certs/CERT-1'],
    ['user information', 'http://x@HOST/v1/notifications/certs/CERT-1'],
    ['another path of the host', 'http://HOST/control/state'],
    ['a path that climbs', 'http://HOST/v1/notifications/certs/../../control/state'],
    ['another scheme', 'file:///v1/notifications/certs/CERT-1'],
    ['an unknown certificate', 'http://HOST/v1/notifications/certs/CERT-1'],
  ])('PAY-07 a certificate at %s is refused', async (_what, address) => {
    const { headers, raw } = await capturedEvent()
    const forged = new Headers(headers)
    forged.set('paypal-cert-url', address.replace('HOST', new URL(paypal.url).host))
    expect(await gateway.verifyWebhook(forged, raw, NETWORK)).toBe(false)
  })

  it('PAY-07 an event is sent again when the certificate cannot be fetched', async () => {
    const { headers, raw } = await capturedEvent()
    const fresh = paypalGateway(readPayments(paypal))
    await paypal.set({ faults: [{ call: 'certificate', mode: 'refuse', times: 1 }] })
    await expect(fresh.verifyWebhook(headers, raw, NETWORK)).rejects.toThrow(PaymentProviderError)
    expect(await fresh.verifyWebhook(headers, raw, NETWORK)).toBe(true)
    await paypal.set({ faults: [{ call: 'certificate', mode: 'refuse' }] })
    expect(await fresh.verifyWebhook(headers, raw, NETWORK)).toBe(true)
  })

  describe('PAY-07 while forged events name ever new certificates', () => {
    /** What a process that has not met the certificate makes of a real event, after thirty forged ones from one network. */
    async function afterForged(
      realFrom: string,
      certificates: Parameters<typeof paypalGateway>[1] = { mayFetch: certificateFetches(CLOCK) },
    ): Promise<boolean> {
      const { headers, raw } = await capturedEvent()
      const fresh = paypalGateway(readPayments(paypal), certificates)
      for (let n = 0; n < 30; n += 1) {
        const forged = new Headers(headers)
        forged.set('paypal-cert-url', `${paypal.url}/v1/notifications/certs/FORGED-${n}`)
        await fresh.verifyWebhook(forged, raw, NETWORK).catch(() => false)
      }
      return fresh.verifyWebhook(headers, raw, realFrom)
    }

    it('a fresh process verifies a real event of another network', async () => {
      expect(await afterForged('198.51.100.7')).toBe(true)
    })

    it('without a share per network it does not', async () => {
      const mayFetch = certificateFetches(CLOCK)
      const shared = { mayFetch: () => mayFetch('every network') }
      await expect(afterForged('198.51.100.7', shared)).rejects.toThrow(PaymentProviderError)
    })

    it('a certificate that another process has met needs no share, and is verified again', async () => {
      const stored: KnownCertificate[] = []
      const memory = {
        read: async () => stored,
        keep: async (known: KnownCertificate) => void stored.push(known),
      }
      const { headers, raw } = await capturedEvent()
      await paypalGateway(readPayments(paypal), { memory }).verifyWebhook(headers, raw, NETWORK)
      expect(stored).toHaveLength(1)
      deliveries.length = 0
      expect(await afterForged(NETWORK, { memory, mayFetch: certificateFetches(CLOCK) })).toBe(true)
      deliveries.length = 0
      await expect(afterForged(NETWORK)).rejects.toThrow(PaymentProviderError)
      const other = certify({
        subject: 'Root',
        from: new Date(0),
        to: new Date(),
        isAuthority: true,
      })
      const env = { ...readPayments(paypal), certAuthority: other.certificate.toString() }
      const elsewhere = paypalGateway(env, { memory })
      expect(await elsewhere.verifyWebhook(headers, raw, NETWORK)).toBe(false)
    })
  })

  it('are sent again until the site takes them, twice, late, and not at all', async () => {
    status = 503
    await (await approve()).capture()
    await deliveredOf('PAYMENT.CAPTURE.COMPLETED', 1)
    status = 200
    const both = await deliveredOf('PAYMENT.CAPTURE.COMPLETED', 2)
    expect(both[0]?.id).toBe(both[1]?.id)
    expect(both[0]?.headers.get('paypal-transmission-id')).not.toBe(
      both[1]?.headers.get('paypal-transmission-id'),
    )
    deliveries.length = 0
    await paypal.set({ webhooks: 'twice' })
    await (await approve()).capture()
    await deliveredOf('PAYMENT.CAPTURE.COMPLETED', 2)
    deliveries.length = 0
    await paypal.set({ webhooks: 'late', lateMs: 300 })
    await (await approve()).capture()
    expect(deliveries).toEqual([])
    await deliveredOf('PAYMENT.CAPTURE.COMPLETED', 1)
    deliveries.length = 0
    await paypal.set({ webhooks: 'off' })
    await (await approve()).capture()
    const { events } = await paypal.control<{ events: { id: string; type: string }[] }>(
      '/control/state',
    )
    const [newest] = events
    expect(newest?.type).toBe('PAYMENT.CAPTURE.COMPLETED')
    expect(deliveries).toEqual([])
    await paypal.control(`/control/events/${newest?.id}/send`, {})
    await deliveredOf('PAYMENT.CAPTURE.COMPLETED', 1)
  })
})
