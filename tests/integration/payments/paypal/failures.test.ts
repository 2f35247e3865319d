import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, londonDate } from '#core/rules/time.ts'
import type { LoggedCall } from '#local/paypal/rest.ts'
import { type Fault, INITIAL_SWITCHES } from '#local/paypal/settings.ts'
import {
  type NewOrder,
  type PaymentGateway,
  PaymentProviderError,
} from '#payments/server/paypal/gateway.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { readPayments, type TestPaypal, testPaypal } from '#tests/fixtures/paypal.ts'

const TIMEOUT_MS = 1_000

let paypal: TestPaypal
let gateway: PaymentGateway

beforeAll(async () => {
  paypal = await testPaypal({ hangMs: 3 * TIMEOUT_MS })
  gateway = paypalGateway({ ...readPayments(paypal), timeoutMs: TIMEOUT_MS })
})
afterAll(() => paypal.stop())
beforeEach(() => paypal.set(INITIAL_SWITCHES))

const newOrder = (): NewOrder => ({
  paymentId: randomUUID(),
  holdId: randomUUID(),
  amountPence: 2_500,
  description: 'Appointment TEST',
  siteUrl: 'https://www.halyard.example',
  funding: 'card' as const,
})

async function approvedWith(number: string) {
  const wanted = newOrder()
  const order = await gateway.createOrder(wanted)
  await paypal.enterCard(order.id, { number })
  return { wanted, order, capture: () => gateway.captureOrder(order.id, wanted.paymentId) }
}

const failureOf = async (promise: Promise<unknown>): Promise<PaymentProviderError> => {
  const error = await promise.catch((reason: unknown) => reason)
  if (error instanceof PaymentProviderError) return error
  throw new Error(`It did not fail as expected: ${error}`)
}

const switchOn = (...faults: Fault[]) => paypal.set({ faults })

async function callsOf(
  call: LoggedCall['call'],
  act: () => Promise<unknown>,
): Promise<LoggedCall[]> {
  const before = (await paypal.control<LoggedCall[]>('/control/calls')).length
  await act()
  const calls = await paypal.control<LoggedCall[]>('/control/calls')
  return calls.slice(before).filter((one) => one.call === call)
}

const capturesOf = async (orderId: string) => (await gateway.getOrder(orderId))?.captures ?? []

