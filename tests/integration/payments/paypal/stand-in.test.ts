import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Fault, INITIAL_SWITCHES, type Switches } from '#local/paypal/settings.ts'
import { startChild } from '#local/runtime/child.ts'
import type { PaymentGateway } from '#payments/server/paypal/gateway.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import {
  PAYPAL_CREDENTIALS,
  readPayments,
  type TestPaypal,
  testPaypal,
} from '#tests/fixtures/paypal.ts'
import { TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'

const newOrder = () => ({
  paymentId: randomUUID(),
  holdId: randomUUID(),
  amountPence: 2_500,
  description: 'Appointment <b>TEST</b>',
  siteUrl: 'https://www.halyard.example',
  funding: 'card' as const,
})

describe('the stand-in for PayPal', () => {
  let paypal: TestPaypal
  let gateway: PaymentGateway

  beforeAll(async () => {
    paypal = await testPaypal()
    gateway = paypalGateway(readPayments(paypal))
  })
  afterAll(() => paypal.stop())
  beforeEach(() => paypal.set(INITIAL_SWITCHES))

  const page = async () => (await fetch(`${paypal.url}/`)).text()
  const press = (path: string, form: Record<string, string> = {}, origin = paypal.url) =>
    fetch(`${paypal.url}/tester/${path}`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })

  /** Of the page when a browser believes that it belongs to `host`. */
  const statusUnder = (host: string) =>
    new Promise((resolve, reject) =>
      get(paypal.url, { headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).once('error', reject),
    )

  it('says that no money moves, and shows what the site sent as text', async () => {
    const { id } = await gateway.createOrder(newOrder())
    const html = await page()
    expect(html).toContain('Test payments: no money moves')
    expect(html).toContain(id)
    expect(html).toContain('Appointment &lt;b&gt;TEST&lt;/b&gt;')
    expect(html).not.toContain('<script')
  })

  it('lets a tester approve and cancel orders, and end pending captures and refunds', async () => {
    const wanted = newOrder()
    const { id } = await gateway.createOrder(wanted)
    expect((await press(`orders/${id}/approve`)).status).toBe(303)
    expect(await gateway.getOrder(id)).toMatchObject({ status: 'APPROVED' })
    await press(`orders/${id}/void`)
    expect(await gateway.getOrder(id)).toMatchObject({ status: 'VOIDED' })

    const pending = newOrder()
    const order = await gateway.createOrder(pending)
    await paypal.enterCard(order.id, { number: '4000000000000259' })
    const [capture] = (await gateway.captureOrder(order.id, pending.paymentId)).captures
    await press(`captures/${capture?.id}/COMPLETED`)
    expect(await gateway.getOrder(order.id)).toMatchObject({ captures: [{ status: 'COMPLETED' }] })

    await press('switches', { ...(INITIAL_SWITCHES as object), refunds: 'pending', delayMs: '0' })
    const refund = await gateway.refund({
      refundId: randomUUID(),
      captureId: capture?.id ?? '',
      amountPence: 2_500,
      note: 'Refund',
    })
    expect(refund.status).toBe('PENDING')
    await press(`refunds/${refund.id}/COMPLETED`)
    expect(await gateway.getRefund(refund.id)).toMatchObject({ status: 'COMPLETED' })
    expect(await gateway.getOrder(order.id)).toMatchObject({ captures: [{ status: 'REFUNDED' }] })
  })

  it('PAY-02 an order for an account is not approved by a card, nor the reverse', async () => {
    const [byAccount, byCard] = [
      await gateway.createOrder({ ...newOrder(), funding: 'paypal' }),
      await gateway.createOrder(newOrder()),
    ]
    expect([byAccount.status, byCard.status]).toEqual(['PAYER_ACTION_REQUIRED', 'CREATED'])
    const number = '4012888888881881'
    await expect(paypal.enterCard(byAccount.id, { number })).rejects.toThrow('MISMATCH')
    await expect(paypal.control(`/payer/orders/${byCard.id}/account`, {})).rejects.toThrow(
      'MISMATCH',
    )
    await press(`orders/${byAccount.id}/approve`)
    expect(await gateway.getOrder(byAccount.id)).toMatchObject({
      ...{ status: 'APPROVED', payPalPayer: true },
    })
  })

  it('lets a tester start and end an outage', async () => {
    await press('fault', { call: 'create-order', mode: 'break', times: '' })
    await expect(gateway.createOrder(newOrder())).rejects.toMatchObject({ isUnclear: true })
    await press('no-faults')
    await expect(gateway.createOrder(newOrder())).resolves.toMatchObject({ status: 'CREATED' })
    await press('fault', { call: 'elsewhere', mode: 'break', times: 'many' })
    expect((await paypal.control<Switches>('/control/switches')).faults).toEqual([])
  })

  it('faults of one order fail no other order, and end without those of others', async () => {
    const number = '4012888888881881'
    const [failing, other] = [newOrder(), newOrder()]
    const failingId = (await gateway.createOrder(failing)).id
    const otherId = (await gateway.createOrder(other)).id
    const setFaults = (holdId: string, call?: Fault['call']) =>
      paypal.control(`/control/invoices/${holdId}/faults`, {
        faults: call === undefined ? [] : [{ call, mode: 'refuse' }],
      })
    const refund = { refundId: randomUUID(), amountPence: 700, note: 'Refund' }
    const refused = { status: 503 }
    await setFaults(failing.holdId, 'any')
    await setFaults(other.holdId, 'refund')

    await expect(paypal.enterCard(failingId, { number })).rejects.toThrow('503')
    await expect(gateway.createOrder(failing)).rejects.toMatchObject(refused)
    await expect(gateway.getOrder(failingId)).rejects.toMatchObject(refused)
    await paypal.enterCard(otherId, { number })
    expect(await gateway.isReachable()).toBe(true)
    const [taken] = (await gateway.captureOrder(otherId, other.paymentId)).captures
    const ofTaken = { ...refund, captureId: taken?.id ?? '' }
    await expect(gateway.refund(ofTaken)).rejects.toMatchObject(refused)

    await setFaults(failing.holdId)
    await paypal.enterCard(failingId, { number })
    await expect(gateway.refund(ofTaken)).rejects.toMatchObject(refused)
    await setFaults(other.holdId, 'get-refund')
    const { id } = await gateway.refund(ofTaken)
    await expect(gateway.getRefund(id)).rejects.toMatchObject(refused)
    await setFaults(other.holdId)
  })

  it('takes no order from another page of the browser, nor under another host name', async () => {
    expect((await press('no-faults', {}, 'https://evil.example')).status).toBe(403)
    expect((await press('no-faults', {}, 'null')).status).toBe(403)
    expect(await statusUnder('evil.example')).toBe(403)
    expect(await statusUnder('localhost')).toBe(200)
    const refused = await fetch(`${paypal.url}/control/switches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"webhooks":"sometimes"}',
    })
    expect(refused.status).toBe(400)
  })

  it('PAY-02 gives the card fields to sites on this computer only, and never the page’s own script rights', async () => {
    const frame = await fetch(`${paypal.url}/frames/field?type=number&origin=http://localhost:1`)
    const policy = frame.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('frame-ancestors http://localhost:* http://127.0.0.1:*')
    expect((await fetch(`${paypal.url}/frames/field?type=toString`)).status).toBe(404)
    const script = (query: string) => fetch(`${paypal.url}/sdk/js?${query}`)
    const client = `client-id=${PAYPAL_CREDENTIALS.clientId}`
    expect((await script(`${client}&currency=GBP&components=card-fields`)).status).toBe(200)
    expect((await script(`${client}&currency=USD`)).status).toBe(400)
    expect((await script('client-id=other&currency=GBP')).status).toBe(400)
    await paypal.set({ faults: [{ call: 'sdk', mode: 'refuse', times: 1 }] })
    expect((await script(`${client}&currency=GBP`)).status).toBe(503)
  })
})

describe('the process of the stand-in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-paypal-process-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const begin = (env: Record<string, string> = {}) =>
    startChild({
      name: 'The PayPal stand-in',
      args: [join(import.meta.dirname, '../../../../local/paypal/main.ts')],
      folder: process.cwd(),
      log: join(folder, 'log'),
      env: {
        ...TEST_PROCESS_ENV,
        PAYPAL_DIR: join(folder, 'data'),
        PAYPAL_CLIENT_ID: PAYPAL_CREDENTIALS.clientId,
        PAYPAL_CLIENT_SECRET: PAYPAL_CREDENTIALS.clientSecret,
        PAYPAL_WEBHOOK_ID: PAYPAL_CREDENTIALS.webhookId,
        ...env,
      },
    })

  const gatewayOf = ({ url }: Record<string, unknown>) =>
    paypalGateway(
      readPayments({
        env: {
          PAYPAL_CLIENT_ID: PAYPAL_CREDENTIALS.clientId,
          PAYPAL_CLIENT_SECRET: PAYPAL_CREDENTIALS.clientSecret,
          PAYPAL_WEBHOOK_ID: PAYPAL_CREDENTIALS.webhookId,
          PAYPAL_API_BASE: String(url),
        },
      }),
    )

  it('PAY-07 loses nothing that it answered when it is killed', async () => {
    const first = begin()
    const facts = await first.ready
    const gateway = gatewayOf(facts)
    const wanted = newOrder()
    const { id } = await gateway.createOrder(wanted)
    await fetch(`${facts['url']}/payer/orders/${id}/card`, {
      method: 'POST',
      body: JSON.stringify({ number: '4012888888881881', expiry: '12/2030', cvv: '123' }),
    })
    const captured = await gateway.captureOrder(id, wanted.paymentId)
    await first.stop(0)

    const second = begin()
    const later = await second.ready
    const again = await gatewayOf(later).captureOrder(id, wanted.paymentId)
    expect(again.captures).toEqual(captured.captures)
    await second.stop()
    const bytes = readFileSync(join(folder, 'data/paypal.sqlite'))
    expect(bytes.includes('4012888888881881')).toBe(false)
    expect(bytes.includes('1881')).toBe(true)
  })

  it('OPS-01 refuses production', async () => {
    await expect(begin({ NODE_ENV: 'production' }).ready).rejects.toThrow(
      'A stand-in does not run with NODE_ENV=production',
    )
  })
})
