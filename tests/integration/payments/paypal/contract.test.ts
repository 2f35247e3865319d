import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { londonDate } from '#core/rules/time.ts'
import type { NewOrder, Order, PaymentGateway } from '#payments/server/paypal/gateway.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { TARGETS, type Target } from './targets.ts'

const SUCCEEDS = '4012888888881881'

const newOrder = (): NewOrder => ({
  paymentId: randomUUID(),
  holdId: randomUUID(),
  amountPence: 2_507,
  description: 'Appointment TEST',
  siteUrl: 'https://www.halyard.example',
  funding: 'card',
})

const failureOf = async (promise: Promise<unknown>): Promise<PaymentProviderError> => {
  const error = await promise.then(
    () => new Error('It did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof PaymentProviderError) return error
  throw error
}

describe.each(TARGETS)('PAY-04 the REST interface of $name', ({ open }: Target) => {
  let target: Awaited<ReturnType<Target['open']>>
  let gateway: PaymentGateway

  beforeAll(async () => {
    target = await open()
    gateway = paypalGateway(target.env)
  })
  afterAll(() => target.close())

  async function approved(name?: string): Promise<{ wanted: NewOrder; order: Order }> {
    const wanted = newOrder()
    const order = await gateway.createOrder(wanted)
    await target.approve(order.id, SUCCEEDS, name)
    return { wanted, order }
  }

  async function captured() {
    const { wanted, order } = await approved()
    const after = await gateway.captureOrder(order.id, wanted.paymentId)
    const [capture] = after.captures
    if (!capture) throw new Error('Nothing was captured')
    return { wanted, order: after, capture }
  }

  it('is reachable with our credentials, and not with others', async () => {
    expect(await gateway.isReachable()).toBe(true)
    const stranger = paypalGateway({ ...target.env, clientSecret: 'wrong' })
    expect(await stranger.isReachable()).toBe(false)
    const failure = await failureOf(stranger.createOrder(newOrder()))
    expect(failure).toMatchObject({ status: 401, isUnclear: true })
    expect(JSON.stringify(failure)).not.toContain('wrong')
  })

  it('creates an order once per key, with our amount and reference', async () => {
    const wanted = newOrder()
    const order = await gateway.createOrder(wanted)
    expect(order).toMatchObject({
      amountPence: 2_507,
      currency: 'GBP',
      customId: wanted.paymentId,
      captures: [],
    })
    expect(['CREATED', 'PAYER_ACTION_REQUIRED']).toContain(order.status)
    expect((await gateway.createOrder(wanted)).id).toBe(order.id)
    expect(await gateway.getOrder(order.id)).toMatchObject({ id: order.id, amountPence: 2_507 })
    expect((await gateway.createOrder(newOrder())).id).not.toBe(order.id)
  })

  it('does not know an order that was not created', async () => {
    expect(await gateway.getOrder('0AB12345CD678901E')).toBeUndefined()
    const failure = await failureOf(gateway.captureOrder('0AB12345CD678901E', randomUUID()))
    expect(failure).toMatchObject({ status: 404, isUnclear: false })
    expect(await gateway.getRefund('0AB12345CD678901E')).toBeUndefined()
  })

  it('does not capture what the payer has not approved', async () => {
    const wanted = newOrder()
    const { id } = await gateway.createOrder(wanted)
    const failure = await failureOf(gateway.captureOrder(id, wanted.paymentId))
    expect(failure).toMatchObject({ status: 422, isUnclear: false })
    expect(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']).toContain(failure.issue)
    expect(failure.debugId).toMatch(/^\w+$/)
    expect((await gateway.getOrder(id))?.captures).toEqual([])
  })

  it('PAY-05 captures an approved order, and tells of the card what may be kept', async () => {
    const { wanted, order, capture } = await captured()
    expect(order).toMatchObject({ status: 'COMPLETED', customId: wanted.paymentId })
    expect(capture).toMatchObject({ status: 'COMPLETED', amountPence: 2_507, currency: 'GBP' })
    expect(Math.abs(capture.at.getTime() - Date.now())).toBeLessThan(10 * 60_000)
    expect(order.card).toMatchObject({ brand: 'VISA', lastDigits: '1881', expiry: '2030-12' })
    expect(JSON.stringify(order)).not.toContain(SUCCEEDS)
  })

  it('takes the money once: the same key answers the same capture, another key is refused', async () => {
    const { wanted, order, capture } = await captured()
    const again = await gateway.captureOrder(order.id, wanted.paymentId)
    expect(again.captures.map(({ id }) => id)).toEqual([capture.id])
    const failure = await failureOf(gateway.captureOrder(order.id, randomUUID()))
    expect(failure).toMatchObject({
      status: 422,
      issue: 'ORDER_ALREADY_CAPTURED',
      isUnclear: false,
    })
    expect((await gateway.getOrder(order.id))?.captures).toHaveLength(1)
  })

  it('captures one order per hold', async () => {
    const { wanted } = await captured()
    const second = { ...newOrder(), holdId: wanted.holdId }
    const order = await gateway.createOrder(second)
    await target.approve(order.id, SUCCEEDS)
    const failure = await failureOf(gateway.captureOrder(order.id, second.paymentId))
    expect(failure).toMatchObject({ status: 422, issue: 'DUPLICATE_INVOICE_ID' })
  })

  it('declines inside an answer of success', async () => {
    const { wanted, order } = await approved('CCREJECT-IF')
    const after = await gateway.captureOrder(order.id, wanted.paymentId)
    expect(after.status).toBe('COMPLETED')
    expect(after.captures).toMatchObject([{ status: 'DECLINED', responseCode: '5120' }])
  })

  it('PAY-08 returns parts, each key once, and never more than was taken', async () => {
    const { capture } = await captured()
    const refund = { captureId: capture.id, note: 'Refund' }
    const first = { ...refund, refundId: randomUUID(), amountPence: 1_000 }
    const done = await gateway.refund(first)
    expect(done.amountPence).toBe(1_000)
    expect(['COMPLETED', 'PENDING']).toContain(done.status)
    expect((await gateway.refund(first)).id).toBe(done.id)
    expect(await gateway.getRefund(done.id)).toMatchObject({ id: done.id, amountPence: 1_000 })
    const tooMuch = { ...refund, refundId: randomUUID(), amountPence: 1_508 }
    expect(await failureOf(gateway.refund(tooMuch))).toMatchObject({
      status: 422,
      issue: 'REFUND_AMOUNT_EXCEEDED',
    })
    await gateway.refund({ ...refund, refundId: randomUUID(), amountPence: 1_507 })
    const fully = { ...refund, refundId: randomUUID(), amountPence: 1 }
    expect(await failureOf(gateway.refund(fully))).toMatchObject({
      status: 422,
      issue: 'CAPTURE_FULLY_REFUNDED',
    })
  })

  it('PAY-11 lists a day', async () => {
    const entries = await gateway.listEntries(londonDate(new Date()))
    for (const { kind, amountPence, id } of entries) {
      expect(['capture', 'refund']).toContain(kind)
      expect(amountPence).toBeGreaterThanOrEqual(0)
      expect(id).toMatch(/^\w+$/)
    }
  })
})