describe('the payment provider fails', () => {
  it.each([
    { mode: 'refuse', status: 500 },
    { mode: 'refuse', status: 429 },
    { mode: 'break' },
    { mode: 'lose' },
    { mode: 'hang' },
  ] as const)(
    'PAY-07 $mode $status once: asked again with the same key, one capture',
    async (fault) => {
      const { wanted, order, capture } = await approvedWith('4012888888881881')
      await switchOn({ call: 'capture', times: 1, ...fault })
      const calls = await callsOf('capture', capture)
      expect(calls.map(({ key }) => key)).toEqual(Array(2).fill(`${wanted.paymentId}:capture`))
      expect(await capturesOf(order.id)).toHaveLength(1)
    },
  )

  it.each(['refuse', 'break', 'lose', 'hang'] as const)(
    'PAY-07 %s for good: an unclear error after at most three attempts',
    async (mode) => {
      const { order, capture } = await approvedWith('4012888888881881')
      await switchOn({ call: 'capture', mode })
      const calls = await callsOf('capture', async () => {
        const failure = await failureOf(capture())
        expect(failure).toMatchObject({ isUnclear: true, status: mode === 'refuse' ? 503 : 0 })
      })
      expect(calls.length).toBeGreaterThan(1)
      expect(calls.length).toBeLessThanOrEqual(3)
      await paypal.set({ faults: [] })
      const happened = mode === 'lose' || mode === 'hang'
      expect(await capturesOf(order.id)).toHaveLength(happened ? 1 : 0)
      expect((await capture()).captures).toHaveLength(1)
    },
  )

  it('PAY-07 a refusal is not asked again', async () => {
    const { capture } = await approvedWith('4000000000000101')
    const calls = await callsOf('capture', async () => {
      expect(await failureOf(capture())).toMatchObject({
        status: 422,
        issue: 'TRANSACTION_REFUSED',
        isUnclear: false,
      })
    })
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['4000000000000002', 'INSTRUMENT_DECLINED'],
    ['4000000000003220', 'PAYER_ACTION_REQUIRED'],
  ])('PAY-04 %s: %s, and another card can be entered', async (number, issue) => {
    const { order, capture } = await approvedWith(number)
    expect(await failureOf(capture())).toMatchObject({ status: 422, issue, isUnclear: false })
    await paypal.enterCard(order.id, { number: '4005519200000004' })
    expect((await capture()).captures).toMatchObject([{ status: 'COMPLETED' }])
  })

  it('PAY-07 …0119 answers 500 once, …0341 captures and answers too late: one capture each', async () => {
    for (const number of ['4000000000000119', '4000000000000341']) {
      const { order, capture } = await approvedWith(number)
      const calls = await callsOf('capture', capture)
      expect(calls).toHaveLength(2)
      expect(await capturesOf(order.id)).toMatchObject([{ status: 'COMPLETED' }])
    }
  })

  it('PAY-07 …0259 stays pending until it is settled', async () => {
    const { order, capture } = await approvedWith('4000000000000259')
    const [pending] = (await capture()).captures
    expect(pending).toMatchObject({ status: 'PENDING', reason: 'PENDING_REVIEW' })
    await paypal.control(`/control/captures/${pending?.id}/settle`, { status: 'COMPLETED' })
    expect(await capturesOf(order.id)).toMatchObject([{ id: pending?.id, status: 'COMPLETED' }])
  })

  it('PAY-04 3-D Secure: the order tells how the check ended', async () => {
    for (const [number, passes, status] of [
      ['4868719460707704', true, 'Y'],
      ['4868719460707704', false, 'N'],
      ['4868719796782421', true, 'N'],
    ] as const) {
      const { id } = await gateway.createOrder(newOrder())
      const step = await paypal.enterCard(id, { number })
      expect(step.challenge).toBe(`/frames/challenge?order=${id}`)
      expect(await gateway.getOrder(id)).toMatchObject({ status: 'PAYER_ACTION_REQUIRED' })
      await paypal.endChallenge(id, passes)
      expect(await gateway.getOrder(id)).toMatchObject({
        status: 'APPROVED',
        authentication: {
          liabilityShift: status === 'Y' ? 'POSSIBLE' : 'NO',
          status,
          enrolled: 'Y',
        },
      })
    }
  })

  it('takes only the listed cards', async () => {
    const { id } = await gateway.createOrder(newOrder())
    await expect(paypal.enterCard(id, { number: '4111111111111111' })).rejects.toThrow(
      'CARD_TYPE_NOT_SUPPORTED',
    )
  })

  it('a token that the provider ended early is renewed, once for all requests', async () => {
    await gateway.createOrder(newOrder())
    await paypal.set({ tokenGeneration: 2 })
    const tokens = await callsOf('token', () =>
      Promise.all(Array.from({ length: 5 }, () => gateway.createOrder(newOrder()))),
    )
    expect(tokens).toHaveLength(1)
  })

  it('PAY-07 an outage of the whole service is unclear, never a decision', async () => {
    const { order, capture } = await approvedWith('4012888888881881')
    await switchOn({ call: 'any', mode: 'refuse' })
    expect(await failureOf(capture())).toMatchObject({ isUnclear: true })
    expect(await failureOf(gateway.getOrder(order.id))).toMatchObject({ isUnclear: true })
    expect(await gateway.isReachable()).toBe(false)
  })

  it.each(['<html>', '{}', '{"id":"X","status":"NEW","purchase_units":[]}'])(
    'PAY-07 an answer of an unknown form is unclear: %s',
    async (content) => {
      const server = createServer((request, response) => {
        const isToken = request.url?.endsWith('/token')
        response.end(isToken ? '{"access_token":"t","expires_in":300}' : content)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const other = paypalGateway({
        ...readPayments(paypal),
        base: `http://127.0.0.1:${port}`,
      })
      expect(await failureOf(other.getOrder('X'))).toMatchObject({
        isUnclear: true,
        issue: 'UNKNOWN_ANSWER',
      })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  )

  it('PAY-11 the day has every capture and refund with its references', async () => {
    const { wanted, order, capture } = await approvedWith('4012888888881881')
    const [taken] = (await capture()).captures
    const refundId = randomUUID()
    const captureId = taken?.id ?? ''
    const back = await gateway.refund({ refundId, captureId, amountPence: 700, note: 'Refund' })
    const today = londonDate(new Date())
    const entries = await gateway.listEntries(today)
    expect(entries.find(({ id }) => id === captureId)).toMatchObject({
      kind: 'capture',
      orderId: order.id,
      customId: wanted.paymentId,
      amountPence: 2_500,
      status: 'S',
    })
    expect(entries.find(({ id }) => id === back.id)).toMatchObject({
      kind: 'refund',
      captureId,
      customId: refundId,
      amountPence: 700,
    })
    expect(await gateway.listEntries(addDays(today, -3))).toEqual([])
  })
})
