import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { INITIAL_SWITCHES } from '#local/paypal/settings.ts'
import { listenOn } from '#local/runtime/ports.ts'
import { type PaymentGateway, PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { readPayments, type TestPaypal, testPaypal } from '#tests/fixtures/paypal.ts'

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
      expect(await gateway.verifyWebhook(headers, raw)).toBe(true)
    }
    const [captured] = await deliveredOf('PAYMENT.CAPTURE.COMPLETED', 1)
    const { resource } = JSON.parse(String(captured?.raw))
    expect(resource.supplementary_data.related_ids.order_id).toBe(id)
    expect(deliveries.map(({ raw }) => String(raw)).join()).not.toContain('4012888888881881')
  })

  it('PAY-07 a changed body, header or webhook id is refused', async () => {
    const { headers, raw } = await capturedEvent()
    const changed = Buffer.from(String(raw).replace('25.00', '00.01'))
    expect(await gateway.verifyWebhook(headers, changed)).toBe(false)
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
      expect(await gateway.verifyWebhook(forged, raw)).toBe(false)
      forged.delete(name)
      expect(await gateway.verifyWebhook(forged, raw)).toBe(false)
    }
    const other = paypalGateway({ ...readPayments(paypal), webhookId: 'WH-OTHER' })
    expect(await other.verifyWebhook(headers, raw)).toBe(false)
    expect(await gateway.verifyWebhook(headers, raw)).toBe(true)
  })

  it('PAY-07 a body that is not a JSON value, or adds a field to the question, is refused without a call', async () => {
    const { headers, raw } = await capturedEvent()
    const calls = () => paypal.control<{ call: string }[]>('/control/calls')
    const before = (await calls()).length
    for (const body of [
      '',
      'null,"webhook_id":"WH-OTHER"',
      `${raw}}`,
      `${raw},"transmission_id":"other"`,
      `${raw} ${raw}`,
      `\uFEFF${raw}`,
    ]) {
      expect(await gateway.verifyWebhook(headers, Buffer.from(body))).toBe(false)
    }
    const notText = Buffer.concat([raw.subarray(0, -2), Buffer.from([0xff]), raw.subarray(-2)])
    expect(await gateway.verifyWebhook(headers, notText)).toBe(false)
    expect(await calls()).toHaveLength(before)
  })

  it('PAY-07 the event is verified byte by byte: another space in it is another event', async () => {
    const { headers, raw } = await capturedEvent()
    const spaced = Buffer.from(JSON.stringify(JSON.parse(String(raw)), null, 1))
    expect(await gateway.verifyWebhook(headers, spaced)).toBe(false)
    expect(await gateway.verifyWebhook(headers, raw)).toBe(true)
  })

  it.each([
    { call: 'verify', mode: 'refuse', status: 503 },
    { call: 'verify', mode: 'refuse', status: 429 },
    { call: 'verify', mode: 'break' },
    { call: 'token', mode: 'refuse', status: 401 },
  ] as const)(
    'PAY-07 an event is neither taken nor refused while the provider cannot verify it (%o)',
    async (fault) => {
      const { headers, raw } = await capturedEvent()
      const fresh = paypalGateway(readPayments(paypal))
      await paypal.set({ faults: [fault] })
      await expect(fresh.verifyWebhook(headers, raw)).rejects.toThrow(PaymentProviderError)
      await paypal.set({ faults: [] })
      expect(await fresh.verifyWebhook(headers, raw)).toBe(true)
    },
  )

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
